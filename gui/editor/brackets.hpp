// The bracket at the cursor and its matching bracket.
#pragma once

#include <optional>
#include <vector>

#include "gui/editor/code_colours.hpp"
#include "gui/editor/text_buffer.hpp"

namespace lockstep::gui {

struct BracketPair {
  TextPlace at;                      // beside the cursor
  std::optional<TextPlace> partner;  // none: missing, or of another kind
  bool operator==(const BracketPair&) const = default;
};

// The bracket after the cursor or, if there is none, before it. Brackets in comments and strings do
// not count.
std::optional<BracketPair> brackets_at(const std::vector<std::string>& lines,
                                       const std::vector<LineColours>& colours, TextPlace cursor);

}  // namespace lockstep::gui
