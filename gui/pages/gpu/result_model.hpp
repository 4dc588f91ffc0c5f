// Computes the texts of the result table of the Run on GPU page, without drawing.
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
  std::string reason;   // why the row did not pass
  std::string remark;   // remark on a passed row, such as its tuning or a known problem of the driver
  std::string details;  // text of the row's tooltip
  enum class Mood : std::uint8_t { waiting, running, good, bad, quiet };
  Mood mood = Mood::waiting;
  PartLines parts;  // lines of the devices, if several devices share the array
};

// Returns the finished rows. The speed-up of a row is relative to the first passed row of the
// same n and family.
std::vector<ResultRow> prepare_results(const measure::BenchReport& report);
// Returns all requested rows, including rows that are not finished.
std::vector<ResultRow> prepare_results(const BenchmarkSnapshot& snapshot);

struct ResultColumn {
  std::string_view title, tooltip;
  std::string ResultRow::*value;
  float width;  // px
  bool in_times, in_rates;
};
std::span<const ResultColumn> result_columns();
float columns_width(std::span<const ResultColumn> columns);
// Returns all columns if they fit in `room` pixels; otherwise the columns of times or the columns of rates.
std::vector<ResultColumn> shown_columns(float room, ResultColumns chosen);

// Returns the properties that all rows have in common, for example "int, sum, work-groups of 256". The
// work-group size does not apply to tuned kernels, which choose their own size.
std::string request_text(const measure::BenchReport& report);

}  // namespace lockstep::gui
