#include "core/benchmark_data/run_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/machine_facts.hpp"

namespace lockstep::measure {
namespace {

// Rough values if nothing was measured.
constexpr double kBuild = 0.6;      // s, for a kernel that the driver has not built before
constexpr double kHostWork = 8e-9;  // s for each element: filling, the reference, checking; on one processor
constexpr double kCopies = 3e-9;    // s for each element: to the device and back
constexpr double kLaunch = 50e-6;   // s
constexpr double kProcessor = 4e9;  // bytes a second
constexpr double kDevice = 100e9;   // the same, for a device with its own memory
constexpr std::uint64_t kBytesEach = 8;  // read and written

// Returns the measured run of the same row with the nearest n; the latest one if there are several.
const KnownTime* nearest(const AskedRow& row, std::span<const KnownTime> known) {
  const KnownTime* best = nullptr;
  const auto distance = [&](const KnownTime& one) {
    return std::abs(std::log2(static_cast<double>(one.n)) - std::log2(static_cast<double>(row.n)));
  };
  for (const KnownTime& one : known)
    if (one.n > 0 && one.id == row.id && one.device == row.device &&
        (best == nullptr || distance(one) <= distance(*best)))
      best = &one;
  return best;
}

}  // namespace

std::vector<KnownTime> known_times(std::span<const BenchRow> rows, const std::string& device) {
  std::vector<KnownTime> known;
  for (const BenchRow& row : rows)
    if (row.status == BenchRow::Status::passed)
      known.push_back({row.id, device, row.n, static_cast<double>(row.host_ns.median) * 1e-9});
  return known;
}

double estimate_row(const AskedRow& row, unsigned runs,
                    std::initializer_list<std::span<const KnownTime>> known) {
  const auto n = static_cast<double>(std::max<std::uint64_t>(1, row.n));
  double one = kLaunch + n * kBytesEach / (row.on_processor ? kProcessor : kDevice);
  for (const std::span<const KnownTime> list : known)
    if (const KnownTime* measured = nearest(row, list)) {
      one = measured->seconds * std::max(n / static_cast<double>(measured->n), 0.01);
      break;
    }
  return (row.is_kernel ? kBuild : 0) + n * (kHostWork / usable_processors() + kCopies) + runs * one;
}

std::vector<KnownTime> stored_times(const KeptResults& kept) {
  std::vector<KnownTime> known;
  for (const KeptResult& result : kept.results)
    known.push_back(
        {result.row.id, result.device, result.row.n, static_cast<double>(result.row.host_ns.median) * 1e-9});
  return known;
}

double TimeLeft::total() const { return std::accumulate(rows_.begin(), rows_.end(), 0.0); }

// The rows so far may be slower or faster than estimated; the first seconds are not reliable.
double TimeLeft::left(std::size_t row, double share, double passed) const {
  constexpr double kTrust = 2;  // s
  double done = row < rows_.size() ? share * rows_[row] : 0;
  for (std::size_t i = 0; i < std::min(row, rows_.size()); ++i) done += rows_[i];
  return (total() - done) * (passed + kTrust) / (done + kTrust);
}

std::string about(double seconds) {
  if (seconds < 1) return "less than a second";
  if (seconds < 10) return fmt::format("about {:.0f} s", seconds);
  if (seconds < 90) return fmt::format("about {:.0f} s", std::round(seconds / 5) * 5);
  if (seconds < 90 * 60) return fmt::format("about {:.0f} min", seconds / 60);
  return fmt::format("about {:.0f} hours", seconds / 3600);
}

}  // namespace lockstep::measure
