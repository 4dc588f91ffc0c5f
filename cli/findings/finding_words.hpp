// What the commands say of a finding.
#pragma once

#include <string>
#include <vector>

#include "sim/machine/state/observer.hpp"

namespace lockstep::cli {

// "data_race: work-item 3 reads … (12 times)"; "note: data_race: …" where it is no error.
std::string finding_words(const sim::Finding& finding);

// "note: "; nothing where it is an error.
std::string severity_prefix(const sim::Finding& finding);

// "none", "2", "2, 1 warning, 3 notes".
std::string findings_count(const std::vector<sim::Finding>& findings);

}  // namespace lockstep::cli
