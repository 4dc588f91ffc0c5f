#include "core/base/copy_on_write.hpp"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

using Values = std::vector<int>;

TEST(CopyOnWrite, CopiesShareUntilOneChanges) {
  CopyOnWrite<int> first(Values{1, 2, 3});
  CopyOnWrite<int> second = first;
  EXPECT_TRUE(first.is_shared_with(second));
  EXPECT_EQ(first.data(), second.data());
  second.write()[1] = 7;
  EXPECT_FALSE(first.is_shared_with(second));
  EXPECT_EQ(first.read(), (Values{1, 2, 3}));
  EXPECT_EQ(second.read(), (Values{1, 7, 3}));
  EXPECT_FALSE(first == second);
}

TEST(CopyOnWrite, OnlyOwnerChangesInPlace) {
  CopyOnWrite<int> values(Values{1, 2, 3});
  const int* const before = values.data();
  values.write()[0] = 5;
  EXPECT_EQ(values.data(), before);
}

TEST(CopyOnWrite, TakingLeavesNothing) {
  CopyOnWrite<int> first(Values{1, 2});
  CopyOnWrite<int> second = first;
  EXPECT_EQ(second.take(), (Values{1, 2}));
  EXPECT_TRUE(second.empty());
  EXPECT_EQ(first.read(), (Values{1, 2}));
  EXPECT_EQ(CopyOnWrite<int>(), second);
}

}  // namespace
}  // namespace lockstep
