#include "core/base/large_bytes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

namespace lockstep {
namespace {

TEST(LargeBytes, EachPartIsDoneOnce) {
  for (const std::size_t parts : {0, 1, 2, 1000}) {
    std::vector<std::atomic<int>> calls(parts);
    in_parallel(parts, [&](std::size_t part) { ++calls[part]; });
    EXPECT_TRUE(std::ranges::all_of(calls, [](const auto& count) { return count == 1; })) << parts;
  }
}

TEST(LargeBytes, AreZeroAtFirstAndFilledAndCopiedToTheLastByte) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{4096}, (std::size_t{9} << 20) + 5}) {
    LargeBytes bytes(size), copy(size);
    EXPECT_TRUE(std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; }));
    fill_bytes(bytes, std::byte{7});
    copy_bytes(bytes, copy);
    EXPECT_TRUE(std::ranges::all_of(copy, [](std::byte byte) { return byte == std::byte{7}; })) << size;
  }
}

TEST(LargeBytes, MoveAndHaveNoneOfSizeZero) {
  LargeBytes bytes(3);
  bytes[1] = std::byte{5};
  LargeBytes moved = std::move(bytes);
  EXPECT_EQ(moved.size(), 3u);
  EXPECT_EQ(moved[1], std::byte{5});
  EXPECT_TRUE(LargeBytes(0).empty());
}

// Otherwise, elements with the same index would compete for the same cache sets.
TEST(LargeBytes, OfAPowerOfTwoDoNotLieAMultipleOfItApart) {
  constexpr std::size_t size = std::size_t{1} << 26;
  const LargeBytes a(size), b(size);
  EXPECT_NE((a.data() - b.data()) % static_cast<std::ptrdiff_t>(std::size_t{64} << 10), 0);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(b.data()) % 4096, 0u);
}

}  // namespace
}  // namespace lockstep
