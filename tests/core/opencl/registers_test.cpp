#include "core/opencl/registers.hpp"

#include <gtest/gtest.h>

namespace lockstep::opencl {
namespace {

// In the format of NVIDIA's driver 580.
constexpr std::string_view kLog =
    "(): Warning: Function k is a kernel, so overriding noinline attribute.\n\n"
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function 'scan_totals' for 'sm_90a'\n"
    "ptxas info    : Function properties for scan_totals\n"
    "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 32 registers, used 1 barriers\n"
    "ptxas info    : Compile time = 8.511 ms\n"
    "ptxas info    : Compiling entry function 'scan' for 'sm_90a'\n"
    "ptxas info    : Used 80 registers, used 1 barriers\n"
    "ptxas info    : Compiling entry function 'silent' for 'sm_90a'\n"
    "ptxas info    : Compiling entry function 'other' for 'sm_90a'\n"
    "ptxas info    : Used 8 barriers\n";

TEST(Registers, OfTheKernelThatIsAskedFor) {
  EXPECT_EQ(registers_in_log(kLog, "scan"), 80u);
  EXPECT_EQ(registers_in_log(kLog, "scan_totals"), 32u);
  for (const char* kernel : {"silent", "other", "missing", "sca"})
    EXPECT_EQ(registers_in_log(kLog, kernel), 0u);
  EXPECT_EQ(registers_in_log("", "scan"), 0u);
}

TEST(Registers, AreGivenOutByWarpsInPieces) {
  EXPECT_EQ(registers_of_group(80, 1024, 32), 81'920u);
  EXPECT_EQ(registers_of_group(65, 1024, 32), 72u * 1024);
  EXPECT_EQ(registers_of_group(64, 33, 32), 64u * 64);
  EXPECT_EQ(registers_of_group(8, 5, 0), 40u);
}

TEST(Registers, WhatDoesNotFitIsSaidWithBothNumbers) {
  measure::Device device;
  device.name = "NVIDIA H100";
  PlanLaunch launch;
  launch.kernel = "scan_look_back";
  launch.range.global_size[0] = launch.range.local_size[0] = 1024;
  EXPECT_EQ(
      does_not_fit_text(device, launch, RegisterNeed{80, 81'920, 65'536}),
      "A work-group of 1,024 does not fit: scan_look_back needs 81,920 registers (80 for each work-item), "
      "and NVIDIA H100 has 65,536 for one; choose a smaller one, or for a tuned kernel fewer vectors in "
      "flight.");
  EXPECT_NE(
      does_not_fit_text(device, launch, std::nullopt)
          .find("does not fit: scan_look_back needs more registers or local memory than NVIDIA H100 has"),
      std::string::npos);
}

}  // namespace
}  // namespace lockstep::opencl
