// A child is this test program, started again in the role that LOCKSTEP_TEST_PART names.
#include "core/base/process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <windows.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "core/base/signals.hpp"

namespace lockstep {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

void play(const std::string& part) {
  Parent parent;
  std::printf("printed by a library\n");
  std::fflush(stdout);
  if (part == "echo")
    while (const auto line = parent.read_line()) parent.write_line("<" + *line + ">");
  if (part == "fault") *reinterpret_cast<volatile int*>(std::uintptr_t{8}) = 1;
  if (part == "status") end_process(3);
  if (part == "hang") std::this_thread::sleep_for(seconds(60));
  if (part == "number") {
    parent.write_line(std::to_string(process_id()));
    std::this_thread::sleep_for(seconds(60));
  }
  if (part == "another's number") {
    const auto another = Child::start({own_program()}, {"LOCKSTEP_TEST_PART=number"}).value();
    parent.write_line(another->read_line({}, seconds(20)).value_or("nothing"));
    std::this_thread::sleep_for(seconds(60));
  }
  if (part == "listen") {
    const Interrupt interrupt;
    parent.write_line("listens");
    while (!interrupt.token().stop_requested()) std::this_thread::sleep_for(milliseconds(10));
    parent.write_line("stopped by " + stop_reason());
  }
  end_process(0);
}

// Runs before main(), because GoogleTest would write to standard output.
const bool kPlays = [] {
  if (const char* part = std::getenv("LOCKSTEP_TEST_PART")) play(part);
  return true;
}();

std::unique_ptr<Child> start(const std::string& part,
                             ChildEnvironment environment = ChildEnvironment::inherited) {
  return std::move(Child::start({own_program(), "ü ß"}, {"LOCKSTEP_TEST_PART=" + part}, environment).value());
}

TEST(Child, AnswersInLines) {
  const auto child = start("echo");
  for (const std::string& line : {std::string("hello"), std::string("ř €"), std::string(200'000, 'x')}) {
    ASSERT_TRUE(child->write_line(line));
    EXPECT_EQ(child->read_line({}, seconds(20)).value_or("nothing"), "<" + line + ">");
  }
  EXPECT_EQ(child->said(), "printed by a library");
}

TEST(Child, RunsWithAnEmptyEnvironment) {
  const auto child = start("echo", ChildEnvironment::empty);
  ASSERT_TRUE(child->write_line("hello"));
  EXPECT_EQ(child->read_line({}, seconds(20)).value_or("nothing"), "<hello>");
}

TEST(Child, SaysHowItEnded) {
  const auto with_status = start("status");
  EXPECT_FALSE(with_status->read_line({}, seconds(20)));
  EXPECT_EQ(with_status->how_it_ended(), "with status 3");
  const auto with_fault = start("fault");
  EXPECT_FALSE(with_fault->read_line({}, seconds(20)));
  EXPECT_EQ(with_fault->how_it_ended(), "by 0xc0000005 (an invalid memory access)");
}

TEST(Child, IsKilled) {
  const auto child = start("hang");
  child->kill_now();
  EXPECT_FALSE(child->read_line({}, seconds(20)));
  EXPECT_EQ(child->how_it_ended(), "by force (it was killed)");
}

TEST(Child, WhatAKilledProgramHasStartedEndsToo) {
  const auto child = start("another's number");
  const unsigned long number = std::stoul(child->read_line({}, seconds(20)).value_or("0"));
  HANDLE another = ::OpenProcess(SYNCHRONIZE, FALSE, number);
  ASSERT_NE(another, nullptr);
  EXPECT_EQ(::WaitForSingleObject(another, 0), DWORD{WAIT_TIMEOUT});
  child->kill_now();
  EXPECT_EQ(::WaitForSingleObject(another, 10'000), DWORD{WAIT_OBJECT_0});
  ::CloseHandle(another);
}

TEST(Child, IsInterruptedWithoutAConsole) {
  const auto child = start("listen");
  ASSERT_EQ(child->read_line({}, seconds(20)).value_or("nothing"), "listens");
  child->interrupt();
  EXPECT_EQ(child->read_line({}, seconds(20)).value_or("nothing"), "stopped by Ctrl+C");
}

TEST(Child, AProgramThatIsNotThereIsAnError) {
  const auto child = Child::start({"no-such-program-at-all"}, {});
  ASSERT_FALSE(child);
  EXPECT_THAT(child.error().message, testing::HasSubstr("cannot be started"));
}

}  // namespace
}  // namespace lockstep
