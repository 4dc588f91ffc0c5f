#include "core/opencl/devices.hpp"

#include <gtest/gtest.h>

namespace lockstep::opencl {
namespace {

TEST(Devices, AtomicsOf64BitsNeedBothExtensions) {
  EXPECT_TRUE(has_int64_atomics("cl_khr_fp64 cl_khr_int64_base_atomics cl_khr_int64_extended_atomics"));
  EXPECT_FALSE(has_int64_atomics("cl_khr_fp64 cl_khr_int64_base_atomics"));
  EXPECT_FALSE(has_int64_atomics("cl_khr_int64_base_atomics cl_khr_int64_extended_atomics2"));
  EXPECT_FALSE(has_int64_atomics(""));
}

}  // namespace
}  // namespace lockstep::opencl
