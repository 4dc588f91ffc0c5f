// Watches a run: stops the run on request or when no work-group has ended for some time, pauses the run, and
// reports its progress. Several threads that share a launch may use the same watch if none of them pauses.
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
  // Returns the estimated remaining time of the whole run, as if all launches took the same time. 0: not
  // known yet.
  std::chrono::milliseconds left() const;
};

class RunWatch {
 public:
  using Clock = std::chrono::steady_clock;
  struct Options {
    std::stop_token stop;
    // A run in which no work-group ends within this time is stopped. 0: the run is never stopped.
    std::chrono::milliseconds timeout{0};
    // Called at most every 200 ms by one of the running threads, and never by two threads at the same time.
    std::function<void(const RunProgress&)> show;
    // Number of warp instructions of an earlier attempt, if this run repeats the beginning of that attempt.
    // Findings state this number.
    std::uint64_t executed_before = 0;
  };
  explicit RunWatch(Options options);

  void begin_launch(std::uint32_t launch, std::uint32_t launches, std::uint64_t groups);
  void end_group();
  // Returns whether and why the run must end now: none, stalled or requested. Fast enough to be called
  // every millisecond.
  EarlyEnd check_limits();
  // Sets the time at which the run pauses; empty: never. The duration of the previous pause does not count as
  // time of the run.
  void pause_at(std::optional<Clock::time_point> time);
  bool pauses();
  // Returns the number of warp instructions between two readings of the clock. With all observers, an
  // instruction takes up to a few microseconds.
  std::uint64_t between_looks() const { return pause_at_ ? std::uint64_t{1} << 10 : std::uint64_t{1} << 14; }
  std::chrono::milliseconds timeout() const { return options_.timeout; }
  std::uint64_t executed_before() const { return options_.executed_before; }

 private:
  std::int64_t now() const;  // milliseconds since the beginning
  void show_progress(std::int64_t time);

  Options options_;
  Clock::time_point begin_ = Clock::now();
  std::atomic<std::int64_t> progress_at_ = 0;  // the time at which the last group ended
  std::atomic<std::uint64_t> done_ = 0;
  std::mutex showing_;
  RunProgress progress_;  // without the values of the atomic members
  std::int64_t shown_at_ = 0;
  std::optional<Clock::time_point> pause_at_;
  std::optional<std::int64_t> paused_since_;
};

}  // namespace lockstep::sim
