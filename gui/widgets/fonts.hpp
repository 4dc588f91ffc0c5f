// The window's fonts: Inter and JetBrains Mono if installed, otherwise DejaVu, otherwise the font built into
// Dear ImGui. Only the sizes that the interface uses are rendered, which keeps the start short.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
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

struct FontFiles;

struct FontSet {
  std::vector<FontFace> faces;
  float scale = 1;
  std::string missing;  // a sentence on families that were not found; empty if all were
  // Characters that were to be drawn and that no face has. Whoever draws adds them; whoever owns the set
  // loads it again with them (load_fonts).
  std::shared_ptr<std::set<char32_t>> lacking = std::make_shared<std::set<char32_t>>();

  std::shared_ptr<FontFiles> files;  // the atlas refers to them: the set has to live as long as it is drawn

  // The face for `style` at this set's scale: the exact size, or the nearest.
  const FontFace& find(const TextStyle& style) const;
};

// Replaces the content of `atlas`. Never fails: there is always a font. `more`: characters beyond those of
// the interface, as in the names of files; they come from a font with many scripts, if one is installed
// (Debian: fonts-noto-cjk or fonts-droid-fallback). `known`: the files of the set that this one replaces,
// which are not read again; null: they are read.
FontSet load_fonts(ImFontAtlas& atlas, float scale, const std::set<char32_t>& more = {},
                   std::shared_ptr<FontFiles> known = nullptr);

// What the set lacks joins `asked`. True: some of it was not asked for before, and the set is to be loaded
// again. A character that no font has is asked for once.
bool take_lacking(const FontSet& fonts, std::set<char32_t>& asked);

// As the font can show it: a character that it does not have becomes its number, "\u65e5". What is missing is
// added to `wanted`, if there is one.
std::string with_escapes(ImFont& font, std::string_view text, std::set<char32_t>* wanted = nullptr);

}  // namespace lockstep::gui
