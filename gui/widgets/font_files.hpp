// The files of the window's fonts. A font atlas refers to the bytes of the files and to the ranges of
// characters, so they must exist as long as the atlas may be rebuilt.
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
  FontData& scripts();  // a font of up to 20 MB with many scripts, read on the first call

  FontData regular, bold, code, code_bold, symbols;
  std::optional<FontData> many_scripts;
  std::vector<ImWchar> more;  // characters that the interface itself does not use, as ranges
};

}  // namespace lockstep::gui
