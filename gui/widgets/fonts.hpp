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
  // Characters that were drawn but that no face contains. Drawing code adds such characters. The owner of the
  // set then calls load_fonts() again with these characters.
  std::shared_ptr<std::set<char32_t>> lacking = std::make_shared<std::set<char32_t>>();

  std::shared_ptr<FontFiles> files;  // the atlas refers to these files as long as it is used

  // Returns the face for `style` at this set's scale, with the exact size or the nearest one.
  const FontFace& find(const TextStyle& style) const;
};

// Loads the fonts into `atlas`, whose previous content is removed. This never fails, because Dear ImGui's
// built-in font is always available. `more` contains further characters, such as those in file names. They
// are taken from a font with many scripts if one is installed (Debian: fonts-noto-cjk or
// fonts-droid-fallback). `known` contains the files of the previous set, which are then not read again; if
// `known` is null, the files are read.
FontSet load_fonts(ImFontAtlas& atlas, float scale, const std::set<char32_t>& more = {},
                   std::shared_ptr<FontFiles> known = nullptr);

// Adds the missing characters of the set to `asked`. Returns true if some of them were not in `asked` before;
// the set must then be loaded again. Thus a character that no font contains is requested only once.
bool take_lacking(const FontSet& fonts, std::set<char32_t>& asked);

// Replaces characters that the font does not contain with their codes, such as "\u65e5", and adds the
// characters to `wanted` unless `wanted` is null.
std::string with_escapes(ImFont& font, std::string_view text, std::set<char32_t>* wanted = nullptr);

}  // namespace lockstep::gui
