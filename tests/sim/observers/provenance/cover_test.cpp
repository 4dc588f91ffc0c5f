// A cover contains exactly its inputs, or is unknown.
#include "sim/observers/provenance/cover.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace lockstep::sim {
namespace {

InputCover only(std::uint64_t index) { return {index, {0, 1}, {}}; }

std::multiset<std::uint64_t> inputs_of(const InputCover& cover) {
  std::multiset<std::uint64_t> inputs;
  for (std::uint64_t o = 0; o < cover.outer.count; ++o) {
    for (std::uint64_t i = 0; i < cover.inner.count; ++i)
      inputs.insert(cover.first + o * cover.outer.step + i * cover.inner.step);
  }
  return inputs;
}

InputCover united_all(std::initializer_list<std::uint64_t> indices) {
  InputCover cover = only(*indices.begin());
  for (auto index = indices.begin() + 1; index != indices.end(); ++index) cover = united(cover, only(*index));
  return cover;
}

TEST(InputCover, NeighboursMakeARow) {
  EXPECT_EQ(united_all({4, 5, 6, 7}), (InputCover{4, {1, 4}, {}}));
  EXPECT_EQ(united(united_all({0, 1, 2}), united_all({3, 4})), (InputCover{0, {1, 5}, {}}));
  EXPECT_EQ(united(united_all({3, 4}), united_all({0, 1, 2})), (InputCover{0, {1, 5}, {}}));
}

TEST(InputCover, EverySecondInput) {
  EXPECT_EQ(united(united_all({0, 8}), united_all({4, 12})), (InputCover{0, {4, 4}, {}}));
  EXPECT_EQ(united(united_all({0, 2, 4}), united_all({1, 3})), (InputCover{0, {1, 5}, {}}));
}

TEST(InputCover, RowsAtEqualDistances) {
  const InputCover rows = united(united_all({0, 1, 2, 3}), united_all({8, 9, 10, 11}));
  EXPECT_EQ(rows, (InputCover{0, {1, 4}, {8, 2}}));
  EXPECT_EQ(united(rows, united(united_all({4, 5, 6, 7}), united_all({12, 13, 14, 15}))),
            (InputCover{0, {1, 16}, {}}));
  EXPECT_EQ(united(united_all({0, 512, 1024}), united_all({128, 640, 1152})),
            (InputCover{0, {128, 2}, {512, 3}}));
}

TEST(InputCover, DuplicateInputsGiveNoCover) {
  EXPECT_FALSE(united(only(3), only(3)).known());
  EXPECT_FALSE(united(united_all({0, 1, 2}), united_all({2, 3, 4})).known());
  EXPECT_FALSE(united(united_all({0, 1, 2, 3}), united_all({1, 2})).known());
  EXPECT_FALSE(united(InputCover{}, only(1)).known());
}

// After any sequence of unions, a known cover contains exactly the inputs of both operands, each once.
TEST(InputCover, ContainsExactlyItsInputs) {
  std::mt19937 random(7);
  int known = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::vector<InputCover> parts;
    const std::uint64_t stride = 1 + random() % 4;
    for (std::uint64_t i = 0; i < 12; ++i) parts.push_back(only(i * stride + (random() % 16 == 0 ? 1 : 0)));
    while (parts.size() > 1) {
      const std::size_t at = random() % (parts.size() - 1);
      const std::size_t with = random() % 4 == 0 ? random() % parts.size() : at + 1;
      if (with == at) continue;
      const InputCover both = united(parts[at], parts[with]);
      std::multiset<std::uint64_t> wanted = inputs_of(parts[at]);
      for (const std::uint64_t index : inputs_of(parts[with])) wanted.insert(index);
      if (both.known()) {
        ++known;
        ASSERT_EQ(inputs_of(both), wanted);
        ASSERT_EQ(both.size(), wanted.size());
      } else {
        break;
      }
      parts[at] = both;
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(with));
    }
  }
  EXPECT_GT(known, 20'000);
}

}  // namespace
}  // namespace lockstep::sim
