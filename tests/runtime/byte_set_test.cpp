// Sets of bytes against a plain list of them.
#include "runtime/objects/byte_set.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace lockstep::runtime {
namespace {

struct RandomBox {
  std::size_t offset;
  Box box;
  Triple region;

  ByteSet bytes() const { return ByteSet(offset, box, region); }
  std::set<std::size_t> list() const {
    std::set<std::size_t> all;
    for (std::size_t z = 0; z < region[2]; ++z)
      for (std::size_t y = 0; y < region[1]; ++y)
        for (std::size_t x = 0; x < region[0]; ++x) all.insert(offset + box.row(y, z) + x);
    return all;
  }
};

TEST(ByteSet, CommonBytesAndContainment) {
  std::mt19937 random{3};
  const auto pick = [&](std::size_t from, std::size_t to) { return from + random() % (to - from + 1); };
  const auto box = [&] {
    RandomBox made{pick(0, 40), {}, {pick(1, 6), pick(1, 4), pick(1, 3)}};
    made.box.origin = {pick(0, 3), pick(0, 2), pick(0, 1)};
    made.box.row_pitch = made.region[0] + pick(0, 5);
    made.box.slice_pitch = made.box.row_pitch * (made.region[1] + pick(0, 2));
    return made;
  };
  for (int round = 0; round < 2000; ++round) {
    const RandomBox a = box(), b = box();
    const auto first = a.list(), second = b.list();
    std::set<std::size_t> both;
    for (const std::size_t byte : first)
      if (second.contains(byte)) both.insert(byte);
    const auto common = a.bytes().common(b.bytes());
    ASSERT_EQ(common.has_value(), !both.empty());
    EXPECT_EQ(common ? common->first : 0, both.empty() ? 0 : *both.begin());
    EXPECT_EQ(a.bytes().contains(b.bytes()), both.size() == second.size());
    EXPECT_TRUE(a.bytes().contains(a.bytes()));
  }
}

TEST(ByteSet, NeighboursAreOneStretch) {
  ByteSet set;
  set.add({0, 4});
  set.add({4, 8});
  set.add({8, 8});
  set.add({12, 16});
  EXPECT_EQ(set.stretches(), (std::vector<ByteSet::Stretch>{{0, 8}, {12, 16}}));
  EXPECT_FALSE(ByteSet().common(set));
  EXPECT_TRUE(set.contains(ByteSet()));
}

}  // namespace
}  // namespace lockstep::runtime
