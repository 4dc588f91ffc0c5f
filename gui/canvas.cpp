#include "gui/canvas.hpp"

#include "gui/text_metrics.hpp"

namespace lockstep::gui {

std::string fit_text(const Canvas& canvas, std::string_view text, const TextStyle& style, float width) {
  if (canvas.text_width(text, style) <= width) return std::string(text);
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

}  // namespace lockstep::gui
