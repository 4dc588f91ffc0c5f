// The files of the window's fonts. A font atlas refers to their bytes and to the ranges for as long as it may
// rebuild itself.
#pragma once

#include <imgui.h>

#include <optional>
#include <vector>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

using FontData = std::vector<unsigned char>;

struct FontFiles {
  FontFiles();
  FontData& of(Font family);
  FontData& scripts();  // a font with many scripts, read at the first call: it may have 20 MB

  FontData regular, bold, code, code_bold, symbols;
  std::optional<FontData> many_scripts;
  std::vector<ImWchar> more;  // ranges of characters beyond those of the interface
};

}  // namespace lockstep::gui
