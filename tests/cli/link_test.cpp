// lockstep link of the real executable.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

TEST(LinkCommand, TakesTheSizeOfAnAlgorithm) {
  const Output made = run_lockstep("link scan/blelloch --n 128 --group 32");
  ASSERT_EQ(made.status, 0) << made.err;
  const Output scene = run_lockstep("link '" + made.out.substr(0, made.out.find('\n')) + "'");
  ASSERT_EQ(scene.status, 0) << scene.err;
  const auto view = nlohmann::json::parse(scene.out);
  EXPECT_EQ(view["n"], 128);
  EXPECT_EQ(view["group_size"], 32);
}

TEST(LinkCommand, ALessonHasItsOwnSizes) {
  const Output refused = run_lockstep("link lesson:first-steps --n 128");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, testing::HasSubstr("--n and --group"));
  EXPECT_EQ(run_lockstep("link scan/blelloch --n 0").status, 2);
}

}  // namespace
}  // namespace lockstep::cli
