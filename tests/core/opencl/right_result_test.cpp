#include "core/opencl/right_result.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/large_bytes.hpp"
#include "core/opencl/driver/cl.hpp"
#include "tests/core/opencl/test_device.hpp"

namespace lockstep::opencl {
namespace {

constexpr std::size_t kBytes = (std::size_t{5} << 20) + 12;

class RightResultTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!test_device()) GTEST_SKIP() << "no OpenCL device";
    open_ = std::make_unique<OpenDevice>(*test_device());
    for (std::size_t i = 0; i < kBytes; ++i) bytes_[i] = static_cast<std::byte>(i * 7 % 251);
    buffer_ = cl::Buffer(open_->context(), CL_MEM_READ_WRITE, kBytes + 8);
    write(0, bytes_);
  }

  void write(std::size_t at, std::span<const std::byte> bytes) {
    open_->queue().enqueueWriteBuffer(buffer_, CL_TRUE, at, bytes.size(), bytes.data());
  }

  std::unique_ptr<RightResult> keep(std::span<const std::byte> bytes) {
    return RightResult::keep(*test_device(), *open_, buffer_, bytes);
  }

  LargeBytes bytes_{kBytes};
  std::unique_ptr<OpenDevice> open_;
  cl::Buffer buffer_;
};

TEST_F(RightResultTest, EveryWordIsCompared) {
  const auto right = keep(bytes_);
  ASSERT_TRUE(right);
  EXPECT_TRUE(right->is_in(buffer_));
  for (const std::size_t at : {std::size_t{0}, kBytes / 3, kBytes - 1}) {
    const std::byte wrong = bytes_[at] ^ std::byte{1};
    write(at, {&wrong, 1});
    EXPECT_FALSE(right->is_in(buffer_)) << at;
    write(at, std::span(bytes_).subspan(at, 1));
    EXPECT_TRUE(right->is_in(buffer_)) << at;
  }
  const std::byte behind{1};
  write(kBytes, {&behind, 1});
  EXPECT_TRUE(right->is_in(buffer_)) << "what follows does not count";
}

// The device must count the same bytes as the host before its result is trusted.
TEST_F(RightResultTest, IsNotKeptWhereTheDeviceHoldsOtherBytesThanTheHost) {
  for (std::size_t i = 0; i < 4; ++i) bytes_[i] = std::byte{0xA5};
  EXPECT_FALSE(keep(bytes_));
}

TEST_F(RightResultTest, FewBytesAreTheHostsMatter) {
  EXPECT_FALSE(keep(std::span<const std::byte>(bytes_).first(4096)));
}

}  // namespace
}  // namespace lockstep::opencl
