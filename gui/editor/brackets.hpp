// The bracket at the cursor and the one that belongs to it.
#pragma once

#include <optional>
#include <vector>

#include "gui/editor/code_colours.hpp"
#include "gui/editor/text_buffer.hpp"

namespace lockstep::gui {

struct BracketPair {
  TextPlace at;                      // beside the cursor
  std::optional<TextPlace> partner;  // none: there is none, or one of another kind
  bool operator==(const BracketPair&) const = default;
};

// The bracket behind the cursor, else the one before it. Those in comments and strings have no partners.
std::optional<BracketPair> brackets_at(const std::vector<std::string>& lines,
                                       const std::vector<LineColours>& colours, TextPlace cursor);

}  // namespace lockstep::gui
