// The user's programs, which this program starts and waits for. They are independent of this program.
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
  std::vector<std::string> without = {};    // names of variables removed from it
  std::string folder = {};                  // its working directory; empty: that of this process
};

// How a guest ended.
struct GuestEnd {
  int status = 0;          // its exit status; 128 + the signal's number if a signal ended it, as in shells
  std::string signal;      // "by SIGSEGV (an invalid memory access)"; empty: it exited normally
  bool timed_out = false;  // ended after the timeout
  bool stopped = false;    // ended at the user's request
};

// Runs a program with the standard streams of this process, and waits for its end. Ctrl+C interrupts the
// program, not this process. `timeout` 0 means no limit. The program and all processes that it started are
// ended after the timeout or a stop, and when this process ends for any reason.
Result<GuestEnd> run_guest(const GuestStart& start, std::chrono::milliseconds timeout,
                           const std::stop_token& stop = {});

// A program in the background, without input. Its output and errors are read here in their order. The program
// and all processes that it starts end with this process.
class Guest {
 public:
  static Result<std::unique_ptr<Guest>> start(const GuestStart& start);
  ~Guest();  // kills the program if it still runs
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

  // The output since the last call; waits up to `timeout` for new output.
  std::string read(std::chrono::milliseconds timeout);
  // Requests that the program end, and kills it if it does not end within two seconds.
  void stop(bool timed_out = false);
  // How the program ended; none while it runs. read() then still returns the rest of its output.
  std::optional<GuestEnd> end();

 private:
  struct Handle;  // the operating system's
  Guest();
  std::unique_ptr<Handle> handle_;
};

}  // namespace lockstep
