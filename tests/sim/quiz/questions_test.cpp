// Some hundred questions against brute force; tests/sweep/quiz_sweep asks ten thousand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sim/quiz/question/texts.hpp"
#include "sim/quiz/quiz.hpp"
#include "tests/sim/plans.hpp"
#include "tests/sim/quiz/oracle.hpp"
#include "tests/sim/quiz/random_runs.hpp"

namespace lockstep::quiz {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::shared_ptr<const sim::Trace> trace_of(const Plan& plan, const std::string& model = "cc9.0") {
  return *sim::Trace::record(plan, sim::model_named(model));
}

std::shared_ptr<const sim::Trace> reduction(std::uint64_t n = 16, std::uint64_t group = 8) {
  return trace_of(sim::catalogue_plan("reduce/sequential-local", {.n = n, .group_size = group}));
}

TEST(Questions, AgreeWithBruteForce) {
  Random random(2026);
  std::set<QuestionKind> kinds;
  std::uint64_t questions = 0, recomputed = 0;
  for (std::uint64_t number = 0; questions < 500; ++number) {
    const auto run = random_run(number * 7, random);
    if (!run) continue;
    const Quiz quiz(run->trace);
    Oracle oracle(run->trace, *run->model);
    const Request request{number, 1 + static_cast<unsigned>(number % 3), 12, {}};
    for (const Question& question : quiz.generate(request)) {
      EXPECT_THAT(oracle.fault_of(question), IsEmpty()) << run->words << "\n" << question.text;
      kinds.insert(question.kind);
      ++questions;
    }
    recomputed += oracle.recomputed();
  }
  // Accesses that conflict are rare in random runs.
  const sim::DeviceModel& model = sim::model_named("cc9.0");
  const auto strided = trace_of(sim::catalogue_plan("reduce/strided-index", {.n = 128, .group_size = 64}));
  Oracle strided_oracle(strided, model);
  for (const Question& question : Quiz(strided).generate({1, 2, 5, {QuestionKind::conflict_degree}})) {
    EXPECT_THAT(strided_oracle.fault_of(question), IsEmpty()) << question.text;
    kinds.insert(question.kind);
  }
  for (const QuestionKind kind : all_kinds())
    EXPECT_TRUE(kinds.contains(kind)) << name(kind) << " is never asked";
  EXPECT_GT(recomputed, questions * 9 / 10);
}

TEST(Questions, AreTheSameForTheSameSeed) {
  const Request request{7, 3, 20, {}};
  const auto once = Quiz(reduction()).generate(request), again = Quiz(reduction()).generate(request);
  ASSERT_EQ(once.size(), again.size());
  for (std::size_t i = 0; i < once.size(); ++i) {
    EXPECT_EQ(once[i].text, again[i].text);
    EXPECT_EQ(once[i].choices, again[i].choices);
    EXPECT_EQ(once[i].answer, again[i].answer);
  }
  const auto texts_of = [](const std::vector<Question>& questions) {
    std::set<std::string> texts;
    for (const Question& question : questions) texts.insert(question.text + question.when);
    return texts;
  };
  const auto other = Quiz(reduction()).generate({8, 3, 20, {}});
  EXPECT_FALSE(std::ranges::equal(once, other, {}, &Question::text, &Question::text)) << "in another order";
  std::set<std::string> others = texts_of(other);
  for (const std::string& text : texts_of(once)) others.erase(text);
  EXPECT_GT(others.size(), 0u) << "and others: a small run has few that differ";
}

// The first numbers of SplitMix64 for the seed 1234567, from its authors' reference.
TEST(Questions, HaveTheirOwnRandomNumbers) {
  Random random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317u);
  EXPECT_EQ(random.next(), 3203168211198807973u);
  EXPECT_EQ(random.next(), 9817491932198370423u);
}

TEST(Questions, SayWhichTimeAndPlaceIsMeant) {
  const Quiz quiz(reduction());
  EXPECT_EQ(quiz.find("active-lanes at line 35")->when, "");
  EXPECT_EQ(quiz.find("active-lanes at line 35, second time")->when, "the second time");
  EXPECT_EQ(quiz.find("diverges at line 34 in group 1, third time")->when, "the third time; work-group 1");
  EXPECT_EQ(quiz.find("active-lanes at line 35 in launch 2")->when, "launch 2");
}

