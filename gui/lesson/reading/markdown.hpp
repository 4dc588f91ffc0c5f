// Converts Markdown to blocks of text with md4c: CommonMark with tables and formulas ($2^k$), without HTML.
#pragma once

#include <string_view>

#include "gui/lesson/reading/lesson.hpp"

namespace lockstep::gui {

// Parses a text that begins at `from` in its file. Appends to `faults`.
LessonBlocks parse_markdown(std::string_view text, LessonPlace from, std::vector<LessonFault>& faults);
// Parses a single paragraph. Of other blocks, only the text is used.
LessonText parse_markdown_line(std::string_view text, LessonPlace from, std::vector<LessonFault>& faults);

// Returns the place of text[offset] if text[0] is at `from`.
LessonPlace place_in(std::string_view text, std::size_t offset, LessonPlace from);

}  // namespace lockstep::gui
