// *Why?* for every task of every assignment: the failed case of its skeleton runs on Step, with a message
// about the failure.
#include "gui/pages/assignment/failing_case.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

#include "assignment/format/read_assignment.hpp"
#include "assignment/judging/execute.hpp"
#include "assignment/judging/expected.hpp"
#include "assignment/judging/judge.hpp"
#include "core/base/text/text.hpp"
#include "gui/session/session.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

struct FailingCaseTest : testing::Test {
  TemporaryFolder folder;
  std::string data = std::getenv("XDG_DATA_HOME") == nullptr ? "" : std::getenv("XDG_DATA_HOME");

  void SetUp() override { setenv("XDG_DATA_HOME", folder.file("data").c_str(), 1); }
  void TearDown() override {
    data.empty() ? unsetenv("XDG_DATA_HOME") : setenv("XDG_DATA_HOME", data.c_str(), 1);
  }
};

assignment::TaskResult judged_skeleton(const LoadedAssignment& loaded, const assignment::Task& task) {
  assignment::Judge judge(loaded.parsed, loaded.folder, std::string(assignment::kPublicSecret));
  assignment::Judge::Options options;
  options.only_public = true;
  options.finds_examples = false;
  auto result = judge.judge(
      task, judge.author_files(task, "skeleton"),
      [](const assignment::RunRequest& request) { return assignment::execute(request); }, options);
  EXPECT_TRUE(result) << result.error().message;
  return result ? std::move(*result) : assignment::TaskResult{&task, {}};
}

TEST_F(FailingCaseTest, EverySkeletonsFailedCaseRuns) {
  std::size_t opened = 0, goals = 0;
  for (const assignment::AssignmentFolder& built_in : assignment::assignment_folders()) {
    auto parsed = assignment::load_assignment(built_in);
    ASSERT_TRUE(parsed) << parsed.error().message;
    const LoadedAssignment loaded{built_in, std::move(*parsed)};
    const StudentFiles files(loaded);
    for (const assignment::Task& task : loaded.parsed.tasks) {
      if (!task.host_program().empty() || !task.recording().empty()) continue;  // their runs are not stored
      for (const assignment::TestResult& result : judged_skeleton(loaded, task).tests) {
        if (!result.failure || !result.failure->which || result.state == assignment::TestState::not_gradable)
          continue;
        const std::string where = built_in.name + ", " + task.title + ", " + result.test->title;
        AppState state;
        const auto done = open_failing_case(state, loaded, files, task, result);
        ASSERT_TRUE(done) << where << ": " << done.error().message;
        Session session;
        session.update(state, Session::Clock::now());
        session.wait(std::chrono::minutes(1));
        session.update(state, Session::Clock::now());
        ASSERT_FALSE(session.failure()) << where << ": " << session.failure()->message;
        ASSERT_NE(session.run(), nullptr) << where;
        EXPECT_THAT(state.title, StartsWith(task.title)) << where;
        EXPECT_THAT(opened_case_text(result), HasSubstr(capitalised(result.failure->reason))) << where;
        const bool is_seen = session.run()->verdict.is_wrong() || !session.run()->trace->findings().empty();
        if (!is_seen) {
          const assignment::Criterion* const asked = result.failure->criterion;
          EXPECT_THAT(state.title,
                      AnyOf(HasSubstr(asked == nullptr ? "-" : asked->text), HasSubstr(result.failure->kind)))
              << where;
          ++goals;
        }
        ++opened;
      }
    }
  }
  EXPECT_GE(opened, 12u);
  EXPECT_GE(goals, 1u);
}

}  // namespace
}  // namespace lockstep::gui
