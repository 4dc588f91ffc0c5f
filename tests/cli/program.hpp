// Runs the real executable, as a person would.
#pragma once

#include <string>

namespace lockstep::cli {

struct Output {
  int status = -1;  // exit status; above 128 when a signal ended it, as the shell says it
  std::string out;
  std::string err;
};

// `arguments` as for a POSIX shell.
Output run_lockstep(const std::string& arguments);

// A file below the test's own folder, gone at the end of the process.
std::string write_file(const std::string& name, const std::string& text);

}  // namespace lockstep::cli
