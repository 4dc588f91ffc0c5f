#include "core/plan/device_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(DeviceText, OfCudaIsRefusedWithAWayOut) {
  EXPECT_THAT(why_not_on_device("scan.cu"), testing::HasSubstr("`lockstep form` writes it in OpenCL C"));
  EXPECT_EQ(why_not_on_device("scan.cl"), "");
  Plan plan;
  plan.programs.resize(2);
  plan.programs[0].source.path = "a.cl";
  EXPECT_EQ(why_not_on_device(plan), "");
  plan.programs[1].source.path = "b.cu";
  EXPECT_THAT(why_not_on_device(plan), testing::StartsWith("b.cu is CUDA C++"));
}

}  // namespace
}  // namespace lockstep
