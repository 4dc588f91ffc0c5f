// Formats findings as commands print them.
#pragma once

#include <string>
#include <vector>

#include "sim/machine/state/observer.hpp"

namespace lockstep::cli {

// Returns the text of a finding: "data_race: work-item 3 reads … (12 times)", or "note: data_race: …" if the
// finding is not an error.
std::string finding_words(const sim::Finding& finding);

// Returns "note: " or "warning: "; "" for an error.
std::string severity_prefix(const sim::Finding& finding);

// Returns the number of findings: "none", "2", "2, 1 warning, 3 notes".
std::string findings_count(const std::vector<sim::Finding>& findings);

}  // namespace lockstep::cli
