#include "cli/findings/finding_words.hpp"

#include <fmt/format.h>

#include "core/base/text/terminal.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::cli {

std::string severity_prefix(const sim::Finding& finding) {
  if (finding.severity == Severity::error) return {};
  return fmt::format("{}: ", severity_name(finding.severity));
}

std::string finding_words(const sim::Finding& finding) {
  std::string words =
      fmt::format("{}{}: {}", severity_prefix(finding), sim::kind_name(finding.kind), finding.message);
  if (finding.occurrences > 1) words += fmt::format(" ({} times)", count_text(finding.occurrences));
  if (finding.ends_with_independent_lanes) words += "; try --schedule independent";
  return words;
}

std::string findings_count(const std::vector<sim::Finding>& findings) {
  const std::size_t errors = sim::count_of(findings, Severity::error);
  std::string words = errors == 0 ? "none" : in_red(std::to_string(errors));
  for (const Severity severity : {Severity::warning, Severity::note})
    if (const std::size_t count = sim::count_of(findings, severity); count != 0)
      words += fmt::format(", {}", plural(count, severity_name(severity)));
  return words;
}

}  // namespace lockstep::cli
