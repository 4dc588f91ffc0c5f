#include "gui/user_data/file_launches.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

LaunchDescription launch_of(const std::string& file, std::uint64_t count) {
  LaunchDescription launch;
  launch.file = file;
  launch.buffers.push_back({"in", "int", count, "iota"});
  DescribedLaunch one;
  one.kernel = "sum";
  one.arguments.emplace_back().buffer = "in";
  launch.launches.push_back(one);
  return launch;
}

TEST(FileLaunches, AFileIsLaunchedAsTheLastTime) {
  const TemporaryFolder folder;
  const std::string list = folder.file("launches.json"), kernel = folder.file("sum.cl");
  {
    FileLaunches launches(list);
    EXPECT_FALSE(launches.find(kernel));
    launches.remember(kernel, launch_of("sum.cl", 8));
    launches.remember(kernel, launch_of("sum.cl", 100));
  }
  FileLaunches launches(list);
  ASSERT_TRUE(launches.find(kernel));
  EXPECT_EQ(*launches.find(kernel), launch_of("sum.cl", 100));
}

TEST(FileLaunches, KeepsTheLatestFiles) {
  FileLaunches launches;
  for (std::size_t i = 0; i <= FileLaunches::kMax; ++i)
    launches.remember(std::to_string(i) + ".cl", launch_of("k.cl", i + 1));
  EXPECT_FALSE(launches.find("0.cl"));
  EXPECT_TRUE(launches.find("1.cl"));
}

TEST(FileLaunches, ABrokenListIsSetAsideWithASentence) {
  const TemporaryFolder folder;
  const std::string list = folder.file("launches.json");
  std::ofstream(list) << "[{";
  FileLaunches launches(list);
  EXPECT_FALSE(launches.find("a.cl"));
  EXPECT_NE(launches.take_remark(), "");
  std::ofstream(list) << R"([1, {"file": 2}, {"file": "a.cl", "launch": "no plan"}])";
  EXPECT_FALSE(FileLaunches(list).find("a.cl"));
}

}  // namespace
}  // namespace lockstep::gui
