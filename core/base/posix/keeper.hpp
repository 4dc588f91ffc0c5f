// Starts other programs: those that this one talks to (process.cpp) and the user's (guest.cpp). Between the
// two is a keeper: a small process that starts the program, adopts the processes that it leaves behind, and
// ends them all when asked to, or when this process ends for any reason, SIGKILL included. It learns of that
// from a pipe whose other end only this process holds.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

struct Pipe {
  int read = -1, write = -1;  // both closed in programs that are started
  Pipe();
  bool is_open() const { return read >= 0; }
};
void close_if_open(int& descriptor);

struct Spawn {
  std::vector<std::string> program;      // searched for in PATH; its arguments follow
  std::vector<std::string> environment;  // "NAME=value"
  std::string folder = {};               // in which it starts; empty: this process's
  int in = -1, out = -1, err = -1;       // -1: this process's
  bool own_group = false;                // apart from the terminal's Ctrl+C
};

// A program that runs under a keeper.
class Kept {
 public:
  Kept() = default;
  // The system's error number; 0: it runs.
  int start(Spawn request);
  // Ends what still runs.
  ~Kept();
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;

  void interrupt();   // as Ctrl+C does
  void ask_to_end();  // SIGTERM; what is left when the program ends is killed
  void kill_all();    // the program and all that it started

  bool is_started() const { return keeper_ > 0; }
  // True as soon as it has ended.
  bool ends_within(std::chrono::milliseconds time);
  bool has_ended() { return ends_within(std::chrono::milliseconds(0)); }
  // As waitpid() returns it; none: it still runs, or the status is unknown.
  std::optional<int> status() const { return status_; }

 private:
  void tell(char word);

  int keeper_ = -1;              // its process; -1: none, or it has ended
  int orders_ = -1, news_ = -1;  // commands to the keeper, and the status that it reports
  bool ended_ = false;
  std::optional<int> status_;
};

// The environment of this process with `variables`. Of two variables with the same name, the first one is
// used.
std::vector<std::string> environment_with(std::vector<std::string> variables);

// "by SIGSEGV (an invalid memory access)"
std::string signal_text(int signal);

}  // namespace lockstep
