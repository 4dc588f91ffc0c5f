// Programs of the user: how they end is told, however they end, in the terminal and in the background.
#include "core/base/guest.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/base/scratch_folder.hpp"

namespace lockstep {
namespace {

using std::chrono::milliseconds;

GuestEnd shell(const std::string& script, milliseconds limit = milliseconds(0)) {
  return run_guest({{"sh", "-c", script}, {"LOCKSTEP_TEST=seen"}, {"LOCKSTEP_HIDDEN"}}, limit).value();
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
  const auto end = run_guest({{"/no/such/program"}}, milliseconds(0));
  ASSERT_FALSE(end);
  EXPECT_NE(end.error().message.find("/no/such/program cannot be started"), std::string::npos);
}

// Reads until the end.
struct Ended {
  GuestEnd end;
  std::string output;
};
Ended wait_for(Guest& guest) {
  Ended ended;
  const auto most = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (std::chrono::steady_clock::now() < most) {
    const auto end = guest.end();
    ended.output += guest.read(milliseconds(20));
    if (!end) continue;
    ended.end = *end;
    break;
  }
  return ended;
}
Ended in_background(const std::string& script, const std::string& folder = {}) {
  return wait_for(*Guest::start({.program = {"sh", "-c", script}, .folder = folder}).value());
}

TEST(GuestInBackground, OutputAndErrorsComeInTheirOrder) {
  const Ended ended = in_background("echo one; echo two >&2; echo three; exit 3");
  EXPECT_EQ(ended.output, "one\ntwo\nthree\n");
  EXPECT_EQ(ended.end.status, 3);
  EXPECT_FALSE(ended.end.stopped);
}

TEST(GuestInBackground, ItHasNoInput) { EXPECT_EQ(in_background("cat; echo end").output, "end\n"); }

TEST(GuestInBackground, ItStartsInItsFolder) {
  const auto folder = ScratchFolder::create();
  EXPECT_EQ(in_background("pwd -P", folder->path()).output,
            std::filesystem::canonical(folder->path()).string() + "\n");
  EXPECT_FALSE(Guest::start({.program = {"sh"}, .folder = "/no/such/folder"}));
}

TEST(GuestInBackground, StopEndsItAndWhatItStarted) {
  const auto guest = Guest::start({.program = {"sh", "-c", "sleep 60 & echo $!; wait"}}).value();
  const std::string number = guest->read(milliseconds(5000));
  ASSERT_FALSE(number.empty());
  guest->stop();
  const Ended ended = wait_for(*guest);
  EXPECT_TRUE(ended.end.stopped);
  EXPECT_FALSE(ended.end.timed_out);
  EXPECT_FALSE(ended.end.signal.empty());
  // Its process is gone, or waits to be taken by its new parent.
  EXPECT_EQ(shell("sleep 0.2; case \"$(ps -o stat= -p " + number.substr(0, number.size() - 1) +
                  ")\" in ''|Z*) exit 0;; esac; exit 1")
                .status,
            0);
}

TEST(GuestInBackground, OneThatIgnoresTheRequestIsKilled) {
  const auto guest =
      Guest::start({.program = {"sh", "-c", "trap '' TERM; echo on; while :; do sleep 1; done"}});
  ASSERT_FALSE((*guest)->read(milliseconds(5000)).empty());
  (*guest)->stop(true);
  const Ended ended = wait_for(**guest);
  EXPECT_TRUE(ended.end.timed_out);
  EXPECT_EQ(ended.end.status, 128 + 9);
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
