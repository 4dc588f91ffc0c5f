#include "gui/app/pdf_library.hpp"

#include <fmt/format.h>

#include "core/base/dynamic_library.hpp"
#include "core/base/files/own_library.hpp"
#include "gui/pdf/pdf_writer.hpp"

namespace lockstep::gui {
namespace {

constexpr const char* kPdfLibrary = "liblockstep-pdf.so";

struct Loaded {
  PdfWriter write = nullptr;
  SvgPainter paint = nullptr;
  std::string why_not;
};

Loaded load() {
  const std::string path = own_library(kPdfLibrary);
  if (path.empty())
    return {nullptr, nullptr,
            fmt::format("librsvg is missing; on Linux, {} of the package lockstep contains it", kPdfLibrary)};
  const DynamicLibrary library(path);
  if (!library.is_open())
    return {nullptr, nullptr, fmt::format("{} cannot be loaded ({})", kPdfLibrary, library.error())};
  const auto write = reinterpret_cast<PdfWriter>(library.symbol(kPdfWriter));
  const auto paint = reinterpret_cast<SvgPainter>(library.symbol(kSvgPainter));
  return {write, paint,
          write != nullptr ? "" : fmt::format("{} and this program have different versions", kPdfLibrary)};
}

const Loaded& loaded() {
  static const Loaded once = load();
  return once;
}

}  // namespace

std::string why_no_pdf() { return loaded().why_not; }

Result<std::string> pdf_of(const std::vector<std::string>& sheets, const std::string& title) {
  if (loaded().write == nullptr) return failure(fmt::format("No PDF can be written: {}.", loaded().why_not));
  Result<std::string> bytes;
  loaded().write(LOCKSTEP_VERSION, sheets, title, bytes);
  return bytes;
}

Result<PaintedSvg> paint_svg(const std::string& svg) {
  constexpr int most = 2048;  // px, of the longer side
  if (loaded().paint == nullptr) return failure(fmt::format("No SVG can be painted: {}.", loaded().why_not));
  SvgPixels painted;
  Result<void> result;
  loaded().paint(LOCKSTEP_VERSION, svg, most, painted, result);
  if (!result) return tl::unexpected(result.error());
  return PaintedSvg{{painted.columns, painted.rows, std::move(painted.rgba)}, painted.width, painted.height};
}

}  // namespace lockstep::gui
