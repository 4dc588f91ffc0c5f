// Built-in functions give the device's values where the specification leaves no choice, else values near to
// them: a part of what fuzz_values compares.
#include "tests/fuzz/builtin_values.hpp"

#include <gtest/gtest.h>

namespace lockstep::fuzz {
namespace {

TEST(BuiltinValues, AreThoseOfTheDevice) {
  const auto device = opencl::find_device(0);
  if (!device) GTEST_SKIP() << device.error().message;
  constexpr std::size_t kStep = 17;
  std::vector<ValueCase> chosen;
  const std::vector<ValueCase> all = value_cases();
  for (std::size_t i = 0; i < all.size(); i += kStep) chosen.push_back(all[i]);
  const auto reports = compare_values(*device, chosen, 2);
  ASSERT_TRUE(reports.has_value()) << reports.error().message;
  for (const ValueReport& report : *reports) {
    EXPECT_GT(report.values, 1000u) << report.name;
    EXPECT_TRUE(report.different.empty()) << report.name << ": " << report.different.front();
  }
}

}  // namespace
}  // namespace lockstep::fuzz
