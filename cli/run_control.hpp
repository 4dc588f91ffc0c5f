// What the commands that simulate share while they run: --timeout, Ctrl+C, and progress on standard error.
#pragma once

#include <chrono>
#include <string>

#include "cli/command.hpp"
#include "core/base/result.hpp"
#include "core/base/signals.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::cli {

inline constexpr double kMaxSeconds = 1e6;  // of any option

// --timeout as typed, in seconds; 0: never.
struct TimeoutOption {
  std::string seconds;
  void add_to(CLI::App& app);
};
Result<std::chrono::milliseconds> parse_timeout(const TimeoutOption& option);
// Any option of seconds; `unit`: what a message says of its numbers. A part of a millisecond is a whole one,
// so that only 0 is 0.
Result<std::chrono::milliseconds> parse_seconds(std::string_view name, const std::string& text,
                                                std::string_view unit);

// Exists while a command runs. Its progress line is erased at its end.
class RunControl {
 public:
  explicit RunControl(std::chrono::milliseconds timeout) : timeout_(timeout) {}
  ~RunControl();
  RunControl(const RunControl&) = delete;
  RunControl& operator=(const RunControl&) = delete;

  // Stops a run on Ctrl+C and by the timeout, and shows its progress; `what` runs: "reduce/divergent".
  void set(sim::RunOptions& options, const std::string& what);
  std::stop_token stop() const { return interrupt_.token(); }
  std::chrono::milliseconds timeout() const { return timeout_; }
  bool is_interrupted() const { return stop().stop_requested(); }
  // A line for a longer piece of work that has no work-groups.
  void show(const std::string& text);
  void clear_line();

 private:
  std::chrono::milliseconds timeout_;
  Interrupt interrupt_;
  bool is_shown_ = false;
};

// "run stopped by Ctrl+C: …"; "" for a run that was not interrupted.
std::string interrupted_sentence(const sim::CountedRun& run);

}  // namespace lockstep::cli
