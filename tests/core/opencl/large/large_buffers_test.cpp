// Fills, copies and comparisons at random positions around 2^31 and 2^32 bytes. On a CPU the operations are
// short, so that few pages of the buffers are allocated; a GPU also gets long operations.
#include <gtest/gtest.h>

#include <random>

#include "core/base/large_bytes.hpp"
#include "core/base/machine_facts.hpp"
#include "core/base/text/text.hpp"
#include "core/opencl/driver/cl.hpp"
#include "core/opencl/fill.hpp"
#include "core/opencl/open_device.hpp"
#include "core/opencl/right_result.hpp"
#include "tests/core/opencl/large/history.hpp"
#include "tests/core/opencl/large/large_device.hpp"

namespace lockstep::opencl {
namespace {

constexpr std::uint64_t kBorders[] = {std::uint64_t{1} << 31, std::uint64_t{1} << 32};
constexpr std::uint64_t kBytes = (std::uint64_t{1} << 32) + (std::uint64_t{1} << 26);
constexpr std::uint64_t kNear = std::uint64_t{1} << 16;

class LargeBuffers : public testing::Test {
 protected:
  // Creates two buffers of `bytes`, which are rarely filled; returns false if there is no room for them.
  bool make(const measure::Device& device, std::uint64_t bytes) {
    if (device.max_buffer_bytes < bytes || device.global_bytes / 5 * 2 < bytes) return false;
    bytes_ = bytes;
    open_ = std::make_unique<OpenDevice>(device);
    for (cl::Buffer& buffer : buffers_) buffer = cl::Buffer(open_->context(), CL_MEM_READ_WRITE, bytes);
    return true;
  }

  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  std::uint64_t near_a_border() { return kBorders[below(2)] - kNear + below(2 * kNear); }

  // A position near a border; for long operations, sometimes any position.
  std::uint64_t place(std::uint64_t bytes) {
    const std::uint64_t at = below(4) == 0 && bytes > kNear ? below(bytes_) : near_a_border();
    return std::min(at, bytes_ - bytes);
  }

  std::uint64_t length(bool may_be_long) {
    const std::uint64_t most = may_be_long && below(3) == 0 ? bytes_ : kNear;
    return 1 + below(most);
  }

  void fill(std::size_t buffer, std::uint64_t offset, std::uint64_t bytes, std::size_t pattern_bytes) {
    std::vector<std::byte> pattern(pattern_bytes);
    for (std::byte& byte : pattern) byte = static_cast<std::byte>(1 + below(255));
    enqueue_fill(open_->queue(), buffers_[buffer], pattern, offset, bytes, kept_);
    history_.fill(buffer, offset, bytes, std::move(pattern));
  }

  void copy(std::size_t from, std::uint64_t bytes) {
    const std::uint64_t source = place(bytes), to = place(bytes);
    open_->queue().enqueueCopyBuffer(buffers_[from], buffers_[1 - from], source, to, bytes);
    history_.copy(from, source, 1 - from, to, bytes);
  }

  void expect_as_in_history(std::size_t buffer, std::uint64_t offset, std::uint64_t bytes) {
    std::vector<std::byte> read(bytes);
    open_->queue().enqueueReadBuffer(buffers_[buffer], CL_TRUE, offset, bytes, read.data());
    for (std::uint64_t i = 0; i < bytes; ++i)
      ASSERT_EQ(read[i], history_.byte_at(buffer, offset + i)) << "buffer " << buffer << " at " << offset + i;
  }

  // The position of a range around a border, or at the end of the buffer if the range would exceed it.
  std::uint64_t surroundings(std::uint64_t border, std::uint64_t bytes) const {
    return std::min(border - bytes / 2, bytes_ - bytes);
  }

  void expect_all_near_borders() {
    open_->queue().finish();
    kept_.clear();
    for (std::size_t buffer : {0, 1})
      for (const std::uint64_t border : kBorders)
        expect_as_in_history(buffer, surroundings(border, 2 * kNear), 2 * kNear);
  }

