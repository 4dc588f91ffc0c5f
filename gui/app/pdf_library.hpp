// Writes PDF and paints SVG with the library in gui/pdf, which is loaded on first use.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "gui/lesson/reading/pictures.hpp"

namespace lockstep::gui {

// Returns an empty text if PDF can be written; otherwise the reason as a clause, such as
// "librsvg is missing".
std::string why_no_pdf();
// Returns the bytes of a PDF document whose pages are the SVG documents `sheets`.
Result<std::string> pdf_of(const std::vector<std::string>& sheets, const std::string& title);

// Paints an SVG document with enough pixels for a presentation.
Result<PaintedSvg> paint_svg(const std::string& svg);

}  // namespace lockstep::gui
