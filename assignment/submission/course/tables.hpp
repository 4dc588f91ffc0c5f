// The tables that belong to submissions: groups and attempts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assignment/submission/course/find_submissions.hpp"
#include "core/base/result.hpp"

namespace lockstep::assignment {

inline constexpr std::string_view kGroupsTable = "groups.csv", kAttemptsTable = "attempts.csv";

class SubmissionTables {
 public:
  // `what`: the table as errors name it. The Error is a sentence with its line.
  Result<void> read_groups(const std::string& text, const std::string& what);
  Result<void> read_attempts(const std::string& text, const std::string& what);

  // Members and times of the places, and a note for each name in a table that is nobody's.
  void apply_to(FoundSubmissions& found) const;

 private:
  std::map<std::string, std::vector<std::string>> members_;
  std::map<std::pair<std::string, unsigned>, std::string> times_;
};

}  // namespace lockstep::assignment
