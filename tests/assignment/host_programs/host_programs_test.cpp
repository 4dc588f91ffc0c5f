// Host programs in the sandbox: what they can reach, and what is said of those that do not work. The cheats
// are in tests/cheats/host_programs.
#include "assignment/host_programs/host_programs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/files/scratch_folder.hpp"

namespace lockstep::assignment {
namespace {

using State = HostAnswer::State;
using testing::HasSubstr;

class HostProgram : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto sandbox = Sandbox::find(); !sandbox) GTEST_SKIP() << sandbox.error().message;
  }
  HostAnswer answer(const std::string& text) {
    return programs_.run({{{"host.c", text}}, "host.c", {"1"}, {}, "cc9.0"});
  }
  HostAnswer answer_of_main(const std::string& body) {
    return answer(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <sys/socket.h>\n"
        "int main() {\n" +
        body + "\n  return 0;\n}\n");
  }

  HostPrograms programs_{LOCKSTEP_PROGRAM, {.processor_time = std::chrono::seconds(1)}};
};

TEST_F(HostProgram, ThatDoesNotCompileIsRefusedWithItsLine) {
  const HostAnswer refused = answer("int main() {\n  return zero;\n}\n");
  EXPECT_EQ(refused.state, State::refused);
  EXPECT_THAT(refused.message, HasSubstr("zero"));
  EXPECT_EQ(refused.place.text(), "host.c:2:10");
}

TEST_F(HostProgram, ThatLaunchesNothingOrCrashesSaysSo) {
  EXPECT_THAT(answer_of_main("").message, HasSubstr("launched no kernel"));
  const HostAnswer crashed = answer_of_main("abort();");
  EXPECT_EQ(crashed.state, State::crash);
  EXPECT_THAT(crashed.message, HasSubstr("signal 6"));
}

TEST_F(HostProgram, EndsWithItsProcessorTime) {
  EXPECT_EQ(answer_of_main("for (volatile int i = 0;; ++i) {}").state, State::stopped);
}

// Each exits with status 7 where it reaches something.
TEST_F(HostProgram, ReachesNothing) {
  const auto outside = ScratchFolder::create();
  ASSERT_TRUE(outside);
  for (const std::string& deed :
       {std::string("if (fopen(\"/etc/passwd\", \"r\")) exit(7);"),
        "if (fopen(\"" + outside->path() + "/x\", \"w\")) exit(7);",
        std::string("if (fopen(\"/given/x\", \"w\")) exit(7);"),
        std::string("if (fopen(\"/usr/x\", \"w\")) exit(7);"),
        std::string("if (getenv(\"USER\") || getenv(\"SSH_AUTH_SOCK\")) exit(7);"),
        std::string("if (system(\"test $(ls -d /proc/[0-9]* | wc -l) -gt 12\") == 0) exit(7);"),
        std::string(
            "if (system(\"ls /sys/class/net/* /home /root 2>/dev/null | grep -q .\") == 0) exit(7);")}) {
    const HostAnswer tried = answer_of_main(deed);
    EXPECT_EQ(tried.message, "The program launched no kernel and exited with status 0.") << deed;
  }
}

TEST_F(HostProgram, ManyProcessesEndWithTheRun) {
  EXPECT_NE(answer_of_main("for (int i = 0; i < 2000; ++i) if (fork() == 0) { sleep(600); exit(0); }").state,
            State::done);
}

}  // namespace
}  // namespace lockstep::assignment
