// Finds the words of a line. A word is a run of letters, digits and underscores, or a run of other characters
// without spaces. Columns are byte offsets. Bytes outside ASCII count as letters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::gui {

// Returns the end of the next word after `column`; the end of the line if no word follows.
std::size_t word_right(std::string_view line, std::size_t column);
// Returns the beginning of the word before `column`; 0 if there is no word before it.
std::size_t word_left(std::string_view line, std::size_t column);
// Returns the beginning and the end of the word or of the spaces at `column` or directly before it.
std::pair<std::size_t, std::size_t> word_around(std::string_view line, std::size_t column);

// Returns the identifier at `column` or directly before it; empty if there is no identifier.
std::string name_at(std::string_view line, std::size_t column);

// Returns the number of leading bytes that are spaces or tabs.
std::size_t indentation(std::string_view line);

// Splits the text into lines without their line ends "\n" or "\r\n". An empty text gives one empty line.
std::vector<std::string> split_lines(std::string_view text);
std::string join_lines(const std::vector<std::string>& lines);

}  // namespace lockstep::gui
