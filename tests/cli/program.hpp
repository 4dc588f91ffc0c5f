// Runs the real executable.
#pragma once

#include <string>

namespace lockstep::cli {

struct Output {
  int status = -1;  // exit status; 128 + the signal's number if a signal ended the process, as in the shell
  std::string out;
  std::string err;
};

// `arguments` in the syntax of a POSIX shell.
Output run_lockstep(const std::string& arguments);
// The same with another file in place of the program.
Output run_program(const std::string& program, const std::string& arguments);
// The same where everything printed goes to the file `out`, such as /dev/full: Output::out stays empty.
Output run_lockstep_into(const std::string& out, const std::string& arguments);

// What `lockstep grade` needs where this system cannot confine its workers; "" elsewhere.
std::string grade_unconfined();

// Writes a file into the test's own folder, which is deleted at the end of the process.
std::string write_file(const std::string& name, const std::string& text);

}  // namespace lockstep::cli
