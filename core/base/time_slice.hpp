// A limited share of a thread's time for work that is done in pieces (job.hpp). A loop checks after each
// round whether the time is up.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace lockstep {

class TimeSlice {
 public:
  TimeSlice() = default;  // no time limit
  explicit TimeSlice(std::chrono::milliseconds most) : end_(Clock::now() + most) {}

  bool has_end() const { return end_.has_value(); }
  // Returns whether the time is up. Must be called after each round with the amount of work, in units of a
  // few microseconds. The clock is read only after a certain amount of work.
  bool is_over(std::uint64_t work = 1) {
    done_ += work;
    if (!end_ || done_ < kBetweenLooks) return false;
    done_ = 0;
    return Clock::now() >= *end_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kBetweenLooks = 128;
  std::optional<Clock::time_point> end_;
  std::uint64_t done_ = 0;
};

}  // namespace lockstep
