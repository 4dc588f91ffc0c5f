// Watches a run from outside: stops it on request, or when no work-group has ended for a while, pauses it,
// and reports its progress. One watch may be used by several threads that share a launch, none of which
// pauses.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>

#include "sim/machine/state/state.hpp"

namespace lockstep::sim {

struct RunProgress {
  std::uint32_t launch = 0, launches = 1;  // the index of the running launch, and the number of launches
  std::uint64_t done = 0, groups = 1;      // work-groups of this launch
  std::chrono::milliseconds elapsed{0};    // since the run began
  // Estimated remaining time of the whole run, as if all launches took the same time. 0: not known yet.
  std::chrono::milliseconds left() const;
};

class RunWatch {
 public:
  using Clock = std::chrono::steady_clock;
  struct Options {
    std::stop_token stop;
    // A run in which no work-group ends within this time is stopped; 0: never.
    std::chrono::milliseconds timeout{0};
    // Called at most every 200 ms, by one of the running threads, never by two at the same time.
    std::function<void(const RunProgress&)> show;
    // Number of warp instructions of an earlier attempt whose beginning this run repeats; findings state it.
    std::uint64_t executed_before = 0;
  };
  explicit RunWatch(Options options);

  void begin_launch(std::uint32_t launch, std::uint32_t launches, std::uint64_t groups);
  void end_group();
  // Whether the run must end now: none, stalled or requested. Fast enough to be called every millisecond.
  EarlyEnd check_limits();
  // The run pauses at this time; empty: never. The pause so far does not count as the run's time.
  void pause_at(std::optional<Clock::time_point> time);
  bool pauses();
  // Number of warp instructions between two readings of the clock. With all observers, an instruction takes
  // up to a few microseconds.
  std::uint64_t between_looks() const { return pause_at_ ? std::uint64_t{1} << 10 : std::uint64_t{1} << 14; }
  std::chrono::milliseconds timeout() const { return options_.timeout; }
  std::uint64_t executed_before() const { return options_.executed_before; }

 private:
  std::int64_t now() const;  // milliseconds since the beginning
  void show_progress(std::int64_t time);

  Options options_;
  Clock::time_point begin_ = Clock::now();
  std::atomic<std::int64_t> progress_at_ = 0;  // when the last group ended
  std::atomic<std::uint64_t> done_ = 0;
  std::mutex showing_;
  RunProgress progress_;  // without the values of the atomic members
  std::int64_t shown_at_ = 0;
  std::optional<Clock::time_point> pause_at_;
  std::optional<std::int64_t> paused_since_;
};

}  // namespace lockstep::sim
