// The library that writes PDF and paints SVG (gui/pdf); it is loaded on first use.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "gui/lesson/reading/pictures.hpp"

namespace lockstep::gui {

// Empty if this build and this installation write PDF. Otherwise the reason as a clause: "liblockstep-pdf.so
// is missing".
std::string why_no_pdf();
// The bytes of a PDF document whose pages are the SVG documents.
Result<std::string> pdf_of(const std::vector<std::string>& sheets, const std::string& title);

// Paints an SVG document with enough pixels for a presentation.
Result<PaintedSvg> paint_svg(const std::string& svg);

}  // namespace lockstep::gui
