// What Windows has not is said at once, with what to do instead.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(AbsentOnWindows, GradingRefusesUntilItIsToldToTrust) {
  const Output output =
      run_lockstep("grade puzzles " LOCKSTEP_SOURCE_DIR "/assets/assignments/puzzles/reference --one");
  EXPECT_EQ(output.status, 2);
  EXPECT_EQ(output.out, "");
  EXPECT_THAT(output.err, AllOf(HasSubstr("reach this user's files and the network"),
                                HasSubstr("Grade on Linux"), HasSubstr("--unconfined")));
}

TEST(AbsentOnWindows, ProgramsOfTheUserAreForLinux) {
  const Output output = run_lockstep("run -- program.exe");
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("Lockstep for Linux does, also in the Windows Subsystem for Linux"));
}

}  // namespace
}  // namespace lockstep::cli
