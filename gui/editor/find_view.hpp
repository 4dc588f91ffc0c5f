// Where a text occurs in the kernel, prepared without drawing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/editor/text_buffer.hpp"

namespace lockstep::gui {

// Bytes of one line.
struct TextMatch {
  std::size_t line = 0, begin = 0, end = 0;
  TextPlace place() const { return {line, begin}; }
  bool operator==(const TextMatch&) const = default;
};

// All that do not overlap, in order. Capitals are told apart only where `needle` has one. Empty: none.
std::vector<TextMatch> find_matches(const std::vector<std::string>& lines, std::string_view needle);

// Indices into `matches`, round at the ends; none where there is none.
std::optional<std::size_t> match_from(const std::vector<TextMatch>& matches,
                                      TextPlace place);  // at or behind it
std::optional<std::size_t> match_after(const std::vector<TextMatch>& matches, TextPlace place);
std::optional<std::size_t> match_before(const std::vector<TextMatch>& matches, TextPlace place);

// "3 of 12", "12 places" when none of them is chosen, "not found"; empty while nothing is looked for.
std::string find_status(const std::vector<TextMatch>& matches, std::optional<std::size_t> chosen,
                        std::string_view needle);

}  // namespace lockstep::gui
