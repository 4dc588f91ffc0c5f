// The text of a finding as commands print it.
#pragma once

#include <string>
#include <vector>

#include "sim/machine/state/observer.hpp"

namespace lockstep::cli {

// "data_race: work-item 3 reads … (12 times)"; "note: data_race: …" if it is not an error.
std::string finding_words(const sim::Finding& finding);

// "note: "; empty for an error.
std::string severity_prefix(const sim::Finding& finding);

// "none", "2", "2, 1 warning, 3 notes".
std::string findings_count(const std::vector<sim::Finding>& findings);

}  // namespace lockstep::cli
