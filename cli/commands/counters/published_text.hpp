// Writes published counts of a profiler next to the counts of the simulator.
#pragma once

#include <string>
#include <vector>

#include "cli/counters_text.hpp"
#include "cli/json.hpp"

namespace lockstep::cli {

// Returns a table with a row for each algorithm that has published figures; "" if no algorithm has any. The
// title of each column of `first_launches` must be the algorithm's id. The counts are those of the first
// launch, because its work-groups correspond to the work-groups of a large array.
std::string published_counters_table(const std::vector<CountedColumn>& first_launches,
                                     std::uint64_t group_size);
// Returns the field "published" of a row of `lockstep counters`.
Json published_counters_json(const std::string& id, const sim::Counters& first_launch);

}  // namespace lockstep::cli
