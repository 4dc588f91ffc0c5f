// What a search field finds.
#pragma once

#include <sstream>
#include <string>
#include <string_view>

#include "core/base/text/text.hpp"

namespace lockstep::gui {

// The text has all of these words, in any order; upper and lower case are the same.
inline bool has_words(std::string_view text, std::string_view words) {
  const std::string searched = lower(text);
  std::istringstream wanted(lower(words));
  for (std::string word; wanted >> word;)
    if (searched.find(word) == std::string::npos) return false;
  return true;
}

}  // namespace lockstep::gui
