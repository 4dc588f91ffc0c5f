// The files of the window's fonts. A font atlas refers to their bytes and to the ranges as long as it may
// be rebuilt.
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
  FontData& scripts();  // a font with many scripts, read on the first call: up to 20 MB

  FontData regular, bold, code, code_bold, symbols;
  std::optional<FontData> many_scripts;
  std::vector<ImWchar> more;  // ranges of characters that the interface does not use itself
};

}  // namespace lockstep::gui
