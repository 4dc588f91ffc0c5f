// Writes drawings as the pages of a PDF, and converts them to pixels, using librsvg and cairo. It is a
// separate library that is loaded when a PDF is requested (gui/app/pdf_library.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::gui {

// The function that the library exports. Each of `sheets` is an SVG document and becomes a page of the same
// size, at 96 pixels per inch; text remains text, and its fonts are embedded. `bytes` receives the file.
// Returns an Error if the program has another `version`, or if a sheet cannot be drawn.
using PdfWriter = void (*)(const char* version, const std::vector<std::string>& sheets,
                           const std::string& title, Result<std::string>& bytes);
inline constexpr const char* kPdfWriter = "lockstep_write_pdf";

// Renders an SVG document with `most` pixels on its longer side.
struct SvgPixels {
  int columns = 0, rows = 0;
  std::vector<std::uint8_t> rgba;  // rows from top to bottom, 4 bytes per pixel
  float width = 0, height = 0;     // natural size in pixels
};
using SvgPainter = void (*)(const char* version, const std::string& svg, int most, SvgPixels& painted,
                            Result<void>& result);
inline constexpr const char* kSvgPainter = "lockstep_paint_svg";

}  // namespace lockstep::gui
