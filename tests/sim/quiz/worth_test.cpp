// Questions are worth asking: with sizes that fit the algorithm, few questions contain their answer,
// few are the same for several kernels, and the questions for a hazard ask about its error. All
// seeds: tests/sweep/quiz_worth.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/catalogue/algorithm.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/quiz/question/texts.hpp"
#include "sim/quiz/quiz.hpp"
#include "sim/quiz/quiz_size.hpp"
#include "tests/sim/plans.hpp"
#include "tests/sim/quiz/oracle.hpp"
#include "tests/sim/quiz/triviality.hpp"

namespace lockstep::quiz {
namespace {

using testing::IsEmpty;

TEST(QuizWorth, FewQuestionsAreTrivial) {
  std::size_t all = 0, trivial = 0, conflicts = 0;
  for (const std::uint64_t seed : {1u, 2u}) {
    const std::vector<AskedQuestion> questions = *default_questions(every_algorithm(), seed);
    all += questions.size();
    trivial += trivial_questions(questions).size();
    for (const auto& [id, question] : questions)
      if (question.kind == QuestionKind::passes && question.answer.number > 1) ++conflicts;
  }
  EXPECT_GT(all, 1000u);
  EXPECT_LT(trivial * 100, all * 3) << trivial << " of " << all;
  EXPECT_GT(conflicts, 10u);
}

// Predict in the window also prints the given values. There, an element must be found in the figure, even if
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
    EXPECT_THAT(missing_question_about_error(hazard, *default_questions({&hazard}, 2)), IsEmpty());
    const auto trace = *default_trace(hazard, 1);
    const std::vector<Question> questions = Quiz(trace).generate({1, 1, 3, {}});
    ASSERT_FALSE(questions.empty()) << hazard.id;
    const Question& first = questions.front();
    EXPECT_TRUE(first.kind == QuestionKind::race || first.kind == QuestionKind::finding) << hazard.id;
    EXPECT_NE(answer_text(first, first.answer), say(Text::option_no_race)) << hazard.id;
    Oracle oracle(trace, sim::model_named("cc9.0"));
    EXPECT_THAT(oracle.fault_of(first), IsEmpty()) << hazard.id << ": " << first.text;
  }
}

// Which side of a divergent branch is executed first is the simulator's choice.
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

// A value 0 in uninitialised local memory is a coincidence.
TEST(QuizWorth, NoValueRestsOnUninitialisedMemory) {
  const Algorithm& hazard = **find_algorithm("hazards/uninitialised-local");
  for (const Question& question :
       Quiz(*default_trace(hazard, 3))
           .generate({3, 2, 40, {QuestionKind::written_value, QuestionKind::inputs_of_cell}}))
    EXPECT_NE(question.memory ? question.memory->name : question.cell->memory.name, "total") << question.text;
}

TEST(QuizSize, HasConflictsAndSeveralWarpsWhereTheAlgorithmHas) {
  const auto size = [](const char* id) { return *default_request(**find_algorithm(id), 1); };
  EXPECT_GT(size("reduce/strided-index").group_size, 32u);
  EXPECT_EQ(size("scan/block").group_size % 32, 0u);
  EXPECT_NE(size("hazards/not-a-power-of-two").n % size("hazards/not-a-power-of-two").group_size, 0u);
  EXPECT_EQ(size("hazards/off-by-one-repaired").n, size("hazards/off-by-one").n);
  // The given values stay.
  const sim::DeviceModel& model = sim::model_named("cc9.0");
  PlanRequest request;
  request.limits = sim::limits_of(model);
  EXPECT_EQ(choose_size(**find_algorithm("reduce/divergent"), request, {48, 16}, model), (QuizSize{48, 16}));
}

}  // namespace
}  // namespace lockstep::quiz
