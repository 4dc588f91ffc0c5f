#include "core/opencl/fill.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "core/opencl/driver/cl.hpp"
#include "core/opencl/open_device.hpp"
#include "tests/core/opencl/test_device.hpp"

namespace lockstep::opencl {
namespace {

std::vector<std::byte> pattern_of(std::size_t bytes, unsigned seed) {
  std::vector<std::byte> pattern(bytes);
  for (std::size_t i = 0; i < bytes; ++i) pattern[i] = static_cast<std::byte>(i * 37 + seed * 11 + 1);
  return pattern;
}

// The byte of the fill at a position in the buffer, computed from its pieces.
std::byte byte_at(const FillPieces& pieces, std::uint64_t offset, std::uint64_t at) {
  if (at < offset + pieces.head.size()) return pieces.head[at - offset];
  const std::uint64_t end = pieces.middle_offset + pieces.middle_bytes;
  if (at < end) return pieces.middle[(at - pieces.middle_offset) % pieces.middle.size()];
  return pieces.tail[at - end];
}

constexpr std::uint64_t kBorders[] = {0, std::uint64_t{1} << 31, std::uint64_t{1} << 32,
                                      (std::uint64_t{1} << 33) - 64};

TEST(CutFill, EveryByteIsThePatternsAtAnyPlaceAndSize) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 2000; ++round) {
    const std::size_t length = round % 3 == 0 ? std::size_t{1} << random() % 9 : 1 + random() % 300;
    const auto pattern = pattern_of(length, round);
    const std::uint64_t offset = kBorders[random() % 4] + random() % 300;
    const std::uint64_t bytes = random() % 5 == 0 ? kBorders[random() % 4] + random() % 300 : random() % 600;
    const FillPieces pieces = cut_fill(pattern, offset, bytes);
    ASSERT_EQ(pieces.head.size() + pieces.middle_bytes + pieces.tail.size(), bytes);
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(bytes, 700); ++i) {
      ASSERT_EQ(byte_at(pieces, offset, offset + i), pattern[i % length]) << length << " at " << i;
      const std::uint64_t back = bytes - 1 - i;
      ASSERT_EQ(byte_at(pieces, offset, offset + back), pattern[back % length]) << length << " at " << back;
    }
  }
}

TEST(CutFill, TheDriverGetsNoPatternBelow16Bytes) {
  for (const std::size_t length : {1, 2, 4, 8, 16, 32, 64, 128})
    for (const std::uint64_t offset : {0, 1, 15, 64, 127}) {
      const FillPieces pieces = cut_fill(pattern_of(length, 0), offset, (std::uint64_t{4} << 30) + 3);
      EXPECT_FALSE(pieces.is_written);
      EXPECT_TRUE(std::has_single_bit(pieces.middle.size()));
      EXPECT_GE(pieces.middle.size(), 16u);
      EXPECT_LE(pieces.middle.size(), 128u);
      EXPECT_EQ(pieces.middle_offset % pieces.middle.size(), 0u);
      EXPECT_EQ(pieces.middle_bytes % pieces.middle.size(), 0u);
      EXPECT_LT(pieces.head.size(), pieces.middle.size());
      EXPECT_LT(pieces.tail.size(), pieces.middle.size());
    }
}

TEST(CutFill, NothingFew) {
  EXPECT_TRUE(cut_fill(pattern_of(1, 0), 5, 0).head.empty());
  const FillPieces few = cut_fill(pattern_of(1, 0), 5, 7);
  EXPECT_EQ(few.head.size(), 7u);
  EXPECT_EQ(few.middle_bytes + few.tail.size(), 0u);
}

// For example, a recorded host call with a pattern of 12 bytes.
TEST(CutFill, OtherLengthsAreWrittenInPieces) {
  const FillPieces pieces = cut_fill(pattern_of(12, 0), 3, std::uint64_t{5} << 30);
  EXPECT_TRUE(pieces.is_written);
  EXPECT_EQ(pieces.middle.size() % 12, 0u);
  EXPECT_LE(pieces.middle.size(), 1u << 20);
}

TEST(EnqueueFill, FillsWhatItShouldAndNothingElse) {
  if (!test_device()) GTEST_SKIP() << "no OpenCL device";
  const OpenDevice open(*test_device());
  constexpr std::size_t size = 8192;
  const cl::Buffer buffer(open.context(), CL_MEM_READ_WRITE, size);
  std::vector<std::byte> expected(size, std::byte{0xEE}), read(size);
  open.queue().enqueueWriteBuffer(buffer, CL_TRUE, 0, size, expected.data());
  std::mt19937 random(2);
  KeptBytes kept;
  for (unsigned round = 0; round < 200; ++round) {
    const auto pattern =
        pattern_of(round % 2 == 0 ? std::size_t{1} << random() % 8 : 1 + random() % 40, round);
    const std::size_t offset = random() % size, bytes = random() % (size - offset + 1);
    for (std::size_t i = 0; i < bytes; ++i) expected[offset + i] = pattern[i % pattern.size()];
    const auto events = enqueue_fill(open.queue(), buffer, pattern, offset, bytes, kept);
    EXPECT_EQ(events.empty(), bytes == 0);
  }
  open.queue().enqueueReadBuffer(buffer, CL_TRUE, 0, size, read.data());
  EXPECT_EQ(read, expected);
}

}  // namespace
}  // namespace lockstep::opencl
