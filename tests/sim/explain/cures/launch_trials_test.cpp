// Errors of the host: sizes of work-groups and of local memory. Every statement has been verified by a run.
#include "sim/explain/cures/launch_trials.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "sim/device_models/device_model.hpp"
#include "sim/explain/explanation.hpp"
#include "sim/launch/expectation.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

const char* const kTree =
    "kernel void sum(global const int* a, local int* t, global int* p, int n) {\n"
    "  int l = get_local_id(0), g = get_global_id(0);\n"
    "  t[l] = g < n ? a[g] : 0;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (int d = get_local_size(0) / 2; d > 0; d >>= 1) {\n"
    "    if (l < d) t[l] += t[l + d];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  }\n"
    "  if (l == 0) p[get_group_id(0)] = t[0];\n"
    "}\n";

Explanation explained(const std::string& text, std::uint64_t group, std::uint64_t local_bytes,
                      std::uint64_t n, const std::string& fill = "random:3",
                      const std::string& expected = "p=sum:a", std::uint64_t elements = 0) {
  const DeviceModel& model = **find_device_model("cc9.0");
  const TemporaryFolder folder;
  LaunchOptions options;
  options.file = folder.file("tree.cl");
  std::ofstream(options.file) << text;
  options.global_size = options.local_size = std::to_string(group);
  options.arguments = {"buffer:int:" + std::to_string(elements == 0 ? group : elements) + "=" + fill,
                       "local:" + std::to_string(local_bytes), "buffer:int:1=0:dump",
                       "scalar:int=" + std::to_string(n)};
  options.model = &model;
  Result<PreparedRun> run = prepare_kernel_file(options);
  if (!run || (!expected.empty() && !expect_result(*run, expected))) {
    ADD_FAILURE() << (run ? "no expectation" : run.error().message);
    return {};
  }
  const auto counted = run_counted(run->plan, model, {});
  return explain_run(run->plan, model, {}, *counted);
}

TEST(LaunchTrials, ASizeThatIsNoPowerOfTwoIsNamed) {
  for (const auto& [group, words] :
       {std::pair{48, "48 is not a power of two: with work-groups of 64 or 32 "},
        {24, "24 is not a power of two: "},
        {100, "with work-groups of 128 or 64 the result of a trial run is right"}}) {
    const auto size = static_cast<std::uint64_t>(group);
    const Explanation found = explained(kTree, size, 4 * size, size);
    EXPECT_TRUE(found.verdict.is_wrong()) << group;
    EXPECT_THAT(found.result_cure.sentence, HasSubstr(words));
  }
}

// The guard is right, but the host passes the size of another array.
TEST(LaunchTrials, ANumberThatIsGreaterThanTheArrayIsNamed) {
  const Explanation found = explained(kTree, 64, 256, 64, "random:3", "p=sum:a", 40);
  ASSERT_FALSE(found.cures.empty());
  EXPECT_EQ(found.cures.front().sentence,
            "The argument n is 64, but a has only 40 elements: a trial run with n = 40 has no error, and its "
            "result is right.");
  EXPECT_EQ(found.cures.front().repaired, "");
}

// The number suits the input, so a store past the end of the result has a wrong index.
TEST(LaunchTrials, ANumberThatSuitsAnotherArrayIsNotBlamed) {
  std::string wrong = kTree;
  wrong.replace(wrong.find("p[get_group_id(0)] = t[0]"), 25, "p[n - 1] = t[0]");
  for (const char* expected : {"p=sum:a", ""}) {
    const Explanation found = explained(wrong, 64, 256, 64, "random:3", expected);
    ASSERT_FALSE(found.cures.empty());
    EXPECT_EQ(found.cures.front().sentence.find("The argument n"), std::string::npos) << expected;
  }
}

