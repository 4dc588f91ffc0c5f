#include "core/benchmark_data/repetitions.hpp"

#include <algorithm>
#include <numeric>

namespace lockstep::measure {

Spread spread_of(std::vector<std::uint64_t> values) {
  std::sort(values.begin(), values.end());
  const std::size_t count = values.size();
  const std::uint64_t low = values[(count - 1) / 2];
  const std::uint64_t high = values[count / 2];
  const std::uint64_t sum = std::accumulate(values.begin(), values.end(), std::uint64_t{0});
  return {low + (high - low) / 2, values.front(), values.back(), sum / count};
}

RunCount::RunCount(const RunOptions& options)
    : warm_ups_(std::max(options.warm_ups, 1u)),
      total_(warm_ups_ + std::max(options.repetitions, 1u)),
      limit_(options.time_limit) {}

bool RunCount::is_another_wanted() const { return done_ < total_ && (timed_ == 0 || !out_of_time()); }

bool RunCount::begin() {
  const bool timed = done_ >= warm_ups_ || (done_ > 0 && out_of_time());
  if (timed) ++timed_;
  return timed;
}

void RunCount::end() {
  if (done_++ == 0) start_ = std::chrono::steady_clock::now();  // the first may have compiled the kernels
}

}  // namespace lockstep::measure
