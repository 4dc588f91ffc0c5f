// A missing OpenCL loader is a normal state: a sentence says what to install.
#include "core/opencl/driver/loader.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "core/base/machine_facts.hpp"
#include "core/opencl/devices.hpp"
#include "core/opencl/driver/cl.hpp"
#include "core/opencl/driver/quirks.hpp"

namespace lockstep::opencl {
namespace {

TEST(Loader, WithoutALoaderEveryFunctionReturnsAndDevicesNameThePackage) {
  const WithoutLoader none;
  EXPECT_FALSE(loader_present());
  cl_uint count = 0;
  EXPECT_EQ(clGetPlatformIDs(0, nullptr, &count), -1001);
  cl_int status = CL_SUCCESS;
  EXPECT_EQ(clCreateContext(nullptr, 0, nullptr, nullptr, nullptr, &status), nullptr);
  EXPECT_EQ(status, -1001);
  EXPECT_EQ(clCreateBuffer(nullptr, 0, 0, nullptr, nullptr), nullptr);
  const auto devices = list_devices();
  ASSERT_FALSE(devices);
  EXPECT_EQ(devices.error().kind, Error::Kind::failed);
  EXPECT_EQ(devices.error().message, no_loader_sentence());
  EXPECT_NE(devices.error().message.find("ocl-icd-libopencl1"), std::string::npos);
  EXPECT_FALSE(find_device(0));
}

cl_int no_platforms(cl_uint, cl_platform_id*, cl_uint* count) {
  if (count) *count = 0;
  return -1001;
}

cl_int no_devices(cl_platform_id, cl_device_type, cl_uint, cl_device_id*, cl_uint* count) {
  if (count) *count = 0;
  return CL_DEVICE_NOT_FOUND;
}

TEST(Loader, NoPlatformIsASentence) {
  const ReplacedEntryPoint empty("clGetPlatformIDs", reinterpret_cast<void*>(&no_platforms));
  const auto devices = list_devices();
  ASSERT_FALSE(devices);
  EXPECT_NE(devices.error().message.find("pocl-opencl-icd"), std::string::npos) << devices.error().message;
}

TEST(Loader, APlatformWithoutADeviceIsASentence) {
  if (!loader_present() || !list_devices()) GTEST_SKIP() << "no platform here";
  const ReplacedEntryPoint empty("clGetDeviceIDs", reinterpret_cast<void*>(&no_devices));
  const auto devices = list_devices();
  ASSERT_FALSE(devices);
  EXPECT_NE(devices.error().message.find("without a device"), std::string::npos) << devices.error().message;
}

TEST(Devices, DescribeThemselves) {
  const auto devices = list_devices();
  if (!devices) GTEST_SKIP() << devices.error().message;
  for (const measure::Device& device : *devices) {
    EXPECT_FALSE(device.name.empty());
    EXPECT_FALSE(device.driver.empty());
    EXPECT_GT(device.max_group_size, 0u);
    EXPECT_GT(device.global_bytes, 0u);
    EXPECT_EQ(device.limits().max_group_size, device.max_group_size);
    EXPECT_GE(device.limits().warp_width, 1u);
    EXPECT_NE(devices_text(*devices).find(device.name), std::string::npos);
  }
  const auto beyond = find_device(devices->size());
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().kind, Error::Kind::usage);
}

// A worker is started with the variables that the program has set.
TEST(Quirks, OursAreNotTakenForTheUsers) {
  loader_present();
  prepare_environment();
  const std::string value = std::getenv("POCL_WORK_GROUP_METHOD");
  const std::string note = quirk_notes("Portable Computing Language").front();
  EXPECT_EQ(note.find("your own") == note.npos, value == "workitemrepl") << note;
}

TEST(Quirks, PoclIsInTheTable) {
  unsetenv("POCL_AFFINITY");  // set when this project's tests are started
  loader_present();
  prepare_environment();
  EXPECT_NE(std::getenv("POCL_WORK_GROUP_METHOD"), nullptr);
  const bool pins = std::getenv("POCL_AFFINITY") != nullptr;
  EXPECT_TRUE(pins || !may_use_all_processors());
  EXPECT_EQ(quirk_notes("Portable Computing Language").size(), pins ? 2u : 1u);
  EXPECT_EQ(fallback_option("Portable Computing Language"), "-cl-opt-disable");
  EXPECT_FALSE(kernel_limit_holds("NVIDIA CUDA"));
  EXPECT_TRUE(kernel_limit_holds("AMD Accelerated Parallel Processing"));
  EXPECT_TRUE(fallback_option("NVIDIA CUDA").empty());
}

}  // namespace
}  // namespace lockstep::opencl
