#include "gui/canvas/fit_name.hpp"

namespace lockstep::gui {

std::string fit_name(const Canvas& canvas, std::string_view name, const TextStyle& style, float width) {
  while (canvas.text_width(name, style) > width) {
    const std::size_t folder = name.find('/');
    if (folder == std::string_view::npos) break;
    name.remove_prefix(folder + 1);
  }
  return fit_text(canvas, name, style, width);
}

}  // namespace lockstep::gui
