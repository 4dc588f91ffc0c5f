// Roughly estimates the time of a benchmark: from earlier rows on the same device, otherwise from the bytes
// that a row must move.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/history.hpp"

namespace lockstep::measure {

// The time of a measured row.
struct KnownTime {
  std::string id, device;
  std::uint64_t n = 0;
  double seconds = 0;  // of one run, on the host's clock
};

// Returns the times of the rows that passed. `device` is the device on which they ran.
std::vector<KnownTime> known_times(std::span<const BenchRow> rows, const std::string& device);

// Returns the times of the stored results.
std::vector<KnownTime> stored_times(const KeptResults& kept);

// A requested row.
struct AskedRow {
  const std::string& id;
  std::uint64_t n = 0;
  bool is_kernel = true;      // built by a driver; otherwise a host implementation
  bool on_processor = true;   // no data are moved to a device's own memory
  const std::string& device;  // name of the device
};
// Estimates the seconds for all runs of the row, including building the kernel, preparing the data and
// checking the results. The first list in `known` that contains the row is used.
double estimate_row(const AskedRow& row, unsigned runs,
                    std::initializer_list<std::span<const KnownTime>> known);

// Estimates the remaining time of a run, from the estimated seconds of its rows and the elapsed time.
class TimeLeft {
 public:
  explicit TimeLeft(std::vector<double> rows) : rows_(std::move(rows)) {}
  double total() const;
  // `share`: the completed share of `row`, from 0 to 1.
  double left(std::size_t row, double share, double passed) const;

 private:
  std::vector<double> rows_;
};

// Formats a time: "about 4 s", "about 3 min", "less than a second".
std::string about(double seconds);

}  // namespace lockstep::measure
