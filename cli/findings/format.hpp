// The option --format, which prints findings in the formats of editors and build servers instead of a
// command's own text.
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
  // If the error is a compiler's report, converts the compiler's messages to findings, prints the findings
  // and returns the exit status. Any other error is returned unchanged.
  Result<int> print_error(const Error& error) const;
};

// Returns one line for each finding: "scan.cl:14:5: error: … [data_race]". A cure is a note after
// its finding.
std::string gcc_text(const std::vector<LocatedFinding>& findings);
// Returns a log in SARIF 2.1.0 with one run.
std::string sarif_text(const std::vector<LocatedFinding>& findings);
// Returns the findings as a JSON list.
std::string findings_json_text(const std::vector<LocatedFinding>& findings);

}  // namespace lockstep::cli
