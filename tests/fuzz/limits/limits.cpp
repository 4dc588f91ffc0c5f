#include "tests/fuzz/limits/limits.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/temporary_folder.hpp"

namespace lockstep::fuzz {
namespace {

// Of address space and of processor time. A sanitizer reserves terabytes of addresses and is several times
// slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr rlim_t kMaxBytes = RLIM_INFINITY;
constexpr rlim_t kMaxSeconds = 100;
#else
constexpr rlim_t kMaxBytes = rlim_t{2} << 30;
constexpr rlim_t kMaxSeconds = 10;
#endif
constexpr unsigned kMaxWaiting = 10 * static_cast<unsigned>(kMaxSeconds);  // a file that never comes
constexpr std::size_t kMaxSaid = 64 << 10;                                 // bytes of a refusal

// Written by the C++ library or by a handler of signals, not for the person who gave the input.
constexpr std::array<std::string_view, 4> kNoSentences = {"bad_alloc", "[json.exception", "terminate called",
                                                          "vector::"};

void append_numbered(std::string& text, const std::string& pattern, std::uint64_t i) {
  std::size_t at = 0;
  for (std::size_t found = pattern.find('@'); found != std::string::npos; found = pattern.find('@', at)) {
    text.append(pattern, at, found - at);
    const char which = found + 1 < pattern.size() ? pattern[found + 1] : ' ';
    if (which == 'i' || which == 'j')
      text += std::to_string(which == 'i' ? i : i + 1);
    else
      text.append(pattern, found, 2);
    at = found + 2;
  }
  if (at < pattern.size()) text.append(pattern, at);
}

std::string with_paths(std::string command, const std::string& file, const std::string& folder) {
  const auto replace = [&](std::string_view what, const std::string& path) {
    for (std::size_t at = command.find(what); at != std::string::npos;
         at = command.find(what, at + path.size()))
      command.replace(at, what.size(), path);
  };
  replace("{folder}", folder);
  replace("{}", file);
  return command;
}

void set_limit(int resource, rlim_t most) {
  const rlimit limit{most, most};
  setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
}

// In the child.
[[noreturn]] void become(const std::string& command, const std::string& folder) {
  set_limit(RLIMIT_AS, kMaxBytes);
  set_limit(RLIMIT_CPU, kMaxSeconds);
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_FSIZE, rlim_t{1} << 30);
  setenv("XDG_DATA_HOME", (folder + "/home").c_str(), 1);
  setenv("HOME", (folder + "/home").c_str(), 1);
  for (const char* variable : {"XDG_STATE_HOME", "XDG_CONFIG_HOME", "DISPLAY", "WAYLAND_DISPLAY"})
    unsetenv(variable);
  alarm(kMaxWaiting);
  const std::string line = "exec " + command + " </dev/null";
  execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
  _exit(127);
}

std::string beginning_of(const std::string& path, std::size_t bytes) {
  std::ifstream file(path, std::ios::binary);
  std::string text(bytes, '\0');
  file.read(text.data(), static_cast<std::streamsize>(bytes));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

std::string fault_of(const LimitReport& report, std::uintmax_t said_bytes) {
  if (report.status > 128) return fmt::format("ended by signal {}", report.status - 128);
  if (report.status > 2) return fmt::format("ended with status {}", report.status);
  if (report.status != 0 && said_bytes == 0) return "failed without a sentence";
  if (said_bytes > kMaxSaid) return fmt::format("wrote {} bytes to standard error", said_bytes);
  for (const std::string_view words : kNoSentences)
    if (report.said.find(words) != std::string::npos) return fmt::format("said \"{}\"", words);
  return "";
}

}  // namespace

std::vector<LimitRow> all_rows() {
  std::vector<LimitRow> rows = kernel_rows();
  for (LimitRow& row : file_rows()) rows.push_back(std::move(row));
  return rows;
}

std::string text_of(const LimitRow& row, std::uint64_t count) {
  std::string text = row.head;
  for (std::uint64_t i = 0; i < count; ++i) append_numbered(text, row.opening, i);
  append_numbered(text, row.middle, count);
  if (!row.closing.empty())
    for (std::uint64_t i = count; i-- > 0;) append_numbered(text, row.closing, i);
  return text + row.tail;
}

LimitReport run_limit(const std::string& program, const LimitRow& row, const std::string& command,
                      std::uint64_t count) {
  const TemporaryFolder folder;
  const std::string input = folder.file("input"), said = folder.file("said");
  std::filesystem::create_directory(input);
  for (const auto& [name, text] : row.beside) std::ofstream(input + "/" + name, std::ios::binary) << text;
  const std::string file = (std::filesystem::path(input) / row.file).lexically_normal().string();
  std::filesystem::create_directories(std::filesystem::path(file).parent_path());
  std::ofstream(file, std::ios::binary) << text_of(row, count);
  const std::string line = fmt::format("'{}' {} >'{}' 2>'{}'", program, with_paths(command, file, input),
                                       folder.file("out"), said);
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) become(line, folder.path().string());
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  LimitReport report;
  report.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  report.max_bytes = static_cast<std::uint64_t>(used.ru_maxrss) << 10;
  std::error_code missing;
  report.said = beginning_of(said, 4096);
  // Findings of a run, and what is wrong with a lesson, are what was asked for.
  if (report.status == 1 && report.said.empty()) report.said = beginning_of(folder.file("out"), 4096);
  report.fault = fault_of(
      report, std::max<std::uintmax_t>(std::filesystem::file_size(said, missing), report.said.size()));
  return report;
}

}  // namespace lockstep::fuzz
