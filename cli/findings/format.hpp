// --format: findings in the formats of editors and build servers, instead of a command's own text.
#pragma once

#include <string>
#include <vector>

#include "cli/findings/located.hpp"
#include "cli/terms.hpp"
#include "core/base/result.hpp"

namespace CLI {
class App;
}

namespace lockstep::cli {

struct FormatOption {
  std::string name;  // gcc, sarif, json; empty: the command's own text

  void add_to(CLI::App& app);
  bool is_given() const { return !name.empty(); }
  std::string text(const std::vector<LocatedFinding>& findings) const;
  void print(std::vector<LocatedFinding> findings, const Terms& terms = {}) const;
  // Converts the errors of a kernel that does not compile to findings, prints them and returns the exit
  // status. Any other error is returned unchanged.
  Result<int> print_error(const Error& error) const;
};

// "scan.cl:14:5: error: … [data_race]", one per line; a cure is a note after its finding.
std::string gcc_text(const std::vector<LocatedFinding>& findings);
// A log with one run (SARIF 2.1.0).
std::string sarif_text(const std::vector<LocatedFinding>& findings);
// A JSON list.
std::string findings_json_text(const std::vector<LocatedFinding>& findings);

}  // namespace lockstep::cli
