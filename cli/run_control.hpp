// Common features of commands that simulate: --timeout, Ctrl+C, and progress on standard error.
#pragma once

#include <chrono>
#include <string>

#include "cli/command.hpp"
#include "core/base/result.hpp"
#include "core/base/signals.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::cli {

inline constexpr double kMaxSeconds = 1e6;  // the maximum for all options in seconds

// The option --timeout as typed text, in seconds. 0 means no timeout.
struct TimeoutOption {
  std::string seconds;
  void add_to(CLI::App& app);
};
Result<std::chrono::milliseconds> parse_timeout(const TimeoutOption& option);
// Parses an option in seconds. `name` is the option, and `unit` describes the valid numbers in an error
// message. The value is rounded up to milliseconds, so that the result is 0 only for 0.
Result<std::chrono::milliseconds> parse_seconds(std::string_view name, const std::string& text,
                                                std::string_view unit);

// Controls the run of a command. The destructor erases the progress line.
class RunControl {
 public:
  explicit RunControl(std::chrono::milliseconds timeout) : timeout_(timeout) {}
  ~RunControl();
  RunControl(const RunControl&) = delete;
  RunControl& operator=(const RunControl&) = delete;

  // Sets options that stop the run on Ctrl+C and after the timeout, and show the progress of `what`, such
  // as "reduce/divergent".
  void set(sim::RunOptions& options, const std::string& what);
  std::stop_token stop() const { return interrupt_.token(); }
  std::chrono::milliseconds timeout() const { return timeout_; }
  bool is_interrupted() const { return stop().stop_requested(); }
  // Shows a progress line for longer work that has no work-groups.
  void show(const std::string& text);
  void clear_line();

 private:
  std::chrono::milliseconds timeout_;
  Interrupt interrupt_;
  bool is_shown_ = false;
};

// Returns "Stopped by Ctrl+C: …"; "" for a run that was not interrupted.
std::string interrupted_sentence(const sim::CountedRun& run);

}  // namespace lockstep::cli
