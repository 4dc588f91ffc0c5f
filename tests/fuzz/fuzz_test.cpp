// A short run of the comparison that `fuzz_kernels` makes at length.
#include <gtest/gtest.h>

#include "tests/fuzz/differential.hpp"

namespace lockstep::fuzz {
namespace {

TEST(Fuzz, GeneratedKernelsAgreeWithTheDevice) {
  const auto device = opencl::find_device(0);
  if (!device) GTEST_SKIP() << device.error().message;
  const auto differences = compare_with_device(*device, 1, 20);
  ASSERT_TRUE(differences.has_value()) << differences.error().message;
  for (const Difference& difference : *differences)
    ADD_FAILURE() << difference.kernel << ": " << difference.what;
}

}  // namespace
}  // namespace lockstep::fuzz
