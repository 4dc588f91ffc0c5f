// --schedule and --order of the real executable.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// The last steps of a sum without barriers: right only if the lanes of a warp run in lockstep.
constexpr const char* kWarpSynchronous =
    "kernel void k(global int *out, local volatile int *s) {\n"
    "  int t = get_local_id(0);\n  s[t] = 1;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (int d = 16; d > 0; d /= 2) if (t < d) s[t] += s[t + d];\n"
    "  if (t == 0) out[0] = s[0];\n}\n";

Output simulate(const std::string& options) {
  return run_lockstep("simulate " + write_file("warp.cl", kWarpSynchronous) +
                      " --global 32 --local 32 buffer:int:1=0:dump local:128 " + options);
}

TEST(ScheduleOption, IndependentLanesShowWhatLockstepHides) {
  const json lockstep = json::parse(simulate("--json").out);
  const json independent = json::parse(simulate("--json --schedule independent").out);
  EXPECT_EQ(lockstep["buffers"]["out"][0], 32);
  EXPECT_NE(independent["buffers"]["out"][0], 32);
  EXPECT_EQ(lockstep["findings"][0]["kind"], "data_race");  // with both schedules: the kernel is wrong
  EXPECT_EQ(independent["findings"][0]["kind"], "data_race");
  EXPECT_EQ(independent["schedule"], "independent");
  EXPECT_EQ(independent["counters"]["barriers"], 1);
  EXPECT_TRUE(independent["counters"]["instructions"].is_null());
  EXPECT_TRUE(lockstep["counters"]["instructions"].is_number());
}

TEST(ScheduleOption, IsNamedInTheText) {
  const std::string text = simulate("--schedule independent --order random:7").out;
  EXPECT_THAT(text, HasSubstr("independent lanes · order random:7"));
  EXPECT_THAT(text, HasSubstr("the costs of warps are counted with --schedule lockstep only"));
  EXPECT_THAT(text, Not(HasSubstr("divergent branches")));
  const std::string trace =
      run_lockstep("trace reduce/sequential-local --n 8 --group 8 --order adversarial").out;
  EXPECT_THAT(trace, HasSubstr("order adversarial"));
  EXPECT_THAT(run_lockstep("simulate --help").out, HasSubstr("--order"));
}

// The catalogue's kernels are right, so another order gives the same counts.
TEST(ScheduleOption, AnotherOrderCountsTheSame) {
  const auto rows = [](const std::string& order) {
    json table = json::parse(run_lockstep("counters --n 500 --group 64 --json --order " + order).out)["rows"];
    const auto depends_on_order = [](const json& row) { return !row.contains("formula"); };
    EXPECT_EQ(std::count_if(table.begin(), table.end(), depends_on_order), 1);
    table.erase(std::remove_if(table.begin(), table.end(), depends_on_order), table.end());
    return table;
  };
  EXPECT_EQ(rows("adversarial"), rows("fixed"));
  EXPECT_EQ(rows("random:3"), rows("fixed"));
}

TEST(ScheduleOption, ErrorsListTheChoices) {
  const Output order = run_lockstep("counters reduce/divergent --order random");
  EXPECT_EQ(order.status, 2);
  EXPECT_THAT(order.err, HasSubstr("choose fixed, adversarial or random:SEED"));
  const Output schedule = simulate("--schedule warp");
  EXPECT_EQ(schedule.status, 2);
  EXPECT_THAT(schedule.err, HasSubstr("choose lockstep or independent"));
}

}  // namespace
}  // namespace lockstep::cli
