// Reads the names and metadata that course systems write in their downloads.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::assignment {

// A name in a Moodle download: "Ada Lovelace_12345_assignsubmission_file_" is a folder, or the beginning of
// file names.
// https://docs.moodle.org/en/Assignment_FAQ
struct MoodleName {
  std::string beginning;  // the whole text above; feedback needs the same text
  std::string person;     // "Ada Lovelace"
  std::string number;     // "12345"
  std::string kind;       // "file", "onlinetext"
};
std::optional<MoodleName> moodle_name(std::string_view name);

// Reads the metadata of Gradescope: the file submission_metadata.yml is next to a folder for each submission.
// Only the lines for these members are read.
struct GradescopeRecord {
  struct Submitter {
    std::string name, id, email;
  };
  std::string folder;  // "submission_123456"
  std::vector<Submitter> submitters;
  std::string created_at;  // as in the file
};
inline constexpr std::string_view kGradescopeMetadata = "submission_metadata.yml";
std::vector<GradescopeRecord> gradescope_records(std::string_view metadata);

// Reads the number of an attempt: "ada" and 2 for "ada-attempt-2", "" and 3 for "Attempt 3" or "Versuch 3".
struct AttemptName {
  std::string submitter;
  unsigned attempt = 1;
};
std::optional<AttemptName> attempt_name(std::string_view name);
// Reads the number of an attempt from a folder inside a submitter's folder, where a number is sufficient: 3
// for "Attempt 3", "v3" and "3".
std::optional<unsigned> attempt_number(std::string_view name);

}  // namespace lockstep::assignment
