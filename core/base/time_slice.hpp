// A share of a thread's time for work that is done in pieces (job.hpp): loops ask it after each round.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace lockstep {

class TimeSlice {
 public:
  TimeSlice() = default;  // without an end
  explicit TimeSlice(std::chrono::milliseconds most) : end_(Clock::now() + most) {}

  bool has_end() const { return end_.has_value(); }
  // After a round of so much work, 1 being that of few microseconds: the clock is looked at now and then.
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
