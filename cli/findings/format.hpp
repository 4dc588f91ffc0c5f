// --format: findings for editors and build servers in place of a command's own text.
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
  // The errors of a kernel that does not compile become findings: prints them and returns the exit status.
  // Another error stays as it is.
  Result<int> print_error(const Error& error) const;
};

// "scan.cl:14:5: error: … [data_race]", a line each; a cure is a note behind its finding.
std::string gcc_text(const std::vector<LocatedFinding>& findings);
// A log with one run (SARIF 2.1.0).
std::string sarif_text(const std::vector<LocatedFinding>& findings);
// A list.
std::string findings_json_text(const std::vector<LocatedFinding>& findings);

}  // namespace lockstep::cli
