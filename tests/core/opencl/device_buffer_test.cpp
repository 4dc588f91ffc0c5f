#include "core/opencl/device_buffer.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "core/opencl/driver/cl.hpp"
#include "core/opencl/open_device.hpp"
#include "tests/core/opencl/test_device.hpp"

namespace lockstep::opencl {
namespace {

constexpr std::size_t kLarge = (std::size_t{8} << 20) + 12;

class DeviceBufferTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!test_device()) GTEST_SKIP() << "no OpenCL device";
    open_ = std::make_unique<OpenDevice>(*test_device());
  }

  cl::Buffer make(std::size_t bytes) {
    return make_buffer(open_->context(), *test_device(), CL_MEM_READ_WRITE, bytes);
  }

  std::unique_ptr<OpenDevice> open_;
};

TEST_F(DeviceBufferTest, OnlyALargeOneOfACpuIsInTheHostsMemory) {
  const bool is_cpu = test_device()->kind == measure::Device::Kind::cpu;
  EXPECT_EQ(make(kLarge).getInfo<CL_MEM_HOST_PTR>() != nullptr, is_cpu);
  EXPECT_EQ(make(4096).getInfo<CL_MEM_HOST_PTR>(), nullptr);
  EXPECT_EQ(make(kLarge).getInfo<CL_MEM_SIZE>(), kLarge);
}

TEST_F(DeviceBufferTest, ALargeOneKeepsWhatIsWrittenAlsoInItsParts) {
  cl::Buffer buffer = make(kLarge);
  std::vector<unsigned char> bytes(kLarge), read(kLarge);
  for (std::size_t i = 0; i < kLarge; ++i) bytes[i] = static_cast<unsigned char>(i % 251);
  open_->queue().enqueueWriteBuffer(buffer, CL_TRUE, 0, kLarge, bytes.data());
  const cl_buffer_region second_half{kLarge / 2 / 4096 * 4096, 4096};
  const cl::Buffer part =
      buffer.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &second_half);
  buffer = cl::Buffer();  // the sub-buffer keeps the memory
  open_->queue().enqueueReadBuffer(part, CL_TRUE, 0, second_half.size, read.data());
  for (std::size_t i = 0; i < second_half.size; ++i) ASSERT_EQ(read[i], bytes[second_half.origin + i]) << i;
}

TEST_F(DeviceBufferTest, CommandsOutliveTheHandle) {
  std::vector<unsigned char> read(kLarge);
  cl::Buffer buffer = make(kLarge);
  open_->queue().enqueueFillBuffer(buffer, cl_uchar{7}, 0, kLarge);
  open_->queue().enqueueReadBuffer(buffer, CL_FALSE, 0, kLarge, read.data());
  buffer = cl::Buffer();
  open_->queue().finish();
  EXPECT_EQ(read.front(), 7);
  EXPECT_EQ(read.back(), 7);
}

}  // namespace
}  // namespace lockstep::opencl
