// How this program starts others, for those that it talks to (process.cpp) and those of the user (guest.cpp).
#pragma once

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
  bool own_group = false;                // so that everything that it starts can be killed with it
  bool takes_interrupts = false;         // though this process ignores them
};
// The system's error number; 0: it runs, as `pid`.
int spawn(Spawn request, int& pid);

// The environment of this process with `variables`. Of two variables with the same name the first one counts.
std::vector<std::string> environment_with(std::vector<std::string> variables);

// "by SIGSEGV (an invalid memory access)"
std::string signal_text(int signal);

}  // namespace lockstep
