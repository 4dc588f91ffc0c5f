// Finds the bracket at the cursor and its matching bracket.
#pragma once

#include <optional>
#include <vector>

#include "gui/editor/code_colours.hpp"
#include "gui/editor/text_buffer.hpp"

namespace lockstep::gui {

struct BracketPair {
  TextPlace at;                      // next to the cursor
  std::optional<TextPlace> partner;  // empty if the matching bracket is missing or of another kind
  bool operator==(const BracketPair&) const = default;
};

// Returns the bracket directly after the cursor; if there is no bracket after it, the bracket directly before
// the cursor. Brackets in comments and strings are ignored.
std::optional<BracketPair> brackets_at(const std::vector<std::string>& lines,
                                       const std::vector<LineColours>& colours, TextPlace cursor);

}  // namespace lockstep::gui
