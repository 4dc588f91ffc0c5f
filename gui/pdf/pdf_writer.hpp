// Writes drawings as the pages of a PDF and converts drawings to pixels, with librsvg and cairo. This code is
// in a separate library, which is loaded only when it is needed (gui/app/pdf_library.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::gui {

// The type and the name of the exported function that writes a PDF. Each of `sheets` is an SVG document and
// becomes a page of the same size, at 96 pixels per inch. Text remains text, and the fonts are embedded.
// `bytes` receives the file. Returns an Error if `version` differs from the version of the library, or if a
// sheet cannot be drawn.
using PdfWriter = void (*)(const char* version, const std::vector<std::string>& sheets,
                           const std::string& title, Result<std::string>& bytes);
inline constexpr const char* kPdfWriter = "lockstep_write_pdf";

// The exported function that converts an SVG document to pixels, with `most` pixels on the longer side.
struct SvgPixels {
  int columns = 0, rows = 0;
  std::vector<std::uint8_t> rgba;  // rows from top to bottom, 4 bytes per pixel
  float width = 0, height = 0;     // natural size in pixels
};
using SvgPainter = void (*)(const char* version, const std::string& svg, int most, SvgPixels& painted,
                            Result<void>& result);
inline constexpr const char* kSvgPainter = "lockstep_paint_svg";

}  // namespace lockstep::gui
