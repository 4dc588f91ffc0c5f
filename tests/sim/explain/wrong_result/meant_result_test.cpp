// Values that are a sum or a scan of an input identify the line of the error, not only the line of the
// last store.
#include "sim/explain/wrong_result/meant_result.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "sim/explain/verdict.hpp"
#include "sim/launch/expectation.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::sim {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

const char* const kGroupSums =
    "kernel void sums(global const int* a, global int* p, local int* t) {\n"
    "  int l = get_local_id(0);\n"
    "  t[l] = a[get_global_id(0)];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (int d = get_local_size(0) / 2; d > 0; d >>= 1) {\n"
    "    if (l < d) t[l] += t[l + d];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  }\n"
    "  if (l == 0) p[get_group_id(0)] = t[0];\n"
    "}\n";

std::string changed(const std::string& from, const std::string& to) {
  std::string text = kGroupSums;
  return text.replace(text.find(from), from.size(), to);
}

RunVerdict verdict(const std::string& text, const std::string& results, const std::string& expected) {
  const DeviceModel& model = **find_device_model("cc9.0");
  const TemporaryFolder folder;
  LaunchOptions options;
  options.file = folder.file("sums.cl");
  std::ofstream(options.file) << text;
  options.global_size = "32";
  options.local_size = results == "1" ? "32" : "8";
  options.arguments = {"buffer:int:32=iota", "buffer:int:" + results + "=0:dump", "local:128"};
  options.model = &model;
  Result<PreparedRun> run = prepare_kernel_file(options);
  if (!run || !expect_result(*run, expected)) {
    ADD_FAILURE() << (run ? expected : run.error().message);
    return {};
  }
  const auto counted = run_counted(run->plan, model, {});
  return verdict_of(run->plan, model, {}, *counted);
}

TEST(MeantResult, TheLineThatGoesWrongIsNamedNotTheOneThatStoresLast) {
  const std::string wrong = changed("+= t[l + d]", "+= t[l + d] + 1");
  for (const auto& [results, expected] :
       {std::pair{"1", "496"}, {"4", "28,92,156,220"}, {"4", "group-sum"}}) {
    const RunVerdict found = verdict(wrong, results, expected);
    ASSERT_TRUE(found.is_wrong() && found.from) << expected;
    EXPECT_EQ(found.from->line, 6u) << expected;
    EXPECT_THAT(found.from->sentence, HasSubstr("in t[0], but Σ x0,x")) << expected;
    EXPECT_THAT(found.message, HasSubstr("is expected")) << expected;
  }
}

TEST(MeantResult, MissingInputsAreNamed) {
  const std::string wrong = changed("get_local_size(0) / 2", "get_local_size(0) / 4");
  EXPECT_THAT(verdict(wrong, "1", "496").because, EndsWith("x16..x31 are missing"));
  const RunVerdict second = verdict(
      changed("t[l] = a[get_global_id(0)]", "t[l] = get_global_id(0) == 12 ? 0 : a[get_global_id(0)]"), "4",
      "28,92,156,220");
  EXPECT_THAT(second.because, HasSubstr("x12 is missing"));
}

TEST(MeantResult, OtherValuesMeanNothing) {
  const RunVerdict found = verdict(kGroupSums, "4", "28,92,156,221");
  ASSERT_TRUE(found.is_wrong() && found.from);
  EXPECT_EQ(found.because, "");
  EXPECT_EQ(found.from->line, 9u);
}

}  // namespace
}  // namespace lockstep::sim
