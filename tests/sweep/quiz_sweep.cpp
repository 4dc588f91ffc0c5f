// Ten thousand questions over all algorithms, hazards, patterns, sizes, types, models and schedules against
// brute force (tests/sim/quiz/oracle.hpp), with the time of each.
//
//   quiz_sweep --questions 10000 --seed 1
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <map>
#include <vector>

#include "sim/quiz/quiz.hpp"
#include "tests/sim/quiz/oracle.hpp"
#include "tests/sim/quiz/random_runs.hpp"

int main(int argc, char** argv) {
  using namespace lockstep;
  std::uint64_t wanted = 10'000, seed = 1, first = 0;
  CLI::App app("Questions against brute force");
  app.add_option("--questions", wanted, "How many")->capture_default_str();
  app.add_option("--seed", seed, "Of the runs")->capture_default_str();
  app.add_option("--first", first, "The number of the first run")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  struct Sum {
    std::uint64_t questions = 0, recomputed = 0, faults = 0;
  };
  std::map<quiz::QuestionKind, Sum> kinds;
  std::vector<double> times;  // of each run, by question
  std::uint64_t questions = 0, faults = 0, runs = 0;
  for (std::uint64_t number = first; questions < wanted; ++number) {
    quiz::Random random(seed * 1'000'003 + number);
    const auto run = quiz::random_run(number, random);
    if (!run) continue;
    ++runs;
    const auto begin = std::chrono::steady_clock::now();
    const quiz::Quiz quiz(run->trace);
    const quiz::Request request{number, 1 + static_cast<unsigned>(number % 3), 20, {}};
    const auto made = quiz.generate(request);
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
    if (!made.empty()) times.push_back(taken.count() / static_cast<double>(made.size()));
    quiz::Oracle oracle(run->trace, *run->model);
    for (const quiz::Question& question : made) {
      ++questions;
      const std::uint64_t before = oracle.recomputed();
      const std::string fault = oracle.fault_of(question);
      Sum& sum = kinds[question.kind];
      ++sum.questions;
      sum.recomputed += oracle.recomputed() - before;
      if (fault.empty()) continue;
      ++faults;
      ++sum.faults;
      fmt::print("run {} level {}: {}\n  {}: {} {}\n  {}\n", number, request.level, run->words,
                 quiz::name(question.kind), question.about, question.text, fault);
    }
  }
  for (const auto& [kind, sum] : kinds)
    fmt::print("{:16} {:6} questions, {:6} recomputed, {} wrong\n", quiz::name(kind), sum.questions,
               sum.recomputed, sum.faults);
  std::ranges::sort(times);
  fmt::print(
      "{} questions of {} runs, {} wrong; {:.2f} ms a question in the median run, {:.2f} ms in the slowest\n",
      questions, runs, faults, times[times.size() / 2], times.back());
  return faults == 0 ? 0 : 1;
}
