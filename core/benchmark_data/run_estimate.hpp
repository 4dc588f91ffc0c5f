// How long a benchmark will take, roughly: from the rows that were measured before on the same device, else
// from the bytes that a row must move.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/history.hpp"

namespace lockstep::measure {

// A measured row.
struct KnownTime {
  std::string id, device;
  std::uint64_t n = 0;
  double seconds = 0;  // of one run, on the host's clock
};

// The times of the rows that passed; `device`: on which they ran.
std::vector<KnownTime> known_times(std::span<const BenchRow> rows, const std::string& device);

// From the results that are kept.
std::vector<KnownTime> stored_times(const KeptResults& kept);

// A requested row.
struct AskedRow {
  const std::string& id;
  std::uint64_t n = 0;
  bool is_kernel = true;      // that a driver builds; else a host implementation
  bool on_processor = true;   // nothing is moved to a device's own memory
  const std::string& device;  // its name
};
// Seconds for all its runs, including building the kernel and preparing and checking the data. The first list
// of `known` that has the row is used.
double estimate_row(const AskedRow& row, unsigned runs,
                    std::initializer_list<std::span<const KnownTime>> known);

// How much of a run is left, from the seconds that its rows were estimated to take and those that have
// passed.
class TimeLeft {
 public:
  explicit TimeLeft(std::vector<double> rows) : rows_(std::move(rows)) {}
  double total() const;
  // `share`: of `row` that is done, from 0 to 1.
  double left(std::size_t row, double share, double passed) const;

 private:
  std::vector<double> rows_;
};

// "about 4 s", "about 3 min", "less than a second".
std::string about(double seconds);

}  // namespace lockstep::measure
