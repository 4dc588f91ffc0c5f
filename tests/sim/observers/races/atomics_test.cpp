// Races with atomic functions of a warp: many lanes may change one element at once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/sim/observers/races/kernel_findings.hpp"

namespace lockstep::sim {
namespace {

// Work-item `reader` reads an element to which the work-items of its warp have added; the others add to
// other elements.
std::vector<Finding> findings_of(unsigned reader, const std::string& element) {
  return findings_of_kernel(fmt::format("kernel void k(global int* w) {{ int i = get_local_id(0);\n"
                                        "atomic_add(&w[{}], 1);\n"
                                        "if (i == {} && w[0] > 900) w[500] = 1; }}",
                                        element, reader),
                            1, {.items = 32, .group = 32});
}

TEST(RacesOfAtomics, TheLastOtherLaneIsNamed) {
  for (unsigned reader = 0; reader < 32; ++reader) {
    const auto found = findings_of(reader, "0");
    ASSERT_EQ(found.size(), 1u) << reader;
    EXPECT_EQ(found[0].first.work_item, reader == 31 ? 30u : 31u);
    EXPECT_EQ(found[0].second.work_item, reader);
  }
}

// Elements at a distance of 64, and others between them.
TEST(RacesOfAtomics, OtherElementsDoNotHideIt) {
  struct Case {
    const char* element;
    unsigned (*of)(unsigned);
  };
  for (const auto& [element, of] :
       {Case{"i % 3 * 64", [](unsigned i) { return i % 3 * 64; }},
        Case{"i % 3", [](unsigned i) { return i % 3; }},
        Case{"i % 2 * 64 + i % 3 / 2 * 128", [](unsigned i) { return i % 2 * 64 + i % 3 / 2 * 128; }},
        Case{"i < 30 ? i % 2 : i * 64 % 128", [](unsigned i) { return i < 30 ? i % 2 : i * 64 % 128; }}})
    for (unsigned reader = 0; reader < 32; ++reader) {
      unsigned last = 31;
      while (of(last) != 0 || last == reader) --last;
      const auto found = findings_of(reader, element);
      ASSERT_EQ(found.size(), 1u) << element << " " << reader;
      EXPECT_EQ(found[0].first.work_item, last) << element << " " << reader;
    }
}

TEST(RacesOfAtomics, AnotherGroupIsNamedToo) {
  const auto found = findings_of_kernel(
      "kernel void k(global int* w) {\natomic_inc(&w[0]);\n"
      "barrier(CLK_GLOBAL_MEM_FENCE);\nif (get_global_id(0) == 40 && w[0] > 900) w[500] = 1; }",
      1, {.items = 64, .group = 32});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].first.work_item, 31u);
}

}  // namespace
}  // namespace lockstep::sim
