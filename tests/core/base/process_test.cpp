// The other process may behave in any way.
#include "core/base/process.hpp"

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

TEST(Child, SeesNothingOfAnEnvironmentThatItDoesNotInherit) {
  setenv("LOCKSTEP_PASSWORD", "secret", 1);
  const std::vector<std::string> program{"sh", "-c", "echo \"$LOCKSTEP_TEST [$LOCKSTEP_PASSWORD]\""};
  const auto inherits = Child::start(program, {"LOCKSTEP_TEST=seen"}).value();
  EXPECT_EQ(inherits->read_line({}, seconds(10)).value(), "seen [secret]");
  const auto child = Child::start(program, {"LOCKSTEP_TEST=seen"}, ChildEnvironment::empty).value();
  EXPECT_EQ(child->read_line({}, seconds(10)).value(), "seen []");
  unsetenv("LOCKSTEP_PASSWORD");
}

TEST(Child, ItsErrorOutputIsTheReason) {
  const auto child = shell("printf '%s\\n' ---- 'no such' rank '' >&2; exit 3");
  const auto line = child->read_line({}, seconds(10));
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().message, "no such rank");
}

TEST(Child, WritingToAnEndedProcessIsAnError) {
  const auto child = shell("exit 0");
  EXPECT_FALSE(child->read_line({}, seconds(10)));
  bool taken = true;
  for (int i = 0; i < 1000 && taken; ++i) {
    taken = child->write_line("still there?").has_value();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_FALSE(taken);
}

TEST(Child, ASilentProcessTimesOut) {
  auto child = shell("sleep 60");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_NE(child->read_line({}, seconds(0)).error().message.find("has not answered"), std::string::npos);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(child->read_line(stop.get_token(), seconds(60)).error().message, "Cancelled.");
  child.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - start, seconds(1)) << "nor is it waited for at the end";
}

TEST(Child, ListeningReturnsALineNothingOrTheEnd) {
  const auto child = shell("echo one; read word; echo \"$word\"; exit 3");
  EXPECT_EQ(child->listen(seconds(10)).line, "one");
  EXPECT_EQ(child->listen(std::chrono::milliseconds(20)).kind, Heard::Kind::nothing);
  ASSERT_TRUE(child->write_line("two"));
  EXPECT_EQ(child->listen(seconds(10)).line, "two");
  EXPECT_EQ(child->listen(seconds(10)).kind, Heard::Kind::end);
  EXPECT_EQ(child->how_it_ended(), "with status 3");
}

TEST(Child, ALineLongerThanAPipeArrivesWhole) {
  const auto child = shell("read word; echo ${#word}");
  ASSERT_TRUE(child->write_line(std::string(200'000, 'x')));
  EXPECT_EQ(child->listen(seconds(10)).line, "200000");
}

TEST(Child, TheSignalThatEndedItIsNamed) {
  const auto child = shell("echo driver: bad page >&2; kill -SEGV $$");
  EXPECT_EQ(child->listen(seconds(10)).kind, Heard::Kind::end);
  EXPECT_TRUE(child->how_it_ended().starts_with("by SIGSEGV (")) << child->how_it_ended();
  EXPECT_EQ(child->said(), "driver: bad page");
}

TEST(Child, IsEndedAtOnceWithAllThatItStarted) {
  const auto start = std::chrono::steady_clock::now();
  const auto child = shell("trap '' TERM; sleep 60 & echo $!; wait");
  const Heard heard = child->listen(seconds(10));
  child->kill_now();
  EXPECT_TRUE(child->how_it_ended().starts_with("by SIGKILL")) << child->how_it_ended();
  EXPECT_EQ(child->listen(seconds(10)).kind, Heard::Kind::end) << "the other one had the pipe open as well";
  EXPECT_LT(std::chrono::steady_clock::now() - start, seconds(2)) << heard.line;
}

TEST(Child, AMissingProgramIsAnError) {
  const auto child = Child::start({"/no/such/program"}, {});
  ASSERT_FALSE(child);
  EXPECT_NE(child.error().message.find("/no/such/program cannot be started"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::host
