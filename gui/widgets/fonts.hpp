// The window's fonts: Inter and JetBrains Mono if installed, otherwise DejaVu, otherwise the font built into
// Dear ImGui. Only the sizes that the interface uses are rendered, so that the window opens quickly.
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
  float size = 13;           // font size in screen pixels
  ImFont* font = nullptr;
  float ascent = 0;       // pixels from the line's top to its baseline
  float line_height = 0;  // the font size of Dear ImGui
};

struct FontFiles;

struct FontSet {
  std::vector<FontFace> faces;
  float scale = 1;
  std::string missing;  // a sentence about missing families; empty if all were found
  // Characters that were drawn but are missing from all faces. Drawing code adds them; the owner of the set
  // then loads the set again with these characters (load_fonts).
  std::shared_ptr<std::set<char32_t>> lacking = std::make_shared<std::set<char32_t>>();

  std::shared_ptr<FontFiles> files;  // the atlas refers to them, so the set must exist while it is used

  // The face for `style` at this set's scale: the exact size, or the nearest size.
  const FontFace& find(const TextStyle& style) const;
};

// Replaces the content of `atlas`. Never fails: a font is always available. `more` contains further
// characters, such as those in file names; they are taken from a font with many scripts if one is installed
// (Debian: fonts-noto-cjk or fonts-droid-fallback). `known` contains the files of the replaced set, which are
// not read again; if it is null, the files are read.
FontSet load_fonts(ImFontAtlas& atlas, float scale, const std::set<char32_t>& more = {},
                   std::shared_ptr<FontFiles> known = nullptr);

// Adds the missing characters of the set to `asked`. Returns true if some of them are new, so that the set
// must be loaded again. A character that no font contains is thus requested only once.
bool take_lacking(const FontSet& fonts, std::set<char32_t>& asked);

// Replaces characters that the font does not contain by their code, such as "\u65e5", and adds them to
// `wanted` unless it is null.
std::string with_escapes(ImFont& font, std::string_view text, std::set<char32_t>* wanted = nullptr);

}  // namespace lockstep::gui
