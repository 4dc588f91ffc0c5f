// The most expensive lines are those with the highest counts, and each names the counter that causes its
// cost.
#include "sim/explain/advice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

std::vector<CostlyLine> lines_of(const std::string& id, const char* model, std::size_t most = 3) {
  const Plan plan = catalogue_plan(id, {.n = 4096, .group_size = 256});
  const auto run = run_counted(plan, model_named(model), {.count_work = false});
  return costliest_lines(*run, model_named(model), most);
}

std::string text_of(const std::string& id, const CostlyLine& line) {
  std::istringstream text(catalogue_plan(id).programs[0].source.text);
  std::string found;
  for (std::uint32_t i = 0; i < line.line; ++i) std::getline(text, found);
  return found;
}

TEST(Advice, BankConflicts) {
  const CostlyLine first = lines_of("scan/blelloch", "cc9.0").front();
  EXPECT_THAT(text_of("scan/blelloch", first), HasSubstr("scratch[right] = OP("));
  EXPECT_GT(first.counters.local_conflicts, 0u);
  EXPECT_THAT(first.reason, HasSubstr("different words of the same bank"));
  EXPECT_THAT(first.remedy, HasSubstr("pad the array"));
}

TEST(Advice, WideLoadsAreNotReported) {
  for (const CostlyLine& line : lines_of("reduce/tuned", "cc9.0", 10)) {
    if (line.counters.bytes_asked == 0) continue;
    EXPECT_LE(line.counters.bytes_asked, line.counters.bytes_moved);
    EXPECT_EQ(line.remedy, "") << line.line << ": " << line.reason;
    return;
  }
  FAIL() << "no line loads";
}

TEST(Advice, ScatteredGlobalAccess) {
  const CostlyLine first = lines_of("reduce/interleaved-global", "cc2.0").front();
  EXPECT_GT(first.share, 0.9);
  EXPECT_THAT(first.remedy, HasSubstr("consecutive elements"));
  // Coalesced accesses offer no gain.
  EXPECT_EQ(lines_of("reduce/first-add", "cc2.0").front().remedy, "");
}

TEST(Advice, Divergence) {
  bool found = false;
  for (const CostlyLine& line : lines_of("reduce/divergent", "cc9.0")) {
    if (line.counters.divergent_branches == 0) continue;
    found = true;
    EXPECT_THAT(text_of("reduce/divergent", line), HasSubstr("if (t % (2 * s) == 0)"));
    EXPECT_THAT(line.reason, HasSubstr("the warp diverges"));
    EXPECT_THAT(line.remedy, HasSubstr("whole warps branch the same way"));
  }
  EXPECT_TRUE(found);
}

TEST(Advice, SharesAddUpAndFall) {
  const std::vector<CostlyLine> all = lines_of("scan/block", "cc9.0", 1000);
  double sum = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    sum += all[i].share;
    if (i > 0) {
      EXPECT_LE(all[i].share, all[i - 1].share);
    }
    EXPECT_FALSE(all[i].reason.empty());
  }
  EXPECT_NEAR(sum, 1, 1e-9);
}

}  // namespace
}  // namespace lockstep::sim
