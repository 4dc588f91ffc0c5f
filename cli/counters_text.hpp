// Prints counters as tables.
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

// Returns a table with a row for each metric and a column for each algorithm. If `per_group` is true, a
// further column contains the first algorithm's values per work-group. If `lanes` is independent, counters
// that have no meaning with independent lanes are omitted.
std::string counters_table(const std::vector<CountedColumn>& columns, bool per_group = false,
                           sim::LaneSchedule lanes = sim::LaneSchedule::lockstep, const Terms& terms = {});
// Returns a table of the main counters with a row for each algorithm. It is used if there are too many
// algorithms for columns.
std::string comparison_table(const std::vector<CountedColumn>& rows, const Terms& terms);
// Returns the line `wanted` of a kernel file without its indentation; "" if the file has no such line. Line
// numbers start at 1.
std::string source_line(const std::string& text, std::uint32_t wanted);
// Returns a table of the source lines with their costs. Lines without cost are omitted.
std::string lines_table(const Plan& plan, const sim::CountedRun& run);

}  // namespace lockstep::cli
