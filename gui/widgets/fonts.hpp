// The window's fonts: Inter and JetBrains Mono if installed, otherwise DejaVu, otherwise the font built into
// Dear ImGui. Only the sizes that the interface uses are rendered, which keeps the start short.
#pragma once

#include <string>
#include <vector>

#include "gui/canvas/canvas.hpp"

struct ImFont;
struct ImFontAtlas;

namespace lockstep::gui {

struct FontFace {
  Font family = Font::text;  // text, text_bold or code
  float size = 13;           // font size in pixels of the screen
  ImFont* font = nullptr;
  float ascent = 0;       // pixels from the line's top to its baseline
  float line_height = 0;  // the font size of Dear ImGui
};

struct FontSet {
  std::vector<FontFace> faces;
  float scale = 1;
  std::string missing;  // a sentence on families that were not found; empty if all were

  // The face for `style` at this set's scale: the exact size, or the nearest.
  const FontFace& find(const TextStyle& style) const;
};

// Replaces the content of `atlas`. Never fails: there is always a font.
FontSet load_fonts(ImFontAtlas& atlas, float scale);

}  // namespace lockstep::gui
