// Programs of the user: the way in which they end is reported in every case, in the terminal and in
// the background.
#include "core/base/guest.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "core/base/files/scratch_folder.hpp"

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
  // Its process has ended, or waits to be reaped by its new parent.
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

// Whether a process still runs; a process that has ended and waits for its parent does not.
bool runs(const std::string& number) {
  return shell("case \"$(ps -o stat= -p " + number + ")\" in ''|Z*) exit 1;; esac").status == 0;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::string text;
  std::getline(file, text);
  return text;
}

bool becomes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 300; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

// A grandchild in another session, such as a daemon, is also found.
TEST(Guest, TheTimeLimitEndsAllThatItStarted) {
  const auto folder = ScratchFolder::create();
  const std::string file = folder->path() + "/pid";
  const GuestEnd end = shell(
      "setsid sh -c 'trap \"\" TERM; echo $$ > " + file + "; sleep 60; sleep 60' & wait", milliseconds(300));
  EXPECT_TRUE(end.timed_out);
  ASSERT_FALSE(text_of(file).empty());
  EXPECT_FALSE(runs(text_of(file)));
}

TEST(Guest, AStopEndsItSoon) {
  std::stop_source stop;
  stop.request_stop();
  const auto begin = std::chrono::steady_clock::now();
  const auto end =
      run_guest({{"sh", "-c", "trap '' TERM; sleep 60; sleep 60"}}, milliseconds(0), stop.get_token());
  EXPECT_TRUE(end->stopped);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(1000));
}

// After SIGKILL, this program cannot execute anything.
TEST(Guest, EndsWithItsParent) {
  const auto folder = ScratchFolder::create();
  const std::string file = folder->path() + "/pid";
  const int parent = fork();
  if (parent == 0) {
    static_cast<void>(run_guest({{"sh", "-c", "sleep 60 & echo $! > " + file + "; wait"}}, milliseconds(0)));
    _exit(0);
  }
  ASSERT_TRUE(becomes_true([&] { return !text_of(file).empty(); }));
  const std::string number = text_of(file);
  EXPECT_TRUE(runs(number));
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  EXPECT_TRUE(becomes_true([&] { return !runs(number); }));
}

TEST(Guest, TooFewFilesAreNoMissingProgram) {
  EXPECT_EXIT(
      {
        rlimit few{};
        getrlimit(RLIMIT_NOFILE, &few);
        few.rlim_cur = 5;
        setrlimit(RLIMIT_NOFILE, &few);
        const auto end = run_guest({{"true"}}, milliseconds(0));
        std::fputs(end ? "it ran" : end.error().message.c_str(), stderr);
        std::_Exit(0);
      },
      testing::ExitedWithCode(0),
      "true cannot be started: Too many open files: raise the limit of open files");
}

TEST(ScratchFolder, IsOfThisUserAlone) {
  const auto folder = ScratchFolder::create();
  EXPECT_EQ(std::filesystem::status(folder->path()).permissions(), std::filesystem::perms::owner_all);
}

TEST(ScratchFolder, WhatAKilledProcessLeftIsRemovedLater) {
  const auto keeps = ScratchFolder::create();
  const std::string file = keeps->path() + "/path";
  const int owner = fork();
  if (owner == 0) {
    const auto folder = ScratchFolder::create();
    std::ofstream(folder->path() + "/data") << "x";
    std::ofstream(file) << folder->path() << std::endl;
    pause();
  }
  ASSERT_TRUE(becomes_true([&] { return !text_of(file).empty(); }));
  const std::string path = text_of(file);
  const auto now = ScratchFolder::create();
  EXPECT_TRUE(std::filesystem::exists(path)) << "it is in use";
  kill(owner, SIGKILL);
  waitpid(owner, nullptr, 0);
  const auto later = ScratchFolder::create();
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_TRUE(std::filesystem::exists(now->path()));
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
