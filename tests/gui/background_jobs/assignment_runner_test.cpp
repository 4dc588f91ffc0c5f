#include "gui/background_jobs/assignment_runner.hpp"

#include <gtest/gtest.h>

#include "assignment/format/read_assignment.hpp"

namespace lockstep::gui {
namespace {

using namespace std::chrono_literals;

std::shared_ptr<const LoadedAssignment> first_assignment() {
  auto folder = assignment::assignment_folders().front();
  auto parsed = assignment::load_assignment(folder);
  return std::make_shared<const LoadedAssignment>(LoadedAssignment{std::move(folder), std::move(*parsed)});
}

// The skeleton of its first task, with text appended.
TestedFiles with_end(const std::shared_ptr<const LoadedAssignment>& of, const std::string& end) {
  TestedFiles tested{of, &of->parsed.tasks.front(), {}};
  for (const std::string& file : tested.task->files)
    tested.files.push_back({file, of->folder.read("skeleton/" + file).value_or("")});
  tested.files.front().text += end;
  return tested;
}

// Without threads, so that nothing runs before it is given time.
struct WaitingRunner {
  std::shared_ptr<JobSlices> slices = std::make_shared<JobSlices>();
  AssignmentRunner runner{JobHost({}, slices)};
};

TEST(AssignmentRunner, TheNextTextStopsTheTestsOfTheLast) {
  const auto of = first_assignment();
  const TestedFiles before = with_end(of, "\n"), after = with_end(of, "\n\n");
  WaitingRunner waiting;
  AssignmentRunner& runner = waiting.runner;
  const AssignmentRunner::Clock::time_point now{};
  runner.want({before}, now);
  EXPECT_TRUE(runner.is_working()) << "a text that is opened is tested at once";
  runner.want({after}, now + 1ms);
  EXPECT_EQ(runner.due(), now + 401ms);
  runner.want({after}, now + 401ms);
  EXPECT_FALSE(runner.due());
  runner.wait(1min);
  EXPECT_EQ(runner.answer(before), nullptr);
  ASSERT_NE(runner.answer(after), nullptr);
  EXPECT_TRUE(runner.answer(after)->result);
}

// A page in a browser draws between the slices.
TEST(AssignmentRunner, WithoutThreadsTestsRunInPieces) {
  const auto of = first_assignment();
  const TestedFiles tested = with_end(of, "\n");
  WaitingRunner waiting;
  waiting.runner.want({tested}, {});
  std::size_t slices = 0;
  for (; waiting.slices->run_slice(0ms); ++slices) EXPECT_EQ(waiting.runner.answer(tested), nullptr);
  EXPECT_GT(slices, 1u);
  waiting.runner.want({tested}, {});
  ASSERT_NE(waiting.runner.answer(tested), nullptr);
  EXPECT_TRUE(waiting.runner.answer(tested)->result->is_graded());
}

TEST(AssignmentRunner, ATextThatComesBackIsTestedAgain) {
  const auto of = first_assignment();
  const TestedFiles one = with_end(of, "\n"), other = with_end(of, "\n\n");
  WaitingRunner waiting;
  AssignmentRunner& runner = waiting.runner;
  const AssignmentRunner::Clock::time_point now{};
  runner.want({one}, now);
  runner.want({other}, now + 1ms);
  runner.want({one}, now + 2ms);
  runner.wait(1min);
  ASSERT_NE(runner.answer(one), nullptr);
  ASSERT_TRUE(runner.answer(one)->result);
  EXPECT_TRUE(runner.answer(one)->result->is_graded()) << "not the answer of the run that was stopped";
}

TEST(AssignmentRunner, OnlyPublicTestsRun) {
  const auto of = first_assignment();
  const TestedFiles tested = with_end(of, "");
  AssignmentRunner runner;
  runner.want({tested}, {});
  runner.wait(1min);
  ASSERT_NE(runner.answer(tested), nullptr);
  ASSERT_TRUE(runner.answer(tested)->result);
  for (const assignment::TestResult& result : runner.answer(tested)->result->tests)
    EXPECT_EQ(result.test->visibility, assignment::Visibility::always);
}

}  // namespace
}  // namespace lockstep::gui
