// Programs of the user that this one starts and waits for. They know nothing of this program.
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
  std::string folder = {};                  // in which it starts; empty: this process's
};

// How a guest ended.
struct GuestEnd {
  int status = 0;          // its exit status; 128 + the signal's number if a signal ended it, as in shells
  std::string signal;      // "by SIGSEGV (an invalid memory access)"; empty: it exited normally
  bool timed_out = false;  // it was ended after the timeout
  bool stopped = false;    // it was ended at the user's request
};

// Runs a program with this one's input, output and errors, and waits for its end. Ctrl+C goes to the program,
// not to this one. `timeout` 0: no limit. After the timeout or a stop, the program and everything that it
// started are ended; so they are when this process ends for any reason.
Result<GuestEnd> run_guest(const GuestStart& start, std::chrono::milliseconds timeout,
                           const std::stop_token& stop = {});

// A program in the background: it has no input, and its output and errors are read here, in their order. It
// and everything that it starts end with this process.
class Guest {
 public:
  static Result<std::unique_ptr<Guest>> start(const GuestStart& start);
  ~Guest();  // kills a program that still runs
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

  // What it wrote since the last call; waits up to `timeout` for new output.
  std::string read(std::chrono::milliseconds timeout);
  // Asks it to end, and kills it if it does not end within two seconds.
  void stop(bool timed_out = false);
  // How it ended; none while it runs. Afterwards read() still returns the rest of its output.
  std::optional<GuestEnd> end();

 private:
  struct Handle;  // the operating system's
  Guest();
  std::unique_ptr<Handle> handle_;
};

}  // namespace lockstep
