// Drawings as the pages of one PDF. librsvg and cairo are behind it, in a library of their own that is loaded
// when a PDF is wanted (gui/app/pdf_library.hpp).
#pragma once

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

}  // namespace lockstep::gui
