// Reads tables about submissions: groups and attempts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assignment/submission/course/find_submissions.hpp"
#include "core/base/result.hpp"

namespace lockstep::assignment {

inline constexpr std::string_view kGroupsTable = "groups.csv", kAttemptsTable = "attempts.csv";

class SubmissionTables {
 public:
  // Returns the kind of a table, which its columns determine. `what` is the name of the table in errors. The
  // Error is a sentence with the line.
  Result<void> read(const std::string& text, const std::string& what);
  Result<void> read_groups(const std::string& text, const std::string& what);
  Result<void> read_attempts(const std::string& text, const std::string& what);

  // Sets the members and times of the places. The Error names a row that matches no place, with its line.
  Result<void> apply_to(FoundSubmissions& found) const;

 private:
  struct GroupRow {
    std::string where, submission, member;  // "groups.csv, line 2"
  };
  struct AttemptRow {
    std::string where, submission;
    unsigned attempt = 1;
    std::string time;
  };
  Result<void> apply_groups(FoundSubmissions& found) const;
  Result<void> apply_attempts(FoundSubmissions& found) const;

  std::vector<GroupRow> groups_;
  std::vector<AttemptRow> attempts_;
};

}  // namespace lockstep::assignment
