// The result table of the Run on GPU tab, prepared without drawing.
#pragma once

#include <string>
#include <vector>

#include "gui/benchmark_runner.hpp"

namespace lockstep::gui {

struct ResultRow {
  std::string algorithm, n, median, min, max, gelem, gbps, share, speed_up, status;
  std::string reason;   // its first line; a driver's log has many
  std::string details;  // all of it
  enum class Mood : std::uint8_t { waiting, running, good, bad, quiet };
  Mood mood = Mood::waiting;
  double bar = 0;  // GB/s as a share of the fastest row's, 0 to 1
};

// Every row that was asked for, finished ones first filled in. Speed-up is over the first row of the same n.
std::vector<ResultRow> prepare_results(const BenchmarkSnapshot& snapshot);

// 1234567 → "1.23 ms"
std::string format_ns(std::uint64_t nanoseconds);

}  // namespace lockstep::gui
