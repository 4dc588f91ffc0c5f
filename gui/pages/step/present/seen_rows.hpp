// Selects the rows of the source that a presentation shows. The rows around one line are shown, and are moved
// so that other lines that the page speaks of are visible as well, as far as they fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gui/pages/step/source/code_rows.hpp"

namespace lockstep::gui {

// Returns the numbers of the lines that a text names, in the order of the text: "line 30 and line 28", "lines
// 30 and 28", "lines 28 to 30".
std::vector<std::uint32_t> named_lines(std::string_view text);

struct SeenRows {
  std::size_t first = 0, last = 0;  // rows [first, last)
};

// The lines of the source that must be visible; all are indices, from 0.
struct SeenLines {
  std::size_t line = 0;             // always visible
  std::vector<std::size_t> also{};  // visible if they fit; earlier lines of this list are more important
  std::size_t least = 0;            // lines above this line are hidden
};

// Returns at most `count` rows, which start and end with a whole line.
SeenRows seen_rows(std::span<const CodeRow> rows, const SeenLines& lines, std::size_t count);

}  // namespace lockstep::gui
