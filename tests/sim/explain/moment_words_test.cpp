#include "sim/explain/moment_words.hpp"

#include <gmock/gmock.h>

#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

// Two launches: four work-groups of two warps, then one.
struct MomentWords : testing::Test {
  MomentWords() {
    const Plan plan = catalogue_plan("reduce/sequential-local", {.n = 256, .group_size = 64});
    trace = *Trace::record(plan, model_named("cc9.0"));
  }
  std::uint64_t find(std::string_view words) const {
    const auto found = find_moment(*trace, words);
    EXPECT_TRUE(found) << found.error().message;
    return found.value_or(0);
  }
  Moment at(std::string_view words) const { return trace->at(find(words)).moment; }
  std::string mistake(std::string_view words) const {
    const auto found = find_moment(*trace, words);
    return found ? "none" : found.error().message;
  }
  std::shared_ptr<const Trace> trace;
};

TEST_F(MomentWords, NameLaunchesGroupsAndWarps) {
  const Moment first = at("line \"if (t < s)\"");
  EXPECT_EQ(first.launch, 0u);
  EXPECT_EQ(first.group, 0u);
  const Moment named = at("line \"if (t < s)\" in launch 1 in group 2 in warp 1, second time");
  EXPECT_EQ(named.launch, 0u);
  EXPECT_EQ(named.group, 2u);
  EXPECT_EQ(named.warp, 1u);
  EXPECT_EQ(at("line \"if (t < s)\" in launch 2").launch, 1u);
  EXPECT_EQ(at("divergence in group 3").group, 3u);
}

TEST_F(MomentWords, CountTimes) {
  const std::string line = "line \"if (t < s)\" in launch 1 in group 1 in warp 0";
  EXPECT_LT(find(line), find(line + ", second time"));
  EXPECT_LT(find(line + ", 2nd time"), find(line + ", third time"));
  // s is 32, 16, 8, 4, 2 and 1.
  EXPECT_EQ(find(line + ", last time"), find(line + ", sixth time"));
  EXPECT_GT(find("barrier, last time"), find("barrier in launch 1, last time"));
}

TEST_F(MomentWords, SayWhatIsNotUnderstoodOrMissing) {
  EXPECT_THAT(mistake("line 34, seventeenth time"), HasSubstr("\"seventeenth time\" is not understood"));
  EXPECT_THAT(mistake("line 34, 0th time"), HasSubstr("\"0th time\" is not understood"));
  EXPECT_THAT(mistake("line 34 in warp one"), HasSubstr("\"in warp one\" is not understood"));
  EXPECT_THAT(mistake("line 34 in launch 0"), HasSubstr("launches are numbered from 1"));
  EXPECT_THAT(mistake("line 34 in step 2"), HasSubstr("\"in step 2\" is not understood"));
  EXPECT_EQ(mistake("line 34 in warp 2"), "\"line 34\" does not happen there.");
  EXPECT_EQ(mistake("line 34 in group 1 in warp 0, 9th time"),
            "\"line 34\" happens 6 times there, not 9 times.");
  EXPECT_THAT(mistake("midnight"), HasSubstr("\"midnight\" is not a moment"));
}

}  // namespace
}  // namespace lockstep::sim
