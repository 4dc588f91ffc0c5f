// A program that takes this one's terminal: how it ended is told, however it ended.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/base/process.hpp"
#include "core/base/scratch_folder.hpp"

namespace lockstep {
namespace {

using std::chrono::milliseconds;

GuestEnd shell(const std::string& script, milliseconds limit = milliseconds(0)) {
  return run_guest({"sh", "-c", script}, {"LOCKSTEP_TEST=seen"}, {"LOCKSTEP_HIDDEN"}, limit).value();
}

TEST(Guest, ItsStatusIsTold) {
  EXPECT_EQ(shell("exit 0").status, 0);
  EXPECT_EQ(shell("exit 7").status, 7);
}

TEST(Guest, ItGetsTheVariablesAndLosesOthers) {
  ::setenv("LOCKSTEP_HIDDEN", "1", 1);
  EXPECT_EQ(shell("test \"$LOCKSTEP_TEST\" = seen && test -z \"$LOCKSTEP_HIDDEN\"").status, 0);
  ::unsetenv("LOCKSTEP_HIDDEN");
}

TEST(Guest, ACrashIsNoExit) {
  const GuestEnd end = shell("kill -SEGV $$");
  EXPECT_EQ(end.status, 128 + 11);
  EXPECT_EQ(end.signal, "by SIGSEGV (an invalid memory access)");
  EXPECT_FALSE(end.timed_out);
}

TEST(Guest, OneThatDoesNotEndIsEnded) {
  const GuestEnd end = shell("exec sleep 60", milliseconds(50));
  EXPECT_TRUE(end.timed_out);
  EXPECT_NE(end.status, 0);
}

TEST(Guest, OneThatIsNotThereIsAnError) {
  const auto end = run_guest({"/no/such/program"}, {}, {}, milliseconds(0));
  ASSERT_FALSE(end);
  EXPECT_NE(end.error().message.find("/no/such/program cannot be started"), std::string::npos);
}

TEST(ScratchFolder, IsGoneAfterwards) {
  std::string path;
  {
    const auto folder = ScratchFolder::create();
    ASSERT_TRUE(folder);
    path = folder->path();
    EXPECT_TRUE(std::filesystem::is_directory(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace lockstep
