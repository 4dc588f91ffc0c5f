// The lessons of the program, for tests of each lesson.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "gui/lesson/reading/library.hpp"

namespace lockstep::gui {

// "FirstSteps"
inline std::string lesson_test_name(const testing::TestParamInfo<LessonFolder>& info) {
  std::string name;
  bool begins = true;
  for (const char c : info.param.name) {
    if (c == '-') {
      begins = true;
      continue;
    }
    name += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = false;
  }
  return name;
}

inline void PrintTo(const LessonFolder& folder, std::ostream* out) { *out << folder.name; }

}  // namespace lockstep::gui