// Without a guard, all work-items load; those past the end need the identity.
TEST(LaunchTrials, AMissingGuardOfALoadIsAConditionalLoad) {
  std::string unguarded = kTree;
  unguarded.replace(unguarded.find("g < n ? a[g] : 0"), 16, "a[g]");
  const Explanation found = explained(unguarded, 64, 256, 40, "random:3", "p=sum:a", 40);
  ASSERT_FALSE(found.cures.empty());
  EXPECT_THAT(found.cures.front().sentence, HasSubstr("(g < n ? a[g] : 0) in place of a[g]"));
  EXPECT_THAT(found.cures.front().repaired, HasSubstr("t[l] = (g < n ? a[g] : 0);"));
}

TEST(LaunchTrials, ATypedSumIsThatOfTheElements) {
  EXPECT_THAT(explained(kTree, 48, 192, 48, "iota", "1128").result_cure.sentence,
              HasSubstr("with work-groups of 64 or 32"));
}

TEST(LaunchTrials, AnotherErrorIsNotBlamedOnTheSize) {
  std::string wrong = kTree;
  wrong.replace(wrong.find("l + d]"), 6, "l + 1]");
  EXPECT_EQ(explained(wrong, 48, 192, 48).result_cure.sentence.find("power of two"), std::string::npos);
  EXPECT_EQ(explained(wrong, 64, 256, 64).result_cure.sentence.find("power of two"), std::string::npos);
}

TEST(LaunchTrials, LocalMemoryThatIsTooSmallHasItsRightSize) {
  for (const std::uint64_t given : {4, 128, 252}) {
    const Explanation found = explained(kTree, 64, given, 64);
    ASSERT_FALSE(found.cures.empty()) << given;
    EXPECT_THAT(found.cures[0].sentence, HasSubstr("needs 256 bytes of local memory"));
    EXPECT_THAT(found.cures[0].sentence, HasSubstr("local:256 has no error, and its result is right"));
  }
}

// For errors that no finding and no other list covers: any small slip in the text.
TEST(LaunchTrials, ASlipFarFromItsConsequenceIsNamed) {
  std::string text = kTree;
  text.replace(text.find("get_local_size(0) / 2"), 21, "get_local_size(0) / 4");
  EXPECT_THAT(explained(text, 64, 256, 64).result_cure.sentence,
              HasSubstr("Change line 5, 2 in place of 4: the result of a trial run with it is right"));
}

// More memory would hide these errors: the result shows that the kernel is wrong.
TEST(LaunchTrials, AWrongComparisonIsNotBlamedOnTheRoom) {
  std::string text = kTree;
  const std::size_t at = text.find("l < d");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 5, "l <= d");
  const Explanation found = explained(text, 64, 256, 64);
  ASSERT_FALSE(found.cures.empty());
  EXPECT_THAT(found.cures[0].sentence, HasSubstr("Write < in place of <= at line"));
  text.replace(at, 6, "true");
  const Explanation unguarded = explained(text, 64, 256, 64);
  ASSERT_FALSE(unguarded.cures.empty());
  EXPECT_THAT(unguarded.cures[0].sentence, HasSubstr("if (l < d)"));
}

TEST(LaunchTrials, AnArrayWithFewerElementsThanTheGroupHasItsRightSize) {
  std::string text = kTree;
  text.replace(text.find("local int* t"), 12, "local int* unused");
  text.replace(text.find("  int l ="), 0, "  local int t[32];\n");
  const Explanation found = explained(text, 64, 4, 64);
  ASSERT_FALSE(found.cures.empty());
  EXPECT_EQ(
      found.cures[0].sentence,
      "A work-group of 64 needs 64 elements of t, 256 bytes: a trial run with t[64] has no error, and its "
      "result is right.");
  EXPECT_THAT(found.cures[0].repaired, HasSubstr("local int t[64];"));
}

TEST(LaunchTrials, AWrongIndexIsNotBlamedOnTheArray) {
  std::string text = kTree;
  text.replace(text.find("local int* t"), 12, "local int* unused");
  text.replace(text.find("  int l ="), 0, "  local int t[64];\n");
  text.replace(text.find("t[l + d]"), 8, "t[l + d + 1]");
  for (const Cure& cure : explained(text, 64, 4, 64).cures)
    EXPECT_EQ(cure.sentence.find("needs"), std::string::npos) << cure.sentence;
}

}  // namespace
}  // namespace lockstep::sim
