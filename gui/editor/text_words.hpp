// Words of a line: a run of letters, digits and underscores, or a run of other characters without spaces.
// Columns are byte offsets; bytes outside ASCII belong to words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::gui {

// The end of the next word after `column`, skipping spaces; the end of the line if there is no further word.
std::size_t word_right(std::string_view line, std::size_t column);
// The beginning of the word before `column`; 0 if there is none.
std::size_t word_left(std::string_view line, std::size_t column);
// The word or the spaces at `column` or directly before it.
std::pair<std::size_t, std::size_t> word_around(std::string_view line, std::size_t column);

// The name at `column` or directly before it; empty if there is another character or a number.
std::string name_at(std::string_view line, std::size_t column);

// Number of leading bytes that are spaces or tabs.
std::size_t indentation(std::string_view line);

// Splits the text into lines without line ends, at least one; "\r\n" is also a line end.
std::vector<std::string> split_lines(std::string_view text);
std::string join_lines(const std::vector<std::string>& lines);

}  // namespace lockstep::gui
