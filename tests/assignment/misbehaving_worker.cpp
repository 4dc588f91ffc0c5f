// A worker as it would be if a kernel had taken it over: before it executes a request it does what a line
// "// does WORDS" in the kernel says. tests/assignment/worker/misbehaving_worker_test.cpp starts it.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <vector>

#include "assignment/worker/worker.hpp"
#include "tests/assignment/worker/attempts.hpp"

namespace lockstep::assignment {
namespace {

constexpr int kAnswers = STDERR_FILENO + 1;  // where a Parent writes
std::uint64_t requests = 0;

// None: the parent no longer reads.
bool say(const std::string& text) {
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t written = write(kAnswers, rest.data(), rest.size());
    if (written <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::string line_of(const RunAnswer& answer) { return fmt::format("{} {}\n", requests, to_line(answer)); }

// Right as far as the worker knows.
RunAnswer forged(const RunRequest& request) {
  RunAnswer answer;
  answer.state = RunAnswer::State::done;
  answer.contents = request.contents;
  return answer;
}

void attempt_all(const RunRequest&, std::istream& words) {
  std::string file;
  pid_t parent = 0;
  std::uintptr_t address = 0;
  words >> file >> parent >> address;
  const auto works = working_attempts(file, parent, reinterpret_cast<const void*>(address));
  for (const std::string& one : works) fmt::print(stderr, "works: {}\n", one);
  if (!works.empty()) std::abort();
}

void say_gigantic_line(const RunRequest&, std::istream&) {
  const std::string much(std::size_t{1} << 20, 'x');
  while (say(much)) {
  }
  std::_Exit(0);
}

void say_many_values(const RunRequest&, std::istream&) {
  std::string text = fmt::format("{} [", requests);
  for (int i = 0; i < 10'000'000; ++i) text += "[],";
  say(text + "0]\n");
}

void hang(const RunRequest&, std::istream&) {
  while (true) sleep(1);
}

void allocate_without_end(const RunRequest&, std::istream&) {
  std::vector<std::string> all;
  while (true) all.emplace_back(std::size_t{1} << 24, 'x');
}

void find_something_unknown(const RunRequest& request, std::istream&) {
  RunAnswer answer = forged(request);
  answer.findings.push_back({"n is 12345678", "error", "n is 12345678", {}, {}});
  say(line_of(answer));
}

void point_at_a_number(const RunRequest& request, std::istream&) {
  RunAnswer answer = forged(request);
  answer.state = RunAnswer::State::stopped;
  answer.place = {request.files.front().path, 12345678, 1};
  say(line_of(answer));
  std::_Exit(0);
}

void answer_with_another_size(const RunRequest& request, std::istream&) {
  RunAnswer answer = forged(request);
  for (auto& [name, bytes] : answer.contents) bytes.resize(bytes.size() + 1);
  say(line_of(answer));
}

const std::map<std::string, std::function<void(const RunRequest&, std::istream&)>> kDeeds{
    {"attempts", attempt_all},
    {"twice", [](const RunRequest& request,
                 std::istream&) { say(line_of(forged(request)) + line_of(forged(request))); }},
    {"early", [](const RunRequest& request, std::istream&) { say(line_of(forged(request))); }},
    {"truncated",
     [](const RunRequest& request, std::istream&) {
       const std::string line = line_of(forged(request));
       say(line.substr(0, line.size() / 2));
       std::_Exit(0);
     }},
    {"half",
     [](const RunRequest& request, std::istream&) {
       const std::string line = line_of(forged(request));
       say(line.substr(0, line.size() / 2) + "\n");
     }},
    {"another",
     [](const RunRequest& request, std::istream&) {
       ++requests;
       say(line_of(forged(request)));
     }},
    {"unnumbered", [](const RunRequest& request, std::istream&) { say(to_line(forged(request)) + "\n"); }},
    {"gigantic", say_gigantic_line},
    {"values", say_many_values},
    {"crash", [](const RunRequest&, std::istream&) { *static_cast<volatile int*>(nullptr) = 1; }},
    {"abort", [](const RunRequest&, std::istream&) { std::abort(); }},
    {"exit", [](const RunRequest&, std::istream&) { std::_Exit(0); }},
    {"hang", hang},
    {"allocate", allocate_without_end},
    {"unknown", find_something_unknown},
    {"number", point_at_a_number},
    {"size", answer_with_another_size},
};

void misbehave(const RunRequest& request) {
  ++requests;
  constexpr std::string_view begin = "// does ";
  for (const SourceText& file : request.files) {
    const std::size_t at = file.text.find(begin);
    if (at == file.text.npos) continue;
    std::istringstream words(file.text.substr(at + begin.size()));
    std::string deed;
    words >> deed;
    kDeeds.at(deed)(request, words);
  }
}

}  // namespace
}  // namespace lockstep::assignment

int main() { return lockstep::assignment::serve_runs({.misbehaves = lockstep::assignment::misbehave}); }
