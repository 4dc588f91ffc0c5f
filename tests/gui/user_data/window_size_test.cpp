#include "gui/user_data/window_size.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

TEST(KeptWindowSize, TheWindowOpensAsItWasClosed) {
  const TemporaryFolder folder;
  const std::string file = folder.file("window-size");
  EXPECT_FALSE(KeptWindowSize(file).read());
  KeptWindowSize(file).write({1280, 720});
  EXPECT_EQ(KeptWindowSize(file).read(), (WindowSize{1280, 720}));
  KeptWindowSize(file).write({0, 0});
  EXPECT_EQ(KeptWindowSize(file).read(), (WindowSize{1280, 720})) << "a window without a size is not kept";
}

TEST(KeptWindowSize, WhatIsNoSizeIsSetAside) {
  const TemporaryFolder folder;
  const std::string file = folder.file("window-size");
  for (const char* text : {"", "wide", "1280", "-5 900", "99999 99999"}) {
    std::ofstream(file) << text;
    EXPECT_FALSE(KeptWindowSize(file).read()) << text;
  }
}

}  // namespace
}  // namespace lockstep::gui
