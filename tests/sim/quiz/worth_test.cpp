// Questions are worth asking: with sizes that fit the algorithm, few print their answer, few are the same for
// several kernels, and a hazard asks about its error. The measure is this file's own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "core/catalogue/algorithm.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/quiz/question/texts.hpp"
#include "sim/quiz/quiz.hpp"
#include "sim/quiz/quiz_size.hpp"
#include "tests/sim/plans.hpp"
#include "tests/sim/quiz/oracle.hpp"

namespace lockstep::quiz {
namespace {

using testing::IsEmpty;

std::vector<const Algorithm*> every_algorithm() {
  std::vector<const Algorithm*> all;
  for (const std::vector<Algorithm>* list : all_lists())
    for (const Algorithm& algorithm : *list) all.push_back(&algorithm);
  return all;
}

// As `lockstep quiz ID` without any option.
PlanRequest default_request(const Algorithm& algorithm, std::uint64_t seed) {
  const sim::DeviceModel& model = sim::model_named("cc9.0");
  PlanRequest request;
  request.input.seed = seed;
  request.limits = sim::limits_of(model);
  const auto size = choose_size(algorithm, request, {}, model);
  EXPECT_TRUE(size) << algorithm.id << ": " << (size ? "" : size.error().message);
  if (size) {
    request.n = size->n;
    request.group_size = size->group_size;
  }
  return request;
}

std::shared_ptr<const sim::Trace> default_trace(const Algorithm& algorithm, std::uint64_t seed) {
  const auto plan = make_plan(algorithm, default_request(algorithm, seed), *load_kernel(algorithm, ""));
  EXPECT_TRUE(plan) << algorithm.id;
  return *sim::Trace::record(*plan, sim::model_named("cc9.0"));
}

// The answer stands in what the question says.
bool prints_answer(const Question& question) {
  std::string all = question.text;
  for (const std::string& given : question.given) all += "\n" + given;
  const std::string answer = answer_text(question, question.answer);
  if (question.form == Form::cells) {
    // The first access to the array, by a variable whose value is given.
    const std::string name = question.memory ? question.memory->name : "";
    std::smatch match;
    const bool is_variable =
        std::regex_search(question.text, match, std::regex("\\b" + name + R"(\[([^\]]*)\])")) &&
        std::regex_match(match[1].str(), std::regex(R"(\w+)")) &&
        std::regex_search(all, std::regex("\n" + match[1].str() + R"(\b.*(is|by lane))"));
    return is_variable || all.find(answer) != all.npos;
  }
  if (question.kind == QuestionKind::written_value || question.kind == QuestionKind::final_value)
    return std::regex_search(all, std::regex(R"((^|[^\w.-]))" + answer + R"((?!\w|\.\d))"));
  return question.form == Form::choice && question.choices.size() > 2 && all.find(answer) != all.npos;
}

// Text, facts and answer, without the numbers of lines and the name of the run.
std::string essence(const Question& question) {
  std::string all = question.text;
  for (const std::string& given : question.given)
    if (given.find(": n = ") == given.npos && !given.starts_with("Launch ")) all += "\n" + given;
  all += "\n" + answer_text(question, question.answer);
  return std::regex_replace(all, std::regex(R"([Ll]ine \d+)"), "line");
}

TEST(QuizWorth, FewQuestionsAreTrivial) {
  std::size_t questions = 0, trivial = 0, conflicts = 0;
  for (const std::uint64_t seed : {1u, 2u}) {
    std::map<std::string, std::set<std::string>> kernels;  // by essence
    std::vector<std::string> essences;
    for (const Algorithm* algorithm : every_algorithm())
      for (const Question& question : Quiz(default_trace(*algorithm, seed)).generate({seed, 1, 10, {}})) {
        ++questions;
        if (prints_answer(question)) ++trivial;
        if (question.kind == QuestionKind::passes && question.answer.number > 1) ++conflicts;
        essences.push_back(essence(question));
        kernels[essences.back()].insert(algorithm->id);
      }
    for (const std::string& each : essences)
      if (kernels[each].size() >= 3) ++trivial;
  }
  EXPECT_GT(questions, 1000u);
  EXPECT_LT(trivial * 100, questions * 3) << trivial << " of " << questions;
  EXPECT_GT(conflicts, 10u);
}

// Predict in the window prints what is given, too. There an element is looked for in the figure, even where
// its index is only a variable.
TEST(QuizWorth, AWalkThroughARunAsksNothingThatItPrints) {
  for (const char* id : {"reduce/divergent", "reduce/sequential-local", "scan/hillis-steele-local"}) {
    const auto trace =
        *sim::Trace::record(sim::catalogue_plan(id, {.n = 8, .group_size = 8}), sim::model_named("cc9.0"));
    const Quiz quiz(trace);
    for (const unsigned level : {1u, 2u, 3u})
      for (const std::uint64_t seed : {1u, 2u, 3u}) {
        std::size_t count = 0;
        for (auto question = quiz.next(0, {seed, level, 1, {}}); question;
             question = quiz.next(question->position + 1, {seed, level, 1, {}}), ++count)
          EXPECT_FALSE(question->form != Form::cells && prints_answer(*question))
              << id << ": " << question->text;
        EXPECT_GT(count, 2u) << id << ", level " << level;
      }
  }
}

TEST(QuizWorth, AHazardIsAskedAboutItsErrorFirst) {
  for (const Algorithm& hazard : hazards()) {
    if (!hazard.hazard->broken) continue;
    const auto trace = default_trace(hazard, 1);
    const std::vector<Question> questions = Quiz(trace).generate({1, 1, 3, {}});
    ASSERT_FALSE(questions.empty()) << hazard.id;
    const Question& first = questions.front();
    EXPECT_TRUE(first.kind == QuestionKind::race || first.kind == QuestionKind::finding) << hazard.id;
    EXPECT_NE(answer_text(first, first.answer), say(Text::option_no_race)) << hazard.id;
    Oracle oracle(trace, sim::model_named("cc9.0"));
    EXPECT_THAT(oracle.fault_of(first), IsEmpty()) << hazard.id << ": " << first.text;
  }
}

// Which side of a divergent branch goes first is the simulator's choice.
TEST(QuizWorth, NoQuestionRestsOnTheOrderOfADivergentBranch) {
  const auto trace =
      *sim::Trace::record(sim::kernel_plan("__kernel void k(__global int* out, __global const int* in) {\n"
                                           "  int t = get_local_id(0);\n"
                                           "  if (t % 2 == 0)\n"
                                           "    out[t] = in[t] + 1;\n"
                                           "  else\n"
                                           "    out[t] = in[t] - 1;\n"
                                           "}\n",
                                           8, 8),
                          sim::model_named("cc9.0"));
  EXPECT_THAT(Quiz(trace).generate({1, 1, 10, {QuestionKind::next_line}}), IsEmpty());
}

// 0 in local memory that nobody has set is a coincidence.
TEST(QuizWorth, NoValueRestsOnUninitialisedMemory) {
  const Algorithm& hazard = **find_algorithm("hazards/uninitialised-local");
  for (const Question& question :
       Quiz(default_trace(hazard, 3))
           .generate({3, 2, 40, {QuestionKind::written_value, QuestionKind::inputs_of_cell}}))
    EXPECT_NE(question.memory ? question.memory->name : question.cell->memory.name, "total") << question.text;
}

TEST(QuizSize, HasConflictsAndSeveralWarpsWhereTheAlgorithmHas) {
  const auto size = [](const char* id) { return default_request(**find_algorithm(id), 1); };
  EXPECT_GT(size("reduce/strided-index").group_size, 32u);
  EXPECT_EQ(size("scan/block").group_size % 32, 0u);
  EXPECT_NE(size("hazards/not-a-power-of-two").n % size("hazards/not-a-power-of-two").group_size, 0u);
  EXPECT_EQ(size("hazards/off-by-one-repaired").n, size("hazards/off-by-one").n);
  // What is given stays.
  const sim::DeviceModel& model = sim::model_named("cc9.0");
  PlanRequest request;
  request.limits = sim::limits_of(model);
  EXPECT_EQ(choose_size(**find_algorithm("reduce/divergent"), request, {48, 16}, model), (QuizSize{48, 16}));
}

}  // namespace
}  // namespace lockstep::quiz
