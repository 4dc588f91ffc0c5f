#include "assignment/judging/time_verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "assignment/judging/execute.hpp"
#include "tests/assignment/made_assignment.hpp"

namespace lockstep::assignment {
namespace {

using testing::HasSubstr;

constexpr const char* kTimed =
    "```test Fast\n{\"points\": 2, \"n\": 64, \"L\": 8, \"schedules\": \"lockstep\",\n \"criteria\": "
    "[\"result right\", "
    "\"time <= 2 reference\"]}\n```\n";

// The sum of each group of 2 L elements.
Bytes result_of(const TimeRequest& request, std::size_t round) {
  RunRequest run;
  run.files = request.reference.files;
  run.launch = request.reference.launch;
  run.contents = request.contents[round];
  run.model = request.model;
  run.lanes = "lockstep";
  run.order = "fixed";
  const RunAnswer answer = execute(run);
  EXPECT_EQ(answer.state, RunAnswer::State::done) << answer.message;
  return answer.contents.at("out");
}

// A device on which the submission takes so many times as long.
TimeAnswer answer_with(const TimeRequest& request, std::uint64_t times, std::uint64_t copy_ns = 1000) {
  TimeAnswer answer;
  answer.state = TimeAnswer::State::done;
  answer.copy_ns = copy_ns;
  for (std::size_t i = 0; i < request.contents.size(); ++i) {
    const Bytes result = result_of(request, i);
    answer.rounds.push_back({1000, 1000 * times, result, result});
  }
  return answer;
}

TestResult judged(const Clock& clock) {
  const MadeAssignment made(kTimed);
  Judge judge(made.assignment(), made.folder(), "secret");
  Judge::Options options;
  options.clock = clock;
  auto result = judge.judge(
      made.task(), handed_in(kRightKernel), [](const RunRequest& request) { return execute(request); },
      options);
  TestResult test = result->tests.front();
  test.test = nullptr;  // of an assignment that ends here
  return test;
}

TEST(TimeVerdict, ATimeIsComparedWithThatOfTheReference) {
  EXPECT_TRUE(judged([](const TimeRequest& request) { return answer_with(request, 2); }).is_passed());
  const TestResult slow = judged([](const TimeRequest& request) { return answer_with(request, 3); });
  EXPECT_EQ(slow.state, TestState::failed);
  EXPECT_EQ(slow.failure->kind, "time");
  EXPECT_THAT(slow.failure->reason, HasSubstr("3.0 times as long as the reference"));
  EXPECT_EQ(slow.to_look_at, "");
}

TEST(TimeVerdict, MoreThanTenTimesTheReferenceIsLookedAtByAPerson) {
  const TestResult slow = judged([](const TimeRequest& request) { return answer_with(request, 11); });
  EXPECT_EQ(slow.state, TestState::failed);
  EXPECT_THAT(slow.to_look_at, HasSubstr("10 times"));
}

TEST(TimeVerdict, ATimeBelowWhatMemoryCanDoIsRefused) {
  const TestResult fast =
      judged([](const TimeRequest& request) { return answer_with(request, 1, 1'000'000); });
  EXPECT_EQ(fast.state, TestState::not_graded);
  EXPECT_THAT(fast.failure->reason, HasSubstr("shorter than the device needs to read the input"));
  EXPECT_NE(fast.to_look_at, "");
}

TEST(TimeVerdict, EachRoundHasOtherNumbersAndItsResultIsChecked) {
  const TestResult wrong = judged([](const TimeRequest& request) {
    EXPECT_GE(request.contents.size(), 3u);
    EXPECT_NE(request.contents[0].at("in"), request.contents[1].at("in"));
    TimeAnswer answer = answer_with(request, 1);
    answer.rounds[1].submission_result = answer.rounds[0].submission_result;  // kept from the round before
    return answer;
  });
  EXPECT_EQ(wrong.state, TestState::failed);
  EXPECT_EQ(wrong.failure->kind, "wrong result");
}

TEST(TimeVerdict, WhatIsNotTheSubmissionsFaultIsNotGraded) {
  EXPECT_EQ(judged({}).state, TestState::not_graded) << "without a device";
  EXPECT_EQ(judged([](const TimeRequest&) { return TimeAnswer{}; }).state, TestState::not_graded);
  const TestResult wrong_reference = judged([](const TimeRequest& request) {
    TimeAnswer answer = answer_with(request, 1);
    answer.rounds[0].reference_result.clear();
    return answer;
  });
  EXPECT_EQ(wrong_reference.state, TestState::not_graded);
  const auto ended = [](TimeAnswer::State state) {
    return judged([state](const TimeRequest&) {
             TimeAnswer answer;
             answer.state = state;
             return answer;
           })
        .state;
  };
  EXPECT_EQ(ended(TimeAnswer::State::refused), TestState::not_graded);
  EXPECT_EQ(ended(TimeAnswer::State::crash), TestState::crash);
  EXPECT_EQ(ended(TimeAnswer::State::stopped), TestState::stopped);
}

TEST(TimeVerdict, RequestsAndAnswersAreTheSameAfterTheyWereSent) {
  TimeRequest request;
  request.reference = {{{"a.cl", "text"}}, "{}"};
  request.submission = {{{"b.cl", "other"}}, "{\"x\": 1}"};
  request.model = "cc9.0";
  request.contents = {{{"in", Bytes(3, std::byte{7})}}, {}};
  const auto read = parse_time_request(to_line(request));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(to_line(*read), to_line(request));
  TimeAnswer answer;
  answer.state = TimeAnswer::State::done;
  answer.device = "a device";
  answer.copy_ns = 5;
  answer.rounds = {{1, 2, Bytes(1, std::byte{1}), Bytes(2, std::byte{2})}};
  EXPECT_EQ(to_line(parse_time_answer(to_line(answer)).value()), to_line(answer));
  EXPECT_FALSE(parse_time_answer("{}"));
}

TEST(TimeCriterion, IsComparedWithTheReferenceOnly) {
  EXPECT_EQ(parse_criterion("time <= 1.5 reference")->kind, Criterion::Kind::time);
  for (const char* wrong :
       {"time <= 2", "time < reference", "time >= reference", "time <= barriers reference"})
    EXPECT_FALSE(parse_criterion(wrong)) << wrong;
}

}  // namespace
}  // namespace lockstep::assignment
