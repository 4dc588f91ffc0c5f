#include "gui/background_jobs/benchmark/device_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

using testing::ElementsAre;

std::vector<measure::Device> devices() {
  std::vector<measure::Device> all(3);
  all[0].name = all[2].name = "H200";
  all[1].name = "CPU";
  for (std::size_t i = 0; i < all.size(); ++i) all[i].index = i;
  return all;
}

TEST(DeviceChoice, DevicesOfTheSameNameAreDistinguished) {
  EXPECT_THAT(device_keys(devices()), ElementsAre("H200", "CPU", "H200 (2)"));
  const auto all = devices();
  EXPECT_EQ(chosen_device(all, "H200 (2)")->index, 2u);
  EXPECT_EQ(chosen_device(all, "H200")->index, 0u);
  EXPECT_EQ(chosen_device(all, "")->index, 0u) << "the first one";
  EXPECT_EQ(chosen_device({}, "CPU"), nullptr);
}

TEST(DeviceChoice, SharingDevicesHaveTheOrderOfTheList) {
  BenchmarkChoice choice;
  EXPECT_TRUE(sharing_devices(devices(), choice).empty());
  choice.shared_by = {"H200 (2)", "gone", "H200"};
  const auto sharing = sharing_devices(devices(), choice);
  ASSERT_EQ(sharing.size(), 2u);
  EXPECT_EQ(sharing[0].index, 0u);
  EXPECT_EQ(sharing[1].index, 2u);
}

TEST(DeviceChoice, AtLeastOneDeviceStaysTicked) {
  BenchmarkChoice choice;
  choice.shared_by = {"a", "b"};
  toggle_sharing(choice, "a");
  EXPECT_THAT(choice.shared_by, ElementsAre("b"));
  toggle_sharing(choice, "b");
  EXPECT_THAT(choice.shared_by, ElementsAre("b"));
  toggle_sharing(choice, "c");
  EXPECT_THAT(choice.shared_by, ElementsAre("b", "c"));
}

}  // namespace
}  // namespace lockstep::gui
