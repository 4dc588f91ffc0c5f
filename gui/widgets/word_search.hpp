// What a search field finds.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include "core/base/text/text.hpp"

namespace lockstep::gui {

// A number is not found inside a longer one, so that "figure 6" is not one with 64 bytes; the beginning of
// "001" is.
inline bool has_word(std::string_view text, std::string_view word) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool is_number = std::ranges::all_of(word, is_digit) && !word.starts_with('0');
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool is_part = (at > 0 && is_digit(text[at - 1])) || (end < text.size() && is_digit(text[end]));
    if (!is_number || !is_part) return true;
  }
  return false;
}

// The text has all of these words, in any order; upper and lower case are the same.
inline bool has_words(std::string_view text, std::string_view words) {
  const std::string searched = lower(text);
  std::istringstream wanted(lower(words));
  for (std::string word; wanted >> word;)
    if (!has_word(searched, word)) return false;
  return true;
}

}  // namespace lockstep::gui
