// From the words of a command line to who handed in what.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assignment/submission/submission.hpp"
#include "core/base/result.hpp"

namespace lockstep::assignment {

struct SubmissionPlace {
  std::string id;         // unique among those found, the same in every run; can be the name of a file
  std::string submitter;  // the id without the attempt: attempts of one submitter have the same
  std::string name;       // for people: "Ada Lovelace"
  SubmissionSource source;
  unsigned attempt = 1;
  std::string handed_in;             // "2026-11-20T14:03:09Z", from tables and metadata only; empty: unknown
  std::vector<std::string> members;  // of a group
  std::string original;  // as the course system names it: "Ada Lovelace_12345_assignsubmission_file_",
                         // "submission_123"
  std::string folder_name = {};  // what the submitter is called by the name of a file or folder; else empty
};

struct FoundSubmissions {
  std::vector<SubmissionPlace> places;  // in natural order of their submitters, then by attempt
  std::vector<std::string> notes;       // what was left out, a sentence each
};

enum class FolderMeaning : std::uint8_t {
  automatic,  // one submission if it has source files or holds nothing but one folder; else many
  one,        // a folder is one submission
  many,       // each file and folder in it is one submission
};

// A word is a file, a folder, a zip archive, Moodle's download or Gradescope's export, packed or not. Tables
// are words, too, or lie in a folder of many: groups.csv has the columns submission and member, attempts.csv
// submission, attempt and handed_in. Attempts are folders or archives named "attempt-2", "Versuch 2", "v2" or
// "2" within that of a submitter, or "ada-attempt-2". The Error is the fault of a word or of a table, such as
// a row that fits no submission.
Result<FoundSubmissions> find_submissions(const std::vector<std::string>& words,
                                          FolderMeaning meaning = FolderMeaning::automatic);

}  // namespace lockstep::assignment
