#include "sim/quiz/ask.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/quiz/quiz.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::quiz {
namespace {

using testing::HasSubstr;

TEST(Ask, IsReadAndWritten) {
  for (const char* text :
       {"active-lanes at line 32, third time", "passes at line 40 in warp 1",
        "inputs-of-cell of out[3] at end", "written-value of lane 2 at line 35",
        "fewer-bytes than reduce/first-add", "waits at moment 17", "without-barrier at line 31",
        "diverges at line 34 in launch 2 in group 1, last time", "bank of lane 3 at line 9, 12th time"}) {
    const auto ask = parse_ask(text);
    ASSERT_TRUE(ask) << ask.error().message;
    EXPECT_EQ(to_string(*ask), text);
    EXPECT_EQ(*parse_ask(to_string(*ask)), *ask);
  }
  EXPECT_EQ(parse_ask("inputs of out[3] at end")->kind, QuestionKind::inputs_of_cell);
}

TEST(Ask, AnErrorHasItsColumnAndWhatIsPossible) {
  const auto message = [](const char* text) { return parse_ask(text).error().message; };
  EXPECT_THAT(message(""), HasSubstr("column 1: the text ends where a kind of question"));
  EXPECT_THAT(message("activ-lanes at line 3"), HasSubstr("perhaps active-lanes"));
  EXPECT_EQ(message("passes at lin 40"), "column 11: expected line, moment, start or end, not \"lin\"");
  EXPECT_EQ(message("passes at line x"), "column 16: expected a line number of at least 1, not \"x\"");
  EXPECT_EQ(message("passes at line 40, third"), "column 25: the text ends where time is expected");
  EXPECT_THAT(message("passes on line 40"), HasSubstr("column 8: expected at, in, of, than"));
  EXPECT_THAT(message("inputs of out at end"), HasSubstr("column 11: expected a cell"));
  EXPECT_THAT(message("waits in room 3"), HasSubstr("launch, group or warp"));
}

TEST(Ask, FindsTheQuestionOfALesson) {
  const auto trace =
      *sim::Trace::record(sim::catalogue_plan("reduce/sequential-local"), sim::model_named("cc9.0"));
  const Quiz quiz(trace);
  const auto line = [&](const char* text) { return quiz.find(text); };
  EXPECT_EQ(line("active-lanes at line 35, first time")->answer.items.size(), 4u);
  EXPECT_EQ(line("active-lanes at line 35, third time")->answer.items.size(), 1u);
  EXPECT_EQ(line("active-lanes at line 35 in group 1")->group, 1u);
  EXPECT_EQ(line("inputs of out[0] at end")->answer.items.size(), 16u);
  EXPECT_EQ(line("final-value of out[0] at end")->form, Form::number);
  EXPECT_EQ(line("fewer-bytes than reduce/first-add")->choices[1], "reduce/first-add");
  EXPECT_EQ(line("without-barrier at line 31")->line, 31u);
  EXPECT_THAT(line("active-lanes at line 99").error().message, HasSubstr("does not reach this place"));
  EXPECT_THAT(line("passes at line 31").error().message, HasSubstr("cannot be asked about this line"));
  EXPECT_THAT(line("active-lanes at line 35, 40th time").error().message,
              HasSubstr("no warp executes this line more than"));
  EXPECT_THAT(line("active-lanes").error().message, HasSubstr("add a place"));
}

// The question, its answer and the figure name the inputs x0, x1 and so on; all forms are accepted.
TEST(Ask, NamesInputsAsTheQuestionDoes) {
  const auto trace =
      *sim::Trace::record(sim::catalogue_plan("reduce/sequential-local"), sim::model_named("cc9.0"));
  const auto question = Quiz(trace).find("inputs of out[0] at end");
  ASSERT_TRUE(question);
  EXPECT_EQ(answer_text(*question, question->answer), "x0 to x15");
  EXPECT_EQ(answer_text(*question, {{2, 3, 5}, 0, 0}), "x2, x3, x5");
  for (const char* typed : {"x0 to x15", "in[0 to 15]", "0-15", "x0, x1, x2 to x15"})
    EXPECT_EQ(parse_answer(*question, typed)->items, question->answer.items) << typed;
}

// The head of a loop changes its values before it tests them again.
TEST(Given, SaysWhatALoopChangesBeforeItsTest) {
  const auto trace = *sim::Trace::record(sim::catalogue_plan("reduce/divergent"), sim::model_named("cc9.0"));
  const Quiz quiz(trace);
  const auto given = [&](const char* text) { return quiz.find(text)->given; };
  EXPECT_THAT(given("next-line at line 31, second time"),
              testing::Contains("First s *= 2 is executed, and then s < L is tested."));
  EXPECT_THAT(given("next-line at line 31, first time"), testing::Not(testing::Contains(HasSubstr("First"))));
}

// The launch that scans the totals of the blocks is exclusive in both cases.
TEST(Given, TheFormOfAScanIsThatOfAllLaunches) {
  const auto given = [](const char* id) {
    const auto trace = *sim::Trace::record(sim::catalogue_plan(id, {.n = 64}), sim::model_named("cc9.0"));
    return Quiz(trace).find("final-value of out[3] at end")->given;
  };
  EXPECT_THAT(given("scan/blelloch"),
              testing::Contains(HasSubstr("All launches together make an inclusive")));
}

// Lanes 2 to 7 have returned before the loop: their register of i contains another value.
TEST(Given, NamesNoValueOfALaneThatHasNotStoredTheVariable) {
  const auto trace = *sim::Trace::record(sim::catalogue_plan("scan/cost-optimal", {.n = 32, .group_size = 8}),
                                         sim::model_named("cc9.0"));
  const auto question = Quiz(trace).find("idle-lanes at line 54 in launch 5, second time");
  ASSERT_TRUE(question) << question.error().message;
  EXPECT_THAT(question->given, testing::Contains("i, by lane from lane 0 (–: not set): 0 2 – – – – – –."));
  EXPECT_THAT(question->given, testing::Contains(testing::StartsWith("begin is 0 in lane 0, and 2 more")));
}

}  // namespace
}  // namespace lockstep::quiz
