#include "gui/editor/brackets.hpp"

#include <algorithm>
#include <string_view>

namespace lockstep::gui {
namespace {

constexpr std::string_view kOpening = "([{", kClosing = ")]}";

class Brackets {
 public:
  Brackets(const std::vector<std::string>& lines, const std::vector<LineColours>& colours)
      : lines_(lines), colours_(colours) {}

  // Returns the bracket at this place; 0 if there is no bracket, or if it is in a comment or string.
  char at(TextPlace place) const {
    if (place.column >= lines_[place.line].size()) return 0;
    const char sign = lines_[place.line][place.column];
    const bool is_bracket =
        kOpening.find(sign) != std::string_view::npos || kClosing.find(sign) != std::string_view::npos;
    return is_bracket && !is_hidden(place) ? sign : '\0';
  }

  std::optional<TextPlace> partner(TextPlace place) const {
    const char sign = at(place);
    const std::size_t kind = kOpening.find(sign);
    return kind == std::string_view::npos ? backwards(place, kOpening[kClosing.find(sign)])
                                          : forwards(place, kClosing[kind]);
  }

 private:
  // Returns true in a comment or a string.
  bool is_hidden(TextPlace place) const {
    if (place.line >= colours_.size()) return false;
    return std::ranges::any_of(colours_[place.line], [&](const CodeSpan& span) {
      const bool hides = span.kind == CodeKind::comment || span.kind == CodeKind::string;
      return hides && span.begin <= place.column && place.column < span.end;
    });
  }

  std::optional<TextPlace> forwards(TextPlace from, char wanted) const {
    std::size_t depth = 0;
    for (TextPlace place = from; place.line < lines_.size(); place = {place.line + 1, 0})
      for (; place.column < lines_[place.line].size(); ++place.column) {
        const char sign = at(place);
        if (sign == 0) continue;
        if (kOpening.find(sign) != std::string_view::npos)
          ++depth;
        else if (--depth == 0)
          return sign == wanted ? std::optional(place) : std::nullopt;
      }
    return std::nullopt;
  }

  std::optional<TextPlace> backwards(TextPlace from, char wanted) const {
    std::size_t depth = 0;
    for (std::size_t line = from.line + 1; line-- > 0;) {
      std::size_t column = line == from.line ? from.column + 1 : lines_[line].size();
      while (column-- > 0) {
        const char sign = at({line, column});
        if (sign == 0) continue;
        if (kClosing.find(sign) != std::string_view::npos)
          ++depth;
        else if (--depth == 0)
          return sign == wanted ? std::optional(TextPlace{line, column}) : std::nullopt;
      }
    }
    return std::nullopt;
  }

  const std::vector<std::string>& lines_;
  const std::vector<LineColours>& colours_;
};

}  // namespace

std::optional<BracketPair> brackets_at(const std::vector<std::string>& lines,
                                       const std::vector<LineColours>& colours, TextPlace cursor) {
  if (cursor.line >= lines.size()) return std::nullopt;
  const Brackets brackets(lines, colours);
  TextPlace place = cursor;
  if (brackets.at(place) == 0 && place.column > 0) --place.column;
  if (brackets.at(place) == 0) return std::nullopt;
  return BracketPair{place, brackets.partner(place)};
}

}  // namespace lockstep::gui
