// The repetitions of a run for a measurement: their number, the progress, and a summary of the times.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep::measure {

struct Progress {
  unsigned done = 0;  // number of runs, including warm-ups
  unsigned total = 0;
  std::string what;          // "building", "run 3 of 23"
  bool is_building = false;  // may take minutes without progress
};

struct RunOptions {
  unsigned repetitions = 20;
  unsigned warm_ups = 3;  // at least 1: the first run of a kernel may still be compiling
  // When all runs after the first have taken this long together, no further run begins. The first timed run
  // is an exception.
  std::chrono::seconds time_limit{20};
  std::stop_token stop{};
  std::function<void(const Progress&)> on_progress{};  // called on the calling thread
};

// A summary over the repetitions.
struct Spread {
  std::uint64_t median = 0;
  std::uint64_t min = 0;
  std::uint64_t max = 0;
  std::uint64_t mean = 0;
};

// Summarises the values. The list must not be empty. The median of an even count is the mean of the two
// middle values.
Spread spread_of(std::vector<std::uint64_t> values);

// Decides which run comes next, and when there are enough runs.
class RunCount {
 public:
  explicit RunCount(const RunOptions& options);
  unsigned total() const { return total_; }  // including warm-ups
  unsigned done() const { return done_; }
  bool is_another_wanted() const;
  bool begin();  // returns true if the run that begins now is timed, false if it is a warm-up
  void end();    // to be called if the run's result was correct

 private:
  bool out_of_time() const { return std::chrono::steady_clock::now() - start_ > limit_; }

  unsigned warm_ups_, total_, done_ = 0, timed_ = 0;  // timed_: timed runs that have begun
  std::chrono::seconds limit_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace lockstep::measure
