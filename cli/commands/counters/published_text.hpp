// Published counts of a profiler, next to the counts of the simulator.
#pragma once

#include <string>
#include <vector>

#include "cli/counters_text.hpp"
#include "cli/json.hpp"

namespace lockstep::cli {

// A row for each algorithm with published figures, with its id as the title; "" if there are none. The counts
// are those of the first launches, because their work-groups correspond to those of a large array.
std::string published_counters_table(const std::vector<CountedColumn>& first_launches,
                                     std::uint64_t group_size);
// The field "published" of a row of `counters`.
Json published_counters_json(const std::string& id, const sim::Counters& first_launch);

}  // namespace lockstep::cli
