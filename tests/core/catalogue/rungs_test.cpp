#include "core/catalogue/rungs.hpp"

#include <gtest/gtest.h>

#include <set>

namespace lockstep {
namespace {

TEST(Ladder, EveryEntryStartsAtTheFirstRungOfItsFamily) {
  std::set<std::string> first;
  for (const Algorithm& algorithm : catalogue()) {
    const auto rungs = ladder_to(algorithm);
    EXPECT_EQ(rungs.back(), &algorithm);
    EXPECT_LE(rungs.size(), catalogue().size());
    first.insert(rungs.front()->id);
    for (const Algorithm* rung : rungs) EXPECT_EQ(rung->family, algorithm.family) << algorithm.id;
  }
  EXPECT_EQ(first.size(), 2u);
}

TEST(Ladder, EachFamilyHasALadderToItsTunedKernel) {
  const auto ladders = main_ladders();
  ASSERT_EQ(ladders.size(), 2u);
  for (const auto& rungs : ladders) {
    EXPECT_GE(rungs.size(), 8u);
    EXPECT_TRUE(rungs.back()->is_tunable);
    EXPECT_EQ(rungs.front()->improves_on, "");
  }
  EXPECT_NE(ladders[0].front()->family, ladders[1].front()->family);
}

}  // namespace
}  // namespace lockstep
