// The library that writes PDF and paints SVG (gui/pdf), loaded when it is wanted.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "gui/lesson/reading/pictures.hpp"

namespace lockstep::gui {

// Empty: this build or this installation writes PDF. Else why it does not, as a clause: "liblockstep-pdf.so
// is missing".
std::string why_no_pdf();
// SVG documents as the pages of a PDF; its bytes.
Result<std::string> pdf_of(const std::vector<std::string>& sheets, const std::string& title);

// An SVG document in pixels, enough of them for a presentation.
Result<PaintedSvg> paint_svg(const std::string& svg);

}  // namespace lockstep::gui
