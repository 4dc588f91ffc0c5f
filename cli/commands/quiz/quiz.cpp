// lockstep quiz: prints questions about a run, with their answers.
#include "sim/quiz/quiz.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/number_option.hpp"
#include "cli/run_control.hpp"
#include "cli/target.hpp"
#include "cli/terms.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"
#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/documents.hpp"
#include "core/plan/plan.hpp"
#include "sim/quiz/formats/gift.hpp"
#include "sim/quiz/formats/question_json.hpp"
#include "sim/quiz/quiz_size.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::cli {
namespace {

struct QuizOptions {
  RequestOptions request;
  LaunchArguments launch;
  TimeoutOption timeout{"20"};
  WordsOption words;
  std::string id;
  unsigned level = 1;
  std::size_t count = 10;
  std::vector<std::string> kinds;
  std::vector<std::string> asks;
  std::string format = "text";
  bool answers = false;
};

std::string kind_list() {
  std::string text;
  for (const quiz::QuestionKind kind : quiz::all_kinds())
    text += fmt::format("{}{}", text.empty() ? "" : ", ", quiz::name(kind));
  return text;
}

Result<quiz::Request> parse_quiz(const QuizOptions& options) {
  quiz::Request request{options.request.seed, options.level, options.count, {}};
  for (const std::string& name : options.kinds) {
    const auto kind = quiz::find_kind(name);
    if (!kind) return usage_error(fmt::format("--kinds {}: choose from {}", name, kind_list()));
    request.kinds.push_back(*kind);
  }
  return request;
}

Result<std::vector<quiz::Question>> questions_of(const QuizOptions& options, const quiz::Request& request,
                                                 std::shared_ptr<const sim::Trace> trace) {
  const quiz::Quiz quiz(std::move(trace));
  if (options.asks.empty()) return quiz.generate(request);
  std::vector<quiz::Question> questions;
  for (const std::string& ask : options.asks) {
    const auto question = quiz.find(ask, request);
    if (!question) return usage_error(fmt::format("--ask: {}", question.error().message));
    questions.push_back(*question);
  }
  return questions;
}

std::string text_of(const quiz::Question& question, std::size_t number, bool with_answer) {
  std::string text = fmt::format("\n{}. {}\n", number, question.text);
  for (const std::string& given : question.given) text += fmt::format("     {}\n", given);
  for (std::size_t i = 0; i < question.choices.size(); ++i)
    text += fmt::format("   {}) {}\n", static_cast<char>('a' + i), question.choices[i]);
  if (!with_answer) return text;
  return text +
         fmt::format("   Answer: {}\n   {}\n", quiz::answer_text(question, question.answer), question.reason);
}

// Returns the request. Sizes that are not given are chosen for the algorithm (sim/quiz/quiz_size.hpp).
Result<Request> sized_request(const QuizOptions& options) {
  RequestOptions typed = options.request;
  const bool has_n = !typed.n.empty(), has_group = !typed.group.empty();
  if (!has_n) typed.n = "16";
  if (!has_group) typed.group = "8";
  Result<Request> request = request_for(typed, options.id);
  if (!request || request->recorded || sim::is_run_file(options.id) || names_document_entry(options.id) ||
      (has_n && has_group))
    return request;
  const auto algorithm = find_algorithm(options.id);
  if (!algorithm) return tl::unexpected(algorithm.error());
  const bool decides_n = has_n || request->plan.input.pattern == Content::Pattern::bytes;
  const quiz::QuizSize given{decides_n ? request->plan.n : 0, has_group ? request->plan.group_size : 0};
  const auto size = quiz::choose_size(**algorithm, request->plan, given, *request->model);
  if (!size) return tl::unexpected(size.error());
  request->plan.n = size->n;
  request->plan.group_size = size->group_size;
  return request;
}

// Prints a note for each requested kind of which there is no question.
void print_missing_kinds(const QuizOptions& options, const quiz::Request& wanted,
                         const std::vector<quiz::Question>& questions) {
  for (const quiz::QuestionKind kind : wanted.kinds)
    if (std::ranges::find(questions, kind, &quiz::Question::kind) == questions.end())
      fmt::print(stderr, "lockstep: note: {}: none of these questions is of the kind {}\n", options.id,
                 name(kind));
}

Result<int> run(const QuizOptions& options) {
  const Result<Request> request = sized_request(options);
  if (!request) return tl::unexpected(request.error());
  const Result<quiz::Request> wanted = parse_quiz(options);
  if (!wanted) return tl::unexpected(wanted.error());
  if (options.format != "text" && options.format != "gift" && options.format != "json")
    return usage_error(fmt::format("--format {}: choose one of text, gift, json", options.format));
  const auto trace = trace_of(options.id, options.launch, *request, options.timeout);
  if (!trace) return tl::unexpected(trace.error());
  const auto questions = questions_of(options, *wanted, *trace);
  if (!questions) return tl::unexpected(questions.error());
  const Terms terms = options.words.of((*trace)->plan());
  if (options.format == "json") {
    fmt::print("{}\n", json_text(terms.translated(Json{{"run", (*trace)->plan().id},
                                                       {"n", (*trace)->plan().n},
                                                       {"group_size", (*trace)->plan().group_size},
                                                       {"seed", wanted->seed},
                                                       {"level", wanted->level},
                                                       {"questions", quiz::questions_json(*questions)}})));
  } else if (options.format == "gift") {
    terms.print(quiz::gift_text(*questions, fmt::format("{} n={} seed={} level={}", (*trace)->plan().id,
                                                        (*trace)->plan().n, wanted->seed, wanted->level)));
  } else {
    for (std::size_t i = 0; i < questions->size(); ++i)
      terms.print(text_of((*questions)[i], i + 1, options.answers));
  }
  if (options.asks.empty()) print_missing_kinds(options, *wanted, *questions);
  if (options.asks.empty() && questions->size() < wanted->count)
    fmt::print(stderr, "lockstep: {}: this run has {} of these kinds\n", options.id,
               plural(questions->size(), "question"));
  return questions->empty() ? kFailed : kDone;
}

}  // namespace

Command add_quiz(CLI::App& program) {
  auto options = std::make_shared<QuizOptions>();
  options->request.n = options->request.group = "";
  CLI::App* app =
      program.add_subcommand("quiz", "Questions about a run, with answers: as text, for Moodle, as JSON");
  app->add_option("TARGET", options->id, kTargetText)->required();
  options->launch.add_to(*app);
  options->request.add_to(*app);
  options->timeout.add_to(*app);
  options->words.add_to(*app);
  app->get_option("--n")->description(
      "Number of elements; default: chosen so that divergence, bank conflicts and barriers occur if "
      "possible");
  app->get_option("--group")->description("Work-group size L; default: chosen in the same way");
  app->get_option("--seed")->description("The same seed gives the same questions, and the same random input");
  app->add_option("--level", options->level, "1, 2 or 3: which kinds are asked, and how difficult they are")
      ->transform(whole_number(1, 3))
      ->capture_default_str();
  app->add_option("--count", options->count, "How many questions")
      ->transform(whole_number(1, 1000))
      ->capture_default_str();
  app->add_option("--kinds", options->kinds, "Only these kinds, separated by commas: " + kind_list())
      ->delimiter(',');
  app->add_option(
         "--ask", options->asks,
         "This question, in the words of lessons: \"active-lanes at line 34, third time\"; may be given "
         "several times")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app->add_option("--format", options->format, "text, gift (for Moodle) or json")->capture_default_str();
  app->add_flag("--answers", options->answers, "Also print the answers and their reasons");
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
