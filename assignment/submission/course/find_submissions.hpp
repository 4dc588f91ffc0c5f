// Finds the submissions that the arguments of a command line denote.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assignment/submission/submission.hpp"
#include "core/base/result.hpp"

namespace lockstep::assignment {

struct SubmissionPlace {
  std::string id;         // unique and reproducible; valid as a file name
  std::string submitter;  // the id without the attempt
  std::string name;       // for display: "Ada Lovelace"
  SubmissionSource source;
  unsigned attempt = 1;
  std::string handed_in;             // "2026-11-20T14:03:09Z", from tables and metadata only; empty: unknown
  std::vector<std::string> members;  // for a group
  std::string original;  // as the course system names it: "Ada Lovelace_12345_assignsubmission_file_",
                         // "submission_123"
  std::string folder_name = {};  // the submitter's name in the file or folder name; otherwise empty
};

struct FoundSubmissions {
  std::vector<SubmissionPlace> places;  // sorted by submitter in natural order, then by attempt
  std::vector<std::string> notes;       // notes on omissions, one sentence each
};

enum class FolderMeaning : std::uint8_t {
  automatic,  // one submission if it has source files or contains only one folder; otherwise many
  one,        // a folder is one submission
  many,       // each file and folder in a folder is one submission
};

// Finds the submissions. An argument is a file, a folder, a zip archive, Moodle's download or Gradescope's
// export, packed or unpacked. A table is also an argument, or is in a folder of many submissions: groups.csv
// has the columns submission and member, attempts.csv has the columns submission, attempt and handed_in.
// Attempts are folders or archives named "attempt-2", "Versuch 2", "v2" or "2" within the folder of a
// submitter, or "ada-attempt-2". The Error names the argument or the table at fault, for example a row that
// matches no submission.
Result<FoundSubmissions> find_submissions(const std::vector<std::string>& words,
                                          FolderMeaning meaning = FolderMeaning::automatic);

}  // namespace lockstep::assignment
