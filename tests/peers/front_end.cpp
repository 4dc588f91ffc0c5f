// front_end FILE… [-- OPTIONS…]: says for each kernel file whether it compiles ("FILE: ok"), or the first
// error ("FILE: refused: 12:3: error: …"). It checks many foreign files at once, for comparison with `clang
// -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only`.
//
// Each file is compiled in a separate process with a time limit, so that a defect of the front end ("crashed:
// signal 11", "no answer in 10 s") does not stop the run. The exit status is 1 if any file was refused.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "sim/compiler/compile.hpp"

namespace {

constexpr unsigned kSecondsPerFile = 10;

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The first line of a report without the path of the file, which the caller prints.
std::string first_line(std::string_view report, std::string_view path) {
  report = report.substr(0, report.find('\n'));
  if (report.starts_with(path) && report.size() > path.size()) report.remove_prefix(path.size() + 1);
  return std::string(report);
}

int compile_one(const std::string& path, const std::string& options) {
  if (!std::filesystem::is_regular_file(path)) {
    fmt::print("{}: cannot be read\n", path);
    return 1;
  }
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const auto program = lockstep::sim::language::compile({path, contents(path), folder}, options);
  if (program)
    fmt::print("{}: ok\n", path);
  else
    fmt::print("{}: refused: {}\n", path, first_line(program.error().message, path));
  return program ? 0 : 1;
}

bool accepted(const std::string& path, const std::string& options) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(kSecondsPerFile);
    const int status = compile_one(path, options);
    std::fflush(stdout);
    _exit(status);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    fmt::print("{}: no answer in {} s\n", path, kSecondsPerFile);
  else if (WIFSIGNALED(status))
    fmt::print("{}: crashed: signal {}\n", path, WTERMSIG(status));
  std::fflush(stdout);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + argument_count);
  std::vector<std::string> files;
  std::string options;
  bool in_options = false;
  for (const std::string& word : words) {
    if (!in_options && word == "--")
      in_options = true;
    else if (in_options)
      options += (options.empty() ? "" : " ") + word;
    else
      files.push_back(word);
  }
  if (files.empty()) {
    fmt::print(stderr, "usage: front_end FILE… [-- OPTIONS…]\n");
    return 2;
  }
  std::size_t refused = 0;
  for (const std::string& file : files) refused += accepted(file, options) ? 0 : 1;
  return refused == 0 ? 0 : 1;
}
