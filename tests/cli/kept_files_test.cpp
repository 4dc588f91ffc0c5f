// Files that people keep stay readable: those of version 0.2 run, and say that their results are right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;

const std::string kFilesOf02 = LOCKSTEP_SOURCE_DIR "/tests/data/files_of_0.2/";

TEST(KeptFiles, PlanFilesOf02) {
  for (const char* file : {"scan", "scale", "image"}) {
    const Output output = run_lockstep("simulate " + kFilesOf02 + file + ".plan.json");
    EXPECT_EQ(output.status, 0) << output.err;
    EXPECT_THAT(output.out, HasSubstr("result: right")) << file;
  }
}

TEST(KeptFiles, ALaunchDescriptionOf02) {
  const Output output = run_lockstep("simulate " + kFilesOf02 + "scale.sim");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("out[3] = 7.5"));
}

}  // namespace
}  // namespace lockstep::cli
