#include "core/base/sandbox.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/files/scratch_folder.hpp"

namespace lockstep {
namespace {

using testing::HasSubstr;

TEST(Sandbox, RunsLinesAndEndsWhatWritesTooMuch) {
  const auto sandbox = Sandbox::find({.output_bytes = 10'000});
  if (!sandbox) GTEST_SKIP() << sandbox.error().message;
  const auto folder = ScratchFolder::create();
  const auto run = sandbox->run("ls; echo 1; exit 5", folder->path());
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->output, "1\n");
  EXPECT_EQ(run->end.status, 5);
  EXPECT_TRUE(sandbox->run("yes", folder->path()).value().has_too_much_output);
}

TEST(Sandbox, IsNotFoundWhereItDoesNotStart) {
  const auto sandbox = Sandbox::find({.given = {{"/does/not/exist", "/x"}}});
  ASSERT_FALSE(sandbox);
  EXPECT_THAT(sandbox.error().message, HasSubstr("andbox"));
}

}  // namespace
}  // namespace lockstep