  void expect_anywhere() {
    for (std::size_t buffer : {0, 1})
      for (int i = 0; i < 8; ++i) expect_as_in_history(buffer, place(64), 64);
  }

  void operate(unsigned rounds, bool may_be_long) {
    for (unsigned round = 0; round < rounds; ++round) {
      const std::size_t buffer = below(2);
      if (below(3) == 0) {
        copy(buffer, length(may_be_long));
      } else {
        const std::size_t pattern = below(2) == 0   ? 1
                                    : below(2) == 0 ? std::size_t{1} << below(8)
                                                    : 1 + below(20);
        const bool is_odd = (pattern & (pattern - 1)) != 0;  // written by the host, which is slow
        const std::uint64_t bytes = length(may_be_long && !is_odd);
        fill(buffer, place(bytes), bytes, pattern);
      }
    }
  }

  std::mt19937_64 random_{20261125};
  std::uint64_t bytes_ = 0;
  std::unique_ptr<OpenDevice> open_;
  std::array<cl::Buffer, 2> buffers_;
  History history_;
  KeptBytes kept_;
};

TEST_F(LargeBuffers, ShortFillsAndCopiesAroundTheBorders) {
  const measure::Device* device = first_device();
  if (!device) GTEST_SKIP() << "no OpenCL device";
  constexpr std::uint64_t kTouched = std::uint64_t{1} << 28;
  const std::uint64_t bytes = std::min(kBytes, device->max_buffer_bytes);
  if (bytes < kBorders[0] || available_memory_bytes() < kTouched || !make(*device, bytes))
    GTEST_SKIP() << "no room for two buffers of " << bytes_text(std::max(bytes, kBorders[0]));
  for (std::size_t buffer : {0, 1})
    for (const std::uint64_t border : kBorders) fill(buffer, surroundings(border, 4 * kNear), 4 * kNear, 1);
  operate(60, false);
  expect_all_near_borders();
}

TEST_F(LargeBuffers, LongFillsAndCopiesOfAGpu) {
  const measure::Device* device = large_device();
  if (!device) GTEST_SKIP() << "no GPU";
  if (!make(*device, 2 * kBytes)) GTEST_SKIP() << "no room for two buffers of " << bytes_text(2 * kBytes);
  for (std::size_t buffer : {0, 1}) fill(buffer, 0, bytes_, 1);
  for (int part = 0; part < 4; ++part) {
    expect_all_near_borders();
    expect_anywhere();
    operate(30, true);
  }
  expect_all_near_borders();
}

TEST_F(LargeBuffers, AComparisonSeesEveryByteBeyondTheBorders) {
  const measure::Device* device = large_device();
  if (!device) GTEST_SKIP() << "no GPU";
  constexpr std::uint64_t bytes = kBytes + 12;
  if (available_memory_bytes() < 2 * bytes || !make(*device, bytes))
    GTEST_SKIP() << "no room for two buffers of " << bytes_text(bytes);
  fill(0, 0, bytes, 16);
  LargeBytes read(bytes);
  open_->queue().enqueueReadBuffer(buffers_[0], CL_TRUE, 0, bytes, read.data());
  for (const std::uint64_t at : {std::uint64_t{0}, kBorders[0] - 1, kBorders[0], kBorders[1], bytes - 1})
    EXPECT_EQ(read[at], history_.byte_at(0, at)) << at;
  const auto right = RightResult::keep(*device, *open_, buffers_[0], read);
  ASSERT_TRUE(right);
  EXPECT_TRUE(right->is_in(buffers_[0]));
  for (int i = 0; i < 12; ++i) {
    const std::uint64_t at = i == 0 ? bytes - 1 : near_a_border();
    const std::byte wrong = read[at] ^ std::byte{1};
    open_->queue().enqueueWriteBuffer(buffers_[0], CL_TRUE, at, 1, &wrong);
    EXPECT_FALSE(right->is_in(buffers_[0])) << at;
    open_->queue().enqueueWriteBuffer(buffers_[0], CL_TRUE, at, 1, &read[at]);
    EXPECT_TRUE(right->is_in(buffers_[0])) << at;
  }
}

}  // namespace
}  // namespace lockstep::opencl
