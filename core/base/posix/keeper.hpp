// Starts other programs: programs that exchange messages with this process (process.cpp) and the user's
// programs (guest.cpp). A keeper is a small process between this process and the program: it starts the
// program, adopts the processes that the program leaves behind, and ends all of them on request, or when this
// process ends for any reason, including SIGKILL. The keeper detects this end by a pipe whose other end only
// this process holds.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

struct Pipe {
  int read = -1, write = -1;  // both are closed in started programs
  Pipe();
  bool is_open() const { return read >= 0; }
};
void close_if_open(int& descriptor);

struct Spawn {
  std::vector<std::string> program;      // searched for in PATH; its arguments follow
  std::vector<std::string> environment;  // "NAME=value"
  std::string folder = {};               // working directory; empty: that of this process
  int in = -1, out = -1, err = -1;       // -1: that of this process
  bool own_group = false;                // Ctrl+C in the terminal does not reach the program
};

// A program that runs under a keeper.
class Kept {
 public:
  Kept() = default;
  // Starts the program and returns 0, or returns the system's error number.
  int start(Spawn request);
  // Ends all processes that still run.
  ~Kept();
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;

  void interrupt();   // as Ctrl+C does
  void ask_to_end();  // SIGTERM; processes that are left when the program ends are killed
  void kill_all();    // the program and all processes that it started

  bool is_started() const { return keeper_ > 0; }
  // Returns whether the program ends within this time.
  bool ends_within(std::chrono::milliseconds time);
  bool has_ended() { return ends_within(std::chrono::milliseconds(0)); }
  // The status as returned by waitpid(); none if the program still runs or its status is unknown.
  std::optional<int> status() const { return status_; }

 private:
  void tell(char word);

  int keeper_ = -1;              // its process id; -1 if there is none or it has ended
  int orders_ = -1, news_ = -1;  // commands to the keeper, and the status that it reports
  bool ended_ = false;
  std::optional<int> status_;
};

// The environment of this process with `variables` added. If a name occurs twice, the first variable is used.
std::vector<std::string> environment_with(std::vector<std::string> variables);

// Describes how a signal ended a program: "by SIGSEGV (an invalid memory access)".
std::string signal_text(int signal);

}  // namespace lockstep
