// Memory of counted runs: the estimate, the limit, and the memory of the race detector.
#include "sim/observers/memory_need.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

Plan plan_with(std::uint64_t elements) {
  Plan plan;
  for (const char* name : {"a", "b", "c"}) {
    PlanBuffer buffer{name, ElementType::int32, elements, PlanBuffer::Role::input, {}};
    buffer.content.pattern = Content::Pattern::iota;
    plan.buffers.push_back(buffer);
  }
  return plan;
}

// Less than 16 bytes for each 4 bytes of buffer, with findings.
TEST(MemoryNeed, OfAWord) {
  const MemoryNeed need = memory_need(plan_with(kMiB), {});
  EXPECT_EQ(need.contents, 12 * kMiB);
  EXPECT_LE(need.provenance + need.findings, 16 * 3 * kMiB);
  EXPECT_EQ(memory_need(plan_with(kMiB), {.detect_findings = false, .count_work = false}).total(), 12 * kMiB);
}

TEST(MemoryNeed, ARunThatDoesNotFitIsRefused) {
  const Plan plan = plan_with(64 * kMiB);
  const std::uint64_t need = memory_need(plan, {}).total();
  EXPECT_LT(need, 6'000'000'000u);
  EXPECT_TRUE(check_memory_need(plan, {}, 2 * need));
  const Result<void> refused = check_memory_need(plan, {}, 1024 * kMiB);
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      refused.error().message,
      "this run needs 3 GiB of memory (1.5 GiB for buffers and 1.5 GiB to search for errors), but 1 GiB are "
      "available; choose a smaller n, or count without a search for errors");
  EXPECT_TRUE(check_memory_need(plan_with(1024), {}, 0));
}

TEST(MemoryNeed, LargeBuffersAreNotCopiedForThreads) {
  EXPECT_GT(memory_of_thread(plan_with(16 * kMiB), {}), 300 * kMiB);
}

}  // namespace
}  // namespace lockstep::sim
