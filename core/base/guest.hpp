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
  std::vector<std::string> without = {};    // names of variables that are taken from it
  std::string folder = {};                  // in which it starts; empty: this process's
};

// How a guest ended.
struct GuestEnd {
  int status = 0;          // of its exit; 128 + the signal's number when one ended it, as shells say it
  std::string signal;      // "by SIGSEGV (an invalid memory access)"; empty: it exited by itself
  bool timed_out = false;  // it was ended because the time was over
  bool stopped = false;    // it was ended because the user wished it
};

// Runs a program with this one's input, output and errors, and waits for its end. Ctrl+C is for the program,
// not for this one. `timeout` 0: for ever. After the timeout or a stop it and all that it started are ended;
// also when this process ends, however it ends.
Result<GuestEnd> run_guest(const GuestStart& start, std::chrono::milliseconds timeout,
                           const std::stop_token& stop = {});

// A program in the background: it has no input, and its output and errors come here, in their order. It and
// all that it starts end with this process.
class Guest {
 public:
  static Result<std::unique_ptr<Guest>> start(const GuestStart& start);
  ~Guest();  // kills a program that still runs
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

  // What it wrote since the last call; waits for something up to `timeout`.
  std::string read(std::chrono::milliseconds timeout);
  // Asks it to end, and kills it if it does not end within two seconds.
  void stop(bool timed_out = false);
  // How it ended; none: it runs. After that read() gives what is left of its output.
  std::optional<GuestEnd> end();

 private:
  struct Handle;  // the system's
  Guest();
  std::unique_ptr<Handle> handle_;
};

}  // namespace lockstep
