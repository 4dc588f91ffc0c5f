// A launch and its result as lines of the journal.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "sim/observers/counters.hpp"

namespace lockstep::runtime {

struct Launch;

// Kernel, sizes and arguments, before it runs.
nlohmann::ordered_json launch_json(const Launch& launch);
// Counters and findings.
nlohmann::ordered_json result_json(const Launch& launch, const sim::CountedRun& run);
// Findings as sentences, for people without a journal.
std::vector<std::string> finding_lines(const Launch& launch, const sim::CountedRun& run, std::size_t number);

}  // namespace lockstep::runtime
