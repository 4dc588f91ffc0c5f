// The result table of the Run on GPU page, prepared without drawing.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gui/background_jobs/benchmark/benchmark_runner.hpp"
#include "gui/pages/gpu/part_lines.hpp"

namespace lockstep::gui {

struct ResultRow {
  std::string algorithm;
  std::uint64_t size = 0;  // n
  std::string median, mean, min, max, launches, gaps, host, gelem, gbps, share, speed_up, earlier, status;
  std::string reason;   // why it did not pass
  std::string remark;   // on a passed row: its tuning, or a known problem of the driver
  std::string details;  // for its tooltip
  enum class Mood : std::uint8_t { waiting, running, good, bad, quiet };
  Mood mood = Mood::waiting;
  PartLines parts;  // for several devices
};

// The finished rows. Speed-up is relative to the first passed row of the same n and family.
std::vector<ResultRow> prepare_results(const measure::BenchReport& report);
// All requested rows.
std::vector<ResultRow> prepare_results(const BenchmarkSnapshot& snapshot);

struct ResultColumn {
  std::string_view title, tooltip;
  std::string ResultRow::*value;
  float width;  // px
  bool in_times, in_rates;
};
std::span<const ResultColumn> result_columns();
float columns_width(std::span<const ResultColumn> columns);
// All columns if they fit into `room` pixels; otherwise the columns of times or of rates.
std::vector<ResultColumn> shown_columns(float room, ResultColumns chosen);

// The properties that all rows have in common: "int, sum, work-groups of 256". Tuned kernels choose their own
// work-group size.
std::string request_text(const measure::BenchReport& report);

}  // namespace lockstep::gui
