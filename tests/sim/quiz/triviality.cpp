#include "tests/sim/quiz/triviality.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string_view>
#include <utility>

#include "sim/device_models/device_model.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/quiz/question/texts.hpp"
#include "sim/quiz/quiz.hpp"
#include "sim/quiz/quiz_size.hpp"

namespace lockstep::quiz {
namespace {

const sim::DeviceModel& default_model() { return **sim::find_device_model("cc9.0"); }
constexpr std::size_t kDefaultCount = 10;

// Given values that do not make a question different: the run, and the part of it that executes next.
bool is_of_run(const std::string& given) {
  return given.find(": n = ") != std::string::npos || given.starts_with("Launch ") ||
         given.starts_with("Work-group ") || given.starts_with("The operator ") ||
         given.starts_with("A warp has ");
}

enum class Essence : std::uint8_t { lines, facts };

// The text, the given lines of code or all facts, and the answer, without line numbers.
std::string essence_of(const Question& question, Essence essence) {
  std::string all = question.text;
  for (const std::string& given : question.given)
    if (essence == Essence::lines ? given.starts_with("Line ") : !is_of_run(given)) all += "\n" + given;
  all += "\n" + answer_text(question, question.answer);
  return std::regex_replace(all, std::regex(R"([Ll]ine \d+)"), "line");
}

// For each question, the number of kernels with the same question.
std::vector<std::size_t> askers(const std::vector<AskedQuestion>& questions, Essence essence) {
  std::vector<std::string> essences;
  std::map<std::string, std::set<std::string>> kernels;
  for (const AskedQuestion& asked : questions) {
    essences.push_back(essence_of(asked.question, essence));
    kernels[essences.back()].insert(asked.id);
  }
  std::vector<std::size_t> counts;
  for (const std::string& each : essences) counts.push_back(kernels[each].size());
  return counts;
}

constexpr std::size_t kTooMany = 3;  // kernels

// The kind of error that a question is about; may be empty.
std::string error_asked_about(const Question& question) {
  const std::string answer = answer_text(question, question.answer);
  if (question.kind == QuestionKind::race) return answer == say(Text::option_no_race) ? "" : "data_race";
  if (question.kind != QuestionKind::finding) return "";
  constexpr std::pair<Text, const char*> kErrors[] = {
      {Text::option_finding_race, "data_race"},
      {Text::option_finding_bounds, "out_of_bounds"},
      {Text::option_finding_uninitialised, "uninitialised_read"},
      {Text::option_finding_barrier, "barrier_divergence"}};
  for (const auto& [text, kind] : kErrors)
    if (say(text, {{"line", question.line}}) == answer) return kind;
  return "";
}

}  // namespace

std::vector<const Algorithm*> every_algorithm() {
  std::vector<const Algorithm*> all;
  for (const std::vector<Algorithm>* list : all_lists())
    for (const Algorithm& algorithm : *list) all.push_back(&algorithm);
  return all;
}

Result<PlanRequest> default_request(const Algorithm& algorithm, std::uint64_t seed) {
  const sim::DeviceModel& model = default_model();
  PlanRequest request;
  request.input.seed = seed;
  request.limits = sim::limits_of(model);
  const auto size = choose_size(algorithm, request, {}, model);
  if (!size) return tl::unexpected(size.error());
  request.n = size->n;
  request.group_size = size->group_size;
  return request;
}

Result<std::shared_ptr<const sim::Trace>> default_trace(const Algorithm& algorithm, std::uint64_t seed) {
  const auto request = default_request(algorithm, seed);
  if (!request) return tl::unexpected(request.error());
  const auto source = load_kernel(algorithm, "");
  if (!source) return tl::unexpected(source.error());
  const auto plan = make_plan(algorithm, *request, *source);
  if (!plan) return tl::unexpected(plan.error());
  return sim::Trace::record(*plan, default_model());
}

Result<std::vector<AskedQuestion>> default_questions(const std::vector<const Algorithm*>& algorithms,
                                                     std::uint64_t seed) {
  std::vector<AskedQuestion> questions;
  for (const Algorithm* algorithm : algorithms) {
    const auto trace = default_trace(*algorithm, seed);
    if (!trace) return tl::unexpected(trace.error());
    for (Question& question : Quiz(*trace).generate({seed, 1, kDefaultCount, {}}))
      questions.push_back({algorithm->id, std::move(question)});
  }
  return questions;
}

bool prints_answer(const Question& question) {
  std::string all = question.text;
  for (const std::string& given : question.given) all += "\n" + given;
  const std::string answer = answer_text(question, question.answer);
  if (question.form == Form::cells) {
    // The first access to the array with a variable whose value is given.
    const std::string name = question.memory ? question.memory->name : "";
    std::smatch match;
    const bool is_variable =
        std::regex_search(question.text, match, std::regex("\\b" + name + R"(\[([^\]]*)\])")) &&
        std::regex_match(match[1].str(), std::regex(R"(\w+)")) &&
        std::regex_search(all, std::regex("\n" + match[1].str() + R"(\b.*(is|by lane))"));
    return is_variable || all.find(answer) != all.npos;
  }
  if (question.form == Form::lanes || question.form == Form::warps)
    return question.answer.items.size() > 1 && all.find("anes " + answer) != all.npos;
  const bool is_value = question.kind == QuestionKind::written_value ||
                        question.kind == QuestionKind::final_value ||
                        question.kind == QuestionKind::without_barrier;
  if (is_value) return std::regex_search(all, std::regex(R"((^|[^\w.-]))" + answer + R"((?!\w|\.\d))"));
  return question.form == Form::choice && question.choices.size() > 2 && all.find(answer) != all.npos;
}

std::vector<Trivial> trivial_questions(const std::vector<AskedQuestion>& questions) {
  const std::vector<std::size_t> kernels = askers(questions, Essence::facts);
  std::vector<Trivial> trivial;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Trivial each{i, prints_answer(questions[i].question), kernels[i] >= kTooMany ? kernels[i] : 0};
    if (each.prints_answer || each.kernels != 0) trivial.push_back(each);
  }
  return trivial;
}

std::size_t repeated_by_lines(const std::vector<AskedQuestion>& questions) {
  return static_cast<std::size_t>(std::ranges::count_if(
      askers(questions, Essence::lines), [](std::size_t kernels) { return kernels >= kTooMany; }));
}

std::string missing_question_about_error(const Algorithm& hazard,
                                         const std::vector<AskedQuestion>& questions) {
  constexpr std::size_t kFirst = 3;
  std::string asked;
  std::size_t number = 0;
  for (const AskedQuestion& each : questions) {
    if (each.id != hazard.id || ++number > kFirst) continue;
    if (error_asked_about(each.question) == hazard.hazard->finding) return "";
    asked += fmt::format("\n  {}: {}", name(each.question.kind), each.question.text);
  }
  return fmt::format("{}: no question about {} among the first three:{}", hazard.id, hazard.hazard->finding,
                     asked);
}

}  // namespace lockstep::quiz
