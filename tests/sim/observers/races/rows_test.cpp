// Races of neighbouring work-items that access neighbouring elements of each size, which are
// watched together.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/sim/observers/races/kernel_findings.hpp"

namespace lockstep::sim {
namespace {

// Two kinds of elements share the memory of a buffer; each work-item has its own elements.
std::vector<Finding> findings_of(const std::string& type, const std::string& body) {
  return findings_of_kernel(
      fmt::format("kernel void k(global int* words) {{ global {}* a = (global {}*)words;"
                  "  const int i = get_global_id(0), l = get_local_id(0), n = get_local_size(0); {} }}",
                  type, type, body),
      1);
}

class RacesOfRows : public testing::TestWithParam<const char*> {};

TEST_P(RacesOfRows, OwnElementsAreRightInEachPlace) {
  for (const char* body : {"a[i] = 1; a[i] += 1;", "a[i + 1] = 1; a[i + 1] += 1;",
                           "for (int r = 0; r < 2; ++r) a[r * 256 + i] = a[i];",
                           "a[i] = 1; barrier(CLK_GLOBAL_MEM_FENCE); a[(i - l) + n - 1 - l] += 1;"})
    EXPECT_TRUE(findings_of(GetParam(), body).empty()) << body;
}

TEST_P(RacesOfRows, AnElementOfTheNeighbourIsARace) {
  for (const char* body : {"a[i] = i; a[i + 1] = i;", "a[i] = i; if (a[i + 1] == 5) a[i] = 2;",
                           "if (i < 128) a[3 * i] = i; if (i < 128) a[3 * i + 3] = i;"}) {
    const std::vector<Finding> found = findings_of(GetParam(), body);
    ASSERT_FALSE(found.empty()) << body;
    for (const Finding& finding : found) EXPECT_EQ(finding.kind, Finding::Kind::data_race) << body;
  }
}

TEST_P(RacesOfRows, ABarrierOrdersOnlyTheGroup) {
  EXPECT_TRUE(findings_of(GetParam(),
                          "a[i] = 1; barrier(CLK_GLOBAL_MEM_FENCE); if (l + 1 < n) a[i + 1] += 1;"
                          "barrier(CLK_GLOBAL_MEM_FENCE); a[i] = 2;")
                  .empty());
  EXPECT_FALSE(findings_of(GetParam(), "a[i] = i; barrier(CLK_GLOBAL_MEM_FENCE); a[i + 1] = i;").empty());
}

INSTANTIATE_TEST_SUITE_P(OfElements, RacesOfRows, testing::Values("uchar", "short", "int", "long"));

TEST(RacesOfRows, BytesAndWordsMeet) {
  EXPECT_TRUE(findings_of("uchar", "words[i] = 1; a[4 * i + 2] = 3; words[i] += 1;").empty());
  EXPECT_FALSE(findings_of("uchar", "words[i] = i; a[4 * i + 4] = i + 3;").empty());
  EXPECT_FALSE(findings_of("uchar", "a[i] = i; words[i / 4] = i;").empty());
}

}  // namespace
}  // namespace lockstep::sim
