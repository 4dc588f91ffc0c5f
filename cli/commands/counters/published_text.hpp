// Published counts of a profiler, beside what was counted here.
#pragma once

#include <string>
#include <vector>

#include "cli/counters_text.hpp"
#include "cli/json.hpp"

namespace lockstep::cli {

// A row for each algorithm with published figures, titled with its id; "" if none has any. The counts are
// those of the first launches, whose work-groups are those of a large array.
std::string published_counters_table(const std::vector<CountedColumn>& first_launches,
                                     std::uint64_t group_size);
// "published" of a row of `counters`.
Json published_counters_json(const std::string& id, const sim::Counters& first_launch);

}  // namespace lockstep::cli
