// Matches texts with searched words.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include "core/base/text/text.hpp"

namespace lockstep::gui {

// Returns true if the text contains the word. A number does not match a part of a longer number, so that
// "figure 6" does not match a figure with 64 bytes. A word that begins with 0 may match a part of a number,
// so that "00" matches "001".
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

// Returns true if the text contains all of these words in any order. Case is ignored.
inline bool has_words(std::string_view text, std::string_view words) {
  const std::string searched = lower(text);
  std::istringstream wanted(lower(words));
  for (std::string word; wanted >> word;)
    if (!has_word(searched, word)) return false;
  return true;
}

}  // namespace lockstep::gui
