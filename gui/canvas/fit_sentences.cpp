#include "gui/canvas/fit_sentences.hpp"

#include "gui/canvas/text.hpp"

namespace lockstep::gui {

std::string fit_sentences(const Canvas& canvas, std::string text, const TextStyle& style, float width,
                          std::size_t lines) {
  for (std::size_t end = text.rfind(". "); end != std::string::npos; end = text.rfind(". ")) {
    if (wrap_text(canvas, text, style, width).size() <= lines) break;
    text.resize(end + 1);
  }
  return text;
}

}  // namespace lockstep::gui
