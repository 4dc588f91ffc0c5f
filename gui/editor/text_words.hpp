// Where words begin and end in a line: letters, digits and underscores are a word, other signs in a row are
// one too, blanks are none. Columns are bytes, and bytes of letters outside of ASCII belong to words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::gui {

// The end of the word behind `column`, over blanks first; the line's end when there is none.
std::size_t word_right(std::string_view line, std::size_t column);
// The beginning of the word before it; 0 when there is none.
std::size_t word_left(std::string_view line, std::size_t column);
// The word, or the blanks, that `column` is in or right behind.
std::pair<std::size_t, std::size_t> word_around(std::string_view line, std::size_t column);

// Bytes of blanks and tabs that a line begins with.
std::size_t indentation(std::string_view line);

// Lines without their ends, at least one; "\r\n" ends a line too.
std::vector<std::string> split_lines(std::string_view text);
std::string join_lines(const std::vector<std::string>& lines);

}  // namespace lockstep::gui
