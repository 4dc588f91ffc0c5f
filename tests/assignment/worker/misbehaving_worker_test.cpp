// A worker that was taken over by what it executes reaches nothing, and harms only the submission that did
// it: as this user, in a namespace of its own, and as nobody.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "assignment/grading/grade.hpp"
#include "assignment/worker/worker.hpp"
#include "tests/assignment/made_assignment.hpp"
#include "tests/assignment/worker/attempts.hpp"

namespace lockstep::assignment {
namespace {

using testing::HasSubstr;

std::string doing(const std::string& deed) { return kRightKernel + "// does " + deed + "\n"; }

// How the worker is started: the words before its name.
struct Start {
  const char* name;
  std::vector<std::string> before;
};

std::vector<std::string> worker_program(std::vector<std::string> before) {
  before.emplace_back(LOCKSTEP_MISBEHAVING_WORKER);
  return before;
}

constexpr const char* kPublicTest = R"(```test Public
{"points": 1, "n": [64], "L": 32, "seeds": 1, "schedules": "lockstep"}
```
)";

Grading graded_by_worker(const MadeAssignment& small, const std::vector<HandedIn>& submissions,
                         const std::vector<std::string>& before = {},
                         std::chrono::seconds timeout = std::chrono::seconds(300)) {
  GradeOptions options;
  options.secret = "a secret";
  options.worker.program = worker_program(before);
  options.worker.timeout = timeout;
  return grade(small.assignment(), small.folder(), submissions, options).value();
}

// What became of a submission that does this, between two that are right and must stay so.
TestResult result_of(const std::string& deed, const std::vector<std::string>& before = {},
                     std::chrono::seconds timeout = std::chrono::seconds(300)) {
  static const MadeAssignment small(kPublicTest);
  const Grading grading =
      graded_by_worker(small,
                       {handed_in_by("ada", kRightKernel), handed_in_by("bob", doing(deed)),
                        handed_in_by("eve", kRightKernel)},
                       before, timeout);
  EXPECT_EQ(grading.submissions[0].final_points, 1);
  EXPECT_EQ(grading.submissions[2].final_points, 1);
  TestResult result = grading.submissions[1].tasks.front().tests.front();
  result.test = nullptr;
  return result;
}

std::string reason_of(const TestResult& result) {
  return result.failure ? result.failure->reason : std::string();
}

class MisbehavingWorker : public testing::TestWithParam<Start> {
 protected:
  void SetUp() override {
    Worker worker({.program = worker_program(GetParam().before)});
    if (!GetParam().before.empty() && worker.run({}).message.starts_with("The worker was lost"))
      GTEST_SKIP() << GetParam().before[0] << " starts nothing here";
  }
};

INSTANTIATE_TEST_SUITE_P(
    , MisbehavingWorker,
    testing::Values(Start{"AsThisUser", {}}, Start{"InAUserNamespace", {"unshare", "-Ur"}},
                    Start{"AsNobody", {"setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"}}),
    [](const auto& start) { return std::string(start.param.name); });

// Not even as root, and not where file permissions would allow it.
TEST_P(MisbehavingWorker, ReachesNothing) {
  setenv(kPassword, "secret", 1);
  const MadeAssignment small(kPublicTest);
  const std::string hidden = small.path("assignment.md");
  std::filesystem::permissions(hidden, std::filesystem::perms(0666));
  std::filesystem::permissions(small.path(""), std::filesystem::perms(0777));
  const std::string deed = "attempts " + hidden + " " + std::to_string(getpid()) + " " +
                           std::to_string(reinterpret_cast<std::uintptr_t>(kPublicTest));
  const TestResult result = result_of(deed, GetParam().before);
  EXPECT_EQ(result.state, TestState::passed) << reason_of(result);
  EXPECT_FALSE(std::filesystem::exists(hidden + ".new"));
  unsetenv(kPassword);
}

TEST_P(MisbehavingWorker, LosesOnlyTheSubmissionThatCrashes) {
  const TestResult result = result_of("crash", GetParam().before);
  EXPECT_EQ(result.state, TestState::not_graded);
  EXPECT_THAT(reason_of(result), HasSubstr("The worker was lost: it ended by SIGSEGV"));
}

TEST(MisbehavingWorkers, TheSameAttemptsWorkWithoutConfinement) {
  setenv(kPassword, "secret", 1);
  const TemporaryFolder folder;
  std::ofstream(folder.file("hidden.md")) << "hidden";
  const auto works = working_attempts(folder.file("hidden.md"), getpid(), kPublicTest);
  unsetenv(kPassword);
  for (const char* one :
       {"read hidden tests", "write a file", "read the parent's environment", "read the parent's memory",
        "inherit a password", "start a program", "open a socket", "signal the parent"})
    EXPECT_THAT(works, testing::Contains(one));
}

struct Deed {
  const char* name;
  const char* message;  // of the answer that is lost
};
class Deeds : public testing::TestWithParam<Deed> {};
INSTANTIATE_TEST_SUITE_P(, Deeds,
                         testing::Values(Deed{"twice", "it answered twice"}, Deed{"truncated", "it ended"},
                                         Deed{"half", ""}, Deed{"another", "it did not answer the request"},
                                         Deed{"unnumbered", "it did not answer the request"},
                                         Deed{"gigantic", ""}, Deed{"values", "its answer is too large"},
                                         Deed{"abort", "SIGABRT"}, Deed{"exit", "it ended with status 0"},
                                         Deed{"allocate", "it ended"}, Deed{"unknown", "an unknown kind"},
                                         Deed{"size", "another size"}),
                         [](const auto& deed) { return std::string(deed.param.name); });

TEST_P(Deeds, AreNotGradedAndHarmNobodyElse) {
  const TestResult result = result_of(GetParam().name);
  EXPECT_EQ(result.state, TestState::not_graded);
  EXPECT_THAT(reason_of(result), HasSubstr("The worker was lost"));
  EXPECT_THAT(reason_of(result), HasSubstr(GetParam().message));
  EXPECT_EQ(result.points, 0);
}

TEST(MisbehavingWorkers, AHangIsNotGraded) {
  const TestResult result = result_of("hang", {}, std::chrono::seconds(5));
  EXPECT_EQ(result.state, TestState::not_graded);
  EXPECT_THAT(reason_of(result), HasSubstr("has not answered"));
}

// A line's number could tell n.
TEST(MisbehavingWorkers, ALineThatTheFileDoesNotHaveIsNoPlace) {
  const TestResult result = result_of("number");
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->kind, "does not end");
  EXPECT_FALSE(result.failure->place.is_known());
}

// Wherever the parent notices it: with the first request, or when it asks the next one.
TEST(MisbehavingWorkers, ASecondAnswerIsNotTakenForTheNextOne) {
  Worker worker({.program = worker_program({})});
  RunRequest request;
  request.files = {{"sum.cl", doing("early")}};
  const RunAnswer first = worker.run(request), second = worker.run(request);
  EXPECT_TRUE(first.state == RunAnswer::State::lost || second.state == RunAnswer::State::lost);
}

TEST(MisbehavingWorkers, ServeOnlyWithAFilterOfSystemCalls) {
  EXPECT_EQ(why_unsafe({.has_system_call_filter = true}, false), "");
  EXPECT_THAT(why_unsafe({.has_file_rules = true, .has_limits = true}, false), HasSubstr("--unconfined"));
  EXPECT_EQ(why_unsafe({}, true), "");
}

TEST(MisbehavingWorkers, AWorkerThatDoesNotStartIsNotTheSubmissionsFault) {
  Worker worker({.program = {"/no/such/program"}});
  const RunAnswer answer = worker.run({});
  EXPECT_EQ(answer.state, RunAnswer::State::lost);
  EXPECT_THAT(answer.message, HasSubstr("cannot be started"));
}

}  // namespace
}  // namespace lockstep::assignment
