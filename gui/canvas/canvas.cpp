#include "gui/canvas/canvas.hpp"

#include "gui/canvas/text.hpp"

namespace lockstep::gui {

bool Canvas::translates(const TextStyle& style) const {
  return words_ != Words::opencl && style.font != Font::code && style.font != Font::code_bold;
}

void Canvas::text(Point at, std::string_view text, const TextStyle& style) {
  // A line has empty space above its capitals and below its descenders.
  if (at.y + 0.15f * style.size < lines_top_ || at.y + 1.2f * style.size > lines_bottom_) return;
  if (!translates(style)) return draw_text(at, text, style);
  draw_text(at, in_words(text, words_), style);
}

float Canvas::text_width(std::string_view text, const TextStyle& style) const {
  return translates(style) ? measure_text(in_words(text, words_), style) : measure_text(text, style);
}

std::string fit_text(const Canvas& canvas, std::string_view text, const TextStyle& style, float width) {
  const std::string said = canvas.said(text, style);
  text = said;
  if (canvas.text_width(text, style) <= width) return said;
  constexpr std::string_view ellipsis = "…";
  const float room = width - canvas.text_width(ellipsis, style);
  std::size_t end = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    next_code_point(text, offset);
    if (canvas.text_width(text.substr(0, offset), style) > room) break;
    end = offset;
  }
  while (end > 0 && text[end - 1] == ' ') --end;
  return std::string(text.substr(0, end)) + std::string(ellipsis);
}

std::string fit_end(const Canvas& canvas, std::string_view text, const TextStyle& style, float width) {
  if (canvas.text_width(text, style) <= width) return std::string(text);
  constexpr std::string_view ellipsis = "…";
  const float room = width - canvas.text_width(ellipsis, style);
  std::size_t begin = 0;
  while (begin < text.size() && canvas.text_width(text.substr(begin), style) > room)
    next_code_point(text, begin);
  return std::string(ellipsis) + std::string(text.substr(begin));
}

}  // namespace lockstep::gui
