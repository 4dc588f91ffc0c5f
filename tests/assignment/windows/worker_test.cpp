// A worker on Windows keeps files and the network, so it serves only those who say that they trust.
#include "assignment/worker/worker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::assignment {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::vector<std::string> kProgram{LOCKSTEP_PROGRAM, kWorkerCommand};

TEST(WorkerOnWindows, RefusesWithWhatIsNotConfined) {
  Worker worker({.program = kProgram});
  const RunAnswer answer = worker.run({});
  EXPECT_EQ(answer.state, RunAnswer::State::lost);
  EXPECT_THAT(answer.message, AllOf(HasSubstr("reach this user's files and the network"),
                                    HasSubstr("Grade on Linux"), HasSubstr("--unconfined")));
}

TEST(WorkerOnWindows, ServesOneWhoTrustsAndSaysWhatItHasGivenUp) {
  Worker worker({.program = kProgram, .may_be_unconfined = true});
  const RunAnswer answer = worker.run({});
  EXPECT_NE(answer.state, RunAnswer::State::lost) << answer.message;
  EXPECT_EQ(worker.confinement(), "limits");
}

TEST(WorkerOnWindows, OneThatDoesNotStartIsNotTheSubmissionsFault) {
  Worker worker({.program = {"/no/such/program"}});
  const RunAnswer answer = worker.run({});
  EXPECT_EQ(answer.state, RunAnswer::State::lost);
  EXPECT_THAT(answer.message, HasSubstr("cannot be started"));
}

}  // namespace
}  // namespace lockstep::assignment