TEST(Questions, SayWhyALaneIsIdle) {
  const Quiz quiz(reduction());
  const Question question = *quiz.find("active-lanes at line 35, second time");
  EXPECT_EQ(question.answer.items, (std::vector<std::uint64_t>{0, 1}));
  Answer given;
  given.items = {0, 1, 3};
  const AnswerVerdict verdict = check(question, given);
  EXPECT_FALSE(verdict.is_right);
  EXPECT_EQ(verdict.extra, std::vector<std::uint64_t>{3});
  EXPECT_EQ(verdict.reason, "Lane 3 is idle: t < s is 3 < 2 in line 34, which is false.");
}

TEST(Questions, SayWhichLanesShareABank) {
  const Quiz quiz(
      trace_of(sim::catalogue_plan("reduce/strided-index", {.n = 128, .group_size = 64}), "cc2.0"));
  const auto question = quiz.find("lanes-of-pass of lane 5 at line 34, first time");
  ASSERT_TRUE(question) << question.error().message;
  EXPECT_EQ(question->answer.items, (std::vector<std::uint64_t>{5, 21}));
  Answer given;
  given.items = {5, 6};
  EXPECT_THAT(check(*question, given).reason, HasSubstr("Lane 6 accesses bank 12"));
}

TEST(Questions, OfARunThatEndsEarly) {
  const Plan plan = sim::kernel_plan(
      "__kernel void k(__global int* out, __global const int* in) {\n"
      "  int i = get_global_id(0);\n"
      "  if (i < 3)\n"
      "    out[i] = in[i];\n"
      "  while (in[0] == 0) {}\n"
      "}\n",
      8, 8);
  const auto trace = trace_of(plan);
  ASSERT_NE(trace->counted().early_end, sim::EarlyEnd::none);
  const auto questions = Quiz(trace).generate({1, 3, 10, {}});
  EXPECT_FALSE(questions.empty());
  Oracle oracle(trace, sim::model_named("cc9.0"));
  for (const Question& question : questions)
    EXPECT_THAT(oracle.fault_of(question), IsEmpty()) << question.text;
}

TEST(Questions, OfAnEmptyRun) {
  const Plan plan = sim::catalogue_plan("reduce/interleaved-global", {.n = 1, .group_size = 1});
  EXPECT_THAT(
      Quiz(trace_of(plan))
          .generate({1, 3, 10, {QuestionKind::active_lanes, QuestionKind::race, QuestionKind::waits}}),
      IsEmpty());
}

// A sequence of questions: each question is at or after the requested position, and the sequence ends.
TEST(Questions, FollowTheRun) {
  const auto trace = reduction(64, 32);
  const Quiz quiz(trace);
  for (const unsigned level : {1u, 2u, 3u}) {
    std::uint64_t from = 0;
    int count = 0;
    for (auto question = quiz.next(from, {5, level, 0, {}}); question;
         question = quiz.next(from, {5, level, 0, {}})) {
      ASSERT_GE(question->position, from);
      from = std::max(question->reveal, from + 1);
      ASSERT_LT(++count, 500);
    }
    EXPECT_GT(count, 2) << level;
  }
}

TEST(Questions, ADecimalCommaIsReadWhereItCanBeNothingElse) {
  const std::pair<const char*, double> numbers[] = {
      {"12", 12},       {"3.75", 3.75},  {"3,75", 3.75},   {"-0,5", -0.5},         {"+3,1", 3.1},
      {"0,125", 0.125}, {"1,5000", 1.5}, {" 2,25 ", 2.25}, {"1234,567", 1234.567}, {"1.024", 1.024}};
  for (const auto& [text, value] : numbers) {
    const auto read = parse_number(text);
    ASSERT_TRUE(read) << text;
    EXPECT_DOUBLE_EQ(*read, value) << text;
  }
  for (const char* text : {"", "x", "1,2,3", "1.5,2", ",", "3,7x", "1 000"})
    EXPECT_FALSE(parse_number(text)) << text;
  for (const char* text : {"1,024", "-12,500", "100,000"}) {
    const auto read = parse_number(text);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.find("two ways"), std::string::npos) << read.error().message;
  }
}

TEST(Questions, AnswersAreReadAsPeopleWriteThem) {
  const Question question = *Quiz(reduction()).find("active-lanes at line 35, first time");
  for (const char* text : {"0 to 3", "0-3", "0..3", "0, 1, 2, 3", "3,2,1,0"})
    EXPECT_TRUE(check(question, *parse_answer(question, text)).is_right) << text;
  EXPECT_FALSE(parse_answer(question, "0-99"));
  EXPECT_FALSE(parse_answer(question, "all"));
}

TEST(Texts, ReplaceWordsInBraces) {
  EXPECT_EQ(say(Text::word_lane, {{"warp", 2u}, {"lane", 7u}}), "lane 7 of warp 2");
}

}  // namespace
}  // namespace lockstep::quiz
