// The window's fonts: Inter and JetBrains Mono where the system has them, else DejaVu, else the font that is
// built into Dear ImGui. Only the sizes that the interface uses are made, which keeps the start short.
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
  float line_height = 0;  // what Dear ImGui calls the font's size
};

struct FontSet {
  std::vector<FontFace> faces;
  float scale = 1;
  std::string missing;  // one sentence about families that were not found; empty when all were

  // The face to draw `style` with at this set's scale: the exact size, or the nearest one.
  const FontFace& find(const TextStyle& style) const;
};

// Fills `atlas` anew. Never fails: there is always a font.
FontSet load_fonts(ImFontAtlas& atlas, float scale);

}  // namespace lockstep::gui
