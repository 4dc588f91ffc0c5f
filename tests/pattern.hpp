// GoogleTest's own patterns have no classes of characters on Windows.
#pragma once

#include <gmock/gmock.h>

#include <regex>
#include <string>

namespace lockstep {

MATCHER_P(ContainsPattern, pattern, std::string("contains the pattern ") + pattern) {
  return std::regex_search(std::string(arg), std::regex(pattern));
}

}  // namespace lockstep
