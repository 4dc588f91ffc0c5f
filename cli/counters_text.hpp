// Counters as tables for people.
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

// A row for each metric, a column for each algorithm; with `per_group` also the first one's figures for a
// work-group. Counters that mean nothing with independent lanes are left out there.
std::string counters_table(const std::vector<CountedColumn>& columns, bool per_group = false,
                           sim::LaneSchedule lanes = sim::LaneSchedule::lockstep, const Terms& terms = {});
// The main counters, a row for each algorithm: for more of them than fit side by side.
std::string comparison_table(const std::vector<CountedColumn>& rows, const Terms& terms);
// A line of a kernel file without its indentation; empty if the file has no such line. Lines count from 1.
std::string source_line(const std::string& text, std::uint32_t wanted);
// The source with what each line cost; lines that did nothing are left out.
std::string lines_table(const Plan& plan, const sim::CountedRun& run);

}  // namespace lockstep::cli
