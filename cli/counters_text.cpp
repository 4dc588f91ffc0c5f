#include "cli/counters_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "core/base/text/table.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::cli {

namespace {

using sim::Counters;

struct Metric {
  const char* name;
  const char* title;
  const char* unit;
  std::uint64_t Counters::*value;
};

constexpr Metric kMetrics[] = {
#define M(name, title, unit, explanation) {#name, title, unit, &Counters::name},
#include "sim/observers/counters/metrics.def"
#undef M
};

std::string for_a_group(std::uint64_t value, std::uint64_t groups) {
  if (groups == 0) return "";
  if (value % groups == 0) return count_text(value / groups);
  return fmt::format("{:.2f}", static_cast<double>(value) / static_cast<double>(groups));
}

// Returns true for counters that cannot be divided among work-groups.
bool is_of_whole_run(std::string_view counter) { return counter == "launches" || counter == "steps"; }

std::string percent(double ratio) { return fmt::format("{:.1f} %", 100 * ratio); }

std::string nonzero(std::uint64_t value) { return value == 0 ? "" : count_text(value); }

// Returns true for counters that are zero for most kernels. Their row is omitted if all values are zero.
bool is_rare(std::string_view counter) {
  return counter.starts_with("constant_") || counter == "collectives";
}

bool loads_constants(const sim::CountedRun& run) { return run.total.constant_load_passes != 0; }

}  // namespace

std::string source_line(const std::string& text, std::uint32_t wanted) {
  std::istringstream lines(text);
  std::string line;
  for (std::uint32_t number = 0; number < wanted; ++number) std::getline(lines, line);
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : line.substr(begin);
}

std::string counters_table(const std::vector<CountedColumn>& columns, bool per_group, sim::LaneSchedule lanes,
                           const Terms& terms) {
  const bool lockstep = lanes == sim::LaneSchedule::lockstep;
  std::vector<Table::Align> aligns(columns.size() + 2, Table::Align::right);
  aligns.front() = Table::Align::left;
  Table table(aligns);

  std::vector<std::string> heading{""};
  for (const CountedColumn& column : columns) heading.push_back(column.title);
  if (per_group) heading.push_back(terms.in_terms("per work-group"));
  table.add(heading);
  for (const Metric& metric : kMetrics) {
    if (!lockstep && !sim::holds_for_independent_lanes(metric.name)) continue;
    const bool is_zero = std::ranges::all_of(
        columns, [&](const CountedColumn& column) { return column.counters.*metric.value == 0; });
    if (is_zero && is_rare(metric.name)) continue;
    std::vector<std::string> row{terms.in_terms(metric.title)};
    if (*metric.unit) row[0] += fmt::format(" ({})", metric.unit);
    for (const CountedColumn& column : columns) row.push_back(count_text(column.counters.*metric.value));
    if (per_group)
      row.push_back(is_of_whole_run(metric.name)
                        ? std::string()
                        : for_a_group(columns[0].counters.*metric.value, columns[0].counters.work_groups));
    table.add(row);
  }
  if (!lockstep) return table.text();
  std::vector<std::string> utilisation{"lane utilisation"};
  for (const CountedColumn& column : columns)
    utilisation.push_back(percent(column.counters.lane_utilisation()));
  table.add(utilisation);
  return table.text();
}

std::string comparison_table(const std::vector<CountedColumn>& rows, const Terms& terms) {
  const char* local = terms.in_terms("local memory") == "local memory" ? "local" : "shared";
  std::vector<Table::Align> aligns(12, Table::Align::right);
  aligns.front() = Table::Align::left;
  Table table(aligns);
  table.add({"", "launches", "warps", "steps", "work", "diver-", "barriers", "global", "KiB", local, local,
             "lanes"});
  table.add({"", "", "", "T", "W", "gent", "", "trans-", "moved", "wave-", "con-", "busy"});
  table.add({"", "", "", "", "", "branches", "", "actions", "", "fronts", "flicts", "%"});
  for (const CountedColumn& row : rows) {
    const Counters& c = row.counters;
    const std::uint64_t transactions =
        c.global_load_transactions + c.global_store_transactions + c.global_atomic_transactions;
    const std::uint64_t wavefronts =
        c.local_load_wavefronts + c.local_store_wavefronts + c.local_atomic_wavefronts;
    table.add({row.title, count_text(c.launches), count_text(c.warps), count_text(c.steps),
               count_text(c.work), count_text(c.divergent_branches), count_text(c.barriers),
               count_text(transactions), count_text((c.bytes_moved + 512) / 1024), count_text(wavefronts),
               count_text(c.local_conflicts), fmt::format("{:.1f}", 100 * c.lane_utilisation())});
  }
  return table.text();
}

std::string lines_table(const Plan& plan, const sim::CountedRun& run) {
  using enum Table::Align;
  const bool with_constants = loads_constants(run);
  std::vector<Table::Align> aligns(with_constants ? 10 : 9, right);
  aligns.back() = left;
  Table table(aligns);
  std::vector<std::string> heading{"line",   "executed", "lanes",     "divergent", "work",
                                   "global", "passes",   "conflicts", "source"};
  if (with_constants) heading.insert(heading.end() - 1, "constant");
  table.add(heading);
  for (std::size_t program = 0; program < run.lines.size(); ++program) {
    const KernelSource& source = plan.programs[program].source;
    for (const auto& [place, counters] : run.lines[program]) {
      const std::uint64_t global = counters.global_load_transactions + counters.global_store_transactions +
                                   counters.global_atomic_transactions;
      const std::uint64_t passes =
          counters.local_load_wavefronts + counters.local_store_wavefronts + counters.local_atomic_wavefronts;
      std::vector<std::string> row{std::to_string(place.second),
                                   count_text(counters.instructions),
                                   percent(counters.lane_utilisation()),
                                   nonzero(counters.divergent_branches),
                                   nonzero(counters.work),
                                   nonzero(global),
                                   nonzero(passes),
                                   nonzero(counters.local_conflicts),
                                   place.first == 0 ? source_line(source.text, place.second) : ""};
      if (with_constants) row.insert(row.end() - 1, nonzero(counters.constant_load_passes));
      table.add(row);
    }
  }
  return table.text();
}

}  // namespace lockstep::cli
