// The content of a window as text.
#pragma once

#include <string>

#include "gui/canvas/text_recording_canvas.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {

// All texts of the next frame in drawing order, separated by spaces, so that a paragraph is complete
// regardless of its line breaks.
inline std::string seen_text(DrivenWindow& window) {
  WrittenFrame frame;
  window.interface().note_text(&frame);
  window.frame();
  window.interface().note_text(nullptr);
  std::string all;
  for (const WrittenText& text : frame.texts) all += text.text + " ";
  return all;
}

}  // namespace lockstep::gui
