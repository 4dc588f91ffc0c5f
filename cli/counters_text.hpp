// Counters as tables.
#pragma once

#include <string>
#include <vector>

#include "cli/terms.hpp"
#include "core/plan/plan.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::cli {

struct CountedColumn {
  std::string title;
  sim::Counters counters;
};

// One row for each metric, one column for each algorithm; with `per_group`, also the values per work-group of
// the first algorithm. Counters that have no meaning with independent lanes are omitted for them.
std::string counters_table(const std::vector<CountedColumn>& columns, bool per_group = false,
                           sim::LaneSchedule lanes = sim::LaneSchedule::lockstep, const Terms& terms = {});
// The main counters, with one row for each algorithm; used if there are too many algorithms for columns.
std::string comparison_table(const std::vector<CountedColumn>& rows, const Terms& terms);
// A line of a kernel file without its indentation; empty if the file has no such line. Line numbers start
// at 1.
std::string source_line(const std::string& text, std::uint32_t wanted);
// The source with the cost of each line; lines without cost are omitted.
std::string lines_table(const Plan& plan, const sim::CountedRun& run);

}  // namespace lockstep::cli
