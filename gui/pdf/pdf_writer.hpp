// Drawings as the pages of one PDF, and as pixels. librsvg and cairo are behind it, in a library of their own
// that is loaded when a PDF is wanted (gui/app/pdf_library.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::gui {

// The function that the library exports. Each of `sheets` is an SVG document and gets a page of its size, 96
// px to the inch; text stays text, and its fonts are embedded. `bytes` are the file's. An Error: the program
// is of another `version`, or a sheet cannot be drawn.
using PdfWriter = void (*)(const char* version, const std::vector<std::string>& sheets,
                           const std::string& title, Result<std::string>& bytes);
inline constexpr const char* kPdfWriter = "lockstep_write_pdf";

// An SVG document in pixels, `most` of them on its longer side.
struct SvgPixels {
  int columns = 0, rows = 0;
  std::vector<std::uint8_t> rgba;  // rows from the top, 4 bytes a pixel
  float width = 0, height = 0;     // px, that it wants to have
};
using SvgPainter = void (*)(const char* version, const std::string& svg, int most, SvgPixels& painted,
                            Result<void>& result);
inline constexpr const char* kSvgPainter = "lockstep_paint_svg";

}  // namespace lockstep::gui
