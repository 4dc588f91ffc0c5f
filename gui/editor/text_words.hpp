// Words of a line: a run of letters, digits and underscores, or a run of other signs without blanks. Columns
// are bytes; bytes outside ASCII belong to words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::gui {

// The end of the next word after `column`, skipping blanks; the line's end if there is none.
std::size_t word_right(std::string_view line, std::size_t column);
// The beginning of the word before it; 0 if there is none.
std::size_t word_left(std::string_view line, std::size_t column);
// The word or the blanks at `column`, or directly before it.
std::pair<std::size_t, std::size_t> word_around(std::string_view line, std::size_t column);

// The name at `column` or directly before it; empty if another sign or a number is there.
std::string name_at(std::string_view line, std::size_t column);

// Leading blanks and tabs in bytes.
std::size_t indentation(std::string_view line);

// Lines without line ends, at least one; "\r\n" is a line end, too.
std::vector<std::string> split_lines(std::string_view text);
std::string join_lines(const std::vector<std::string>& lines);

}  // namespace lockstep::gui
