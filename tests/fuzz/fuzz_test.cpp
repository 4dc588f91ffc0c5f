// A short run of the comparison that `fuzz_kernels` makes: 500 kernels, in parts that ctest runs in parallel.
#include <gtest/gtest.h>

#include "tests/fuzz/differential.hpp"

namespace lockstep::fuzz {
namespace {

constexpr unsigned kParts = 20;
constexpr unsigned kKernelsOfAPart = 25;

class GeneratedKernels : public testing::TestWithParam<unsigned> {};

TEST_P(GeneratedKernels, AgreeWithTheDevice) {
  const auto device = opencl::find_device(0);
  if (!device) GTEST_SKIP() << device.error().message;
  const auto differences = compare_with_device(*device, 1 + GetParam() * kKernelsOfAPart, kKernelsOfAPart);
  ASSERT_TRUE(differences.has_value()) << differences.error().message;
  for (const Difference& difference : *differences)
    ADD_FAILURE() << difference.kernel << ": " << difference.what;
}

INSTANTIATE_TEST_SUITE_P(Part, GeneratedKernels, testing::Range(0u, kParts));

}  // namespace
}  // namespace lockstep::fuzz
