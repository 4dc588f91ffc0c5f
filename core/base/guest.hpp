// Starts the user's programs (guests) and waits for them. They do not exchange messages with this process.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep {

struct GuestStart {
  std::vector<std::string> program;         // searched for in PATH; its arguments follow
  std::vector<std::string> variables = {};  // "NAME=value", added to the environment
  std::vector<std::string> without = {};    // names of variables removed from the environment
  std::string folder = {};                  // working directory; empty: that of this process
};

// How a guest ended.
struct GuestEnd {
  int status = 0;          // exit status; 128 + the signal's number if a signal ended the program
  std::string signal;      // "by SIGSEGV (an invalid memory access)"; empty if the program exited
  bool timed_out = false;  // ended after the timeout
  bool stopped = false;    // ended at the user's request
};

// Runs a program with the standard streams of this process, and waits for its end. Ctrl+C interrupts the
// program, not this process. `timeout` 0 means no limit. The program and all processes that it started are
// ended after the timeout or a stop, and when this process ends for any reason.
Result<GuestEnd> run_guest(const GuestStart& start, std::chrono::milliseconds timeout,
                           const std::stop_token& stop = {});

// A program that runs in the background without input. Its output and errors are read as one stream, in
// order. The program and all processes that it starts end with this process.
class Guest {
 public:
  static Result<std::unique_ptr<Guest>> start(const GuestStart& start);
  ~Guest();  // kills the program if it still runs
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

  // Returns the output since the last call; waits up to `timeout` for new output.
  std::string read(std::chrono::milliseconds timeout);
  // Asks the program to end, and kills it if it does not end within two seconds. `timed_out`: the reason is a
  // timeout, not a request of the user.
  void stop(bool timed_out = false);
  // Returns how the program ended; none while it runs. After the end, read() still returns the rest of
  // the output.
  std::optional<GuestEnd> end();

 private:
  struct Handle;  // the operating system's
  Guest();
  std::unique_ptr<Handle> handle_;
};

}  // namespace lockstep
