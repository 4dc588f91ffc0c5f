// Questions with default settings, as a lecturer asks for them: how many are trivial, and whether each hazard
// asks about its error first (tests/sim/quiz/triviality.hpp). Lists what is trivial.
//
//   quiz_worth --questions 2000 --first-seed 1
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>

#include "tests/sim/quiz/triviality.hpp"

int main(int argc, char** argv) {
  using namespace lockstep;
  std::uint64_t wanted = 2'000, seed = 1;
  CLI::App app("Questions with default settings: how many are trivial");
  app.add_option("--questions", wanted, "How many, at least; the last seed is asked whole")
      ->capture_default_str();
  app.add_option("--first-seed", seed, "Of the runs and questions")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  const std::vector<const Algorithm*> algorithms = quiz::every_algorithm();
  std::size_t questions = 0, printed = 0, repeated = 0, trivial = 0, hazards = 0, silent = 0, by_lines = 0;
  std::map<std::string, std::size_t> kinds;  // of trivial ones
  for (; questions < wanted; ++seed) {
    const auto made = quiz::default_questions(algorithms, seed);
    if (!made) {
      fmt::print("seed {}: {}\n", seed, made.error().message);
      return 1;
    }
    questions += made->size();
    by_lines += quiz::repeated_by_lines(*made);
    for (const quiz::Trivial& each : quiz::trivial_questions(*made)) {
      const auto& [id, question] = (*made)[each.index];
      ++trivial;
      printed += each.prints_answer ? 1 : 0;
      repeated += each.kernels != 0 ? 1 : 0;
      ++kinds[std::string(name(question.kind))];
      fmt::print("seed {} {} {}: {}\n  {} = {}\n", seed, id, name(question.kind),
                 each.kernels == 0    ? "the answer is printed"
                 : each.prints_answer ? "the answer is printed; asked about several kernels"
                                      : fmt::format("asked about {} kernels", each.kernels),
                 question.text, answer_text(question, question.answer));
    }
    for (const Algorithm* algorithm : algorithms) {
      if (!algorithm->hazard || !algorithm->hazard->broken) continue;
      ++hazards;
      const std::string fault = quiz::missing_question_about_error(*algorithm, *made);
      if (fault.empty()) continue;
      ++silent;
      fmt::print("seed {} {}\n", seed, fault);
    }
  }
  for (const auto& [kind, count] : kinds) fmt::print("{:16} {} trivial\n", kind, count);
  fmt::print(
      "{} questions: {} trivial ({:.2f} %), {} print their answer, {} are asked about three kernels or "
      "more\n",
      questions, trivial, 100.0 * static_cast<double>(trivial) / static_cast<double>(questions), printed,
      repeated);
  fmt::print("{} ({:.2f} %) are, if the given values may differ\n", by_lines,
             100.0 * static_cast<double>(by_lines) / static_cast<double>(questions));
  fmt::print("{} of {} times a hazard does not ask about its error within its first three questions\n",
             silent, hazards);
  const bool holds = trivial * 100 < questions * 3 && silent == 0;
  return holds ? 0 : 1;
}
