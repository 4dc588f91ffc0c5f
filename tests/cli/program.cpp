#include "tests/cli/program.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/temporary_folder.hpp"

namespace lockstep::cli {

namespace {

const TemporaryFolder& folder() {
  static const TemporaryFolder the_folder;
  return the_folder;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Output run_into(const std::string& out, const std::string& program, const std::string& arguments) {
  // The tests must not write into the results of the person who runs them, nor read the state of a window.
  setenv("XDG_DATA_HOME", folder().file("data").c_str(), 1);
  setenv("XDG_STATE_HOME", folder().file("state").c_str(), 1);
  const std::string err = folder().file("stderr");
  const std::string command =
      "\"" + program + "\" " + arguments + " >\"" + out + "\" 2>\"" + err + "\" </dev/null";
  const int status = std::system(command.c_str());
  Output output;
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  output.err = contents(err);
  return output;
}

}  // namespace

Output run_lockstep(const std::string& arguments) { return run_program(LOCKSTEP_EXECUTABLE, arguments); }

Output run_program(const std::string& program, const std::string& arguments) {
  const std::string out = folder().file("stdout");
  Output output = run_into(out, program, arguments);
  output.out = contents(out);
  return output;
}

Output run_lockstep_into(const std::string& out, const std::string& arguments) {
  return run_into(out, LOCKSTEP_EXECUTABLE, arguments);
}

std::string grade_unconfined() { return ""; }

std::string write_file(const std::string& name, const std::string& text) {
  const std::string path = folder().file(name);
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

}  // namespace lockstep::cli
