// The other process may do anything.
#include "core/host/child.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace lockstep::host {
namespace {

using std::chrono::seconds;

std::unique_ptr<Child> shell(const std::string& script) {
  return std::move(Child::start({"sh", "-c", script}, {"LOCKSTEP_TEST=seen"}).value());
}

TEST(Child, AnswersInLines) {
  const auto child = shell("read word; echo \"$word $LOCKSTEP_TEST\"; printf 'and '; echo more");
  ASSERT_TRUE(child->write_line("hello"));
  EXPECT_EQ(child->read_line({}, seconds(10)).value(), "hello seen");
  EXPECT_EQ(child->read_line({}, seconds(10)).value(), "and more");
}

TEST(Child, ItsLastWordsAreTheReason) {
  const auto child = shell("printf '%s\\n' ---- 'no such' rank '' >&2; exit 3");
  const auto line = child->read_line({}, seconds(10));
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().message, "no such rank");
}

TEST(Child, TalkingToOneThatHasEndedIsAnError) {
  const auto child = shell("exit 0");
  EXPECT_FALSE(child->read_line({}, seconds(10)));
  bool taken = true;
  for (int i = 0; i < 1000 && taken; ++i) {
    taken = child->write_line("still there?").has_value();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_FALSE(taken);
}

TEST(Child, ASilentOneIsGivenUp) {
  auto child = shell("sleep 60");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_NE(child->read_line({}, seconds(0)).error().message.find("has not answered"), std::string::npos);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(child->read_line(stop.get_token(), seconds(60)).error().message, "Cancelled.");
  child.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - start, seconds(1)) << "nor is it waited for at the end";
}

TEST(Child, WhatIsNotThereCannotBeStarted) {
  const auto child = Child::start({"/no/such/program"}, {});
  ASSERT_FALSE(child);
  EXPECT_NE(child.error().message.find("/no/such/program cannot be started"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::host
