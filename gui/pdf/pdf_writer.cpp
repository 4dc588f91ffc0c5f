#include "gui/pdf/pdf_writer.hpp"

#include <cairo-pdf.h>
#include <librsvg/rsvg.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <string_view>

namespace lockstep::gui {
namespace {

constexpr double kPointsPerPixel = 72.0 / 96;

struct Destroy {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(RsvgHandle* sheet) const { g_object_unref(sheet); }
};
template <class T>
using Owned = std::unique_ptr<T, Destroy>;

cairo_status_t append(void* text, const unsigned char* bytes, unsigned count) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

tl::unexpected<Error> not_drawn(std::size_t number, GError* error) {
  std::string why = error != nullptr ? error->message : "it is not an SVG document";
  g_clear_error(&error);
  return failure("Page " + std::to_string(number) + " of the PDF cannot be drawn: " + why + ".");
}

tl::unexpected<Error> not_painted(GError* error) {
  std::string why = error != nullptr ? error->message : "it has no size";
  g_clear_error(&error);
  return failure("It cannot be painted: " + why + ".");
}

Result<std::string> write(const std::vector<std::string>& sheets, const std::string& title) {
  std::string bytes;
  const Owned<cairo_surface_t> surface(cairo_pdf_surface_create_for_stream(append, &bytes, 1, 1));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "Lockstep");
  const Owned<cairo_t> context(cairo_create(surface.get()));
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    GError* error = nullptr;
    const Owned<RsvgHandle> sheet(rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(sheets[i].data()),
                                                            sheets[i].size(), &error));
    double width = 0, height = 0;
    if (sheet == nullptr || !rsvg_handle_get_intrinsic_size_in_pixels(sheet.get(), &width, &height))
      return not_drawn(i + 1, error);
    const RsvgRectangle page{0, 0, width * kPointsPerPixel, height * kPointsPerPixel};
    cairo_pdf_surface_set_size(surface.get(), page.width, page.height);
    if (!rsvg_handle_render_document(sheet.get(), context.get(), &page, &error))
      return not_drawn(i + 1, error);
    cairo_show_page(context.get());
  }
  cairo_surface_finish(surface.get());
  if (const cairo_status_t status = cairo_surface_status(surface.get()); status != CAIRO_STATUS_SUCCESS)
    return failure(std::string("The PDF cannot be written: ") + cairo_status_to_string(status) + ".");
  return bytes;
}

Result<void> paint(const std::string& svg, int most, SvgPixels& painted) {
  GError* error = nullptr;
  const Owned<RsvgHandle> sheet(
      rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error));
  if (sheet == nullptr) return not_painted(error);
  double width = 0, height = 0;
  if (!rsvg_handle_get_intrinsic_size_in_pixels(sheet.get(), &width, &height)) {
    // The document has no size in pixels, so the size of its view box is used.
    gboolean has_width = 0, has_height = 0, has_box = 0;
    RsvgLength ignored{};
    RsvgRectangle box{};
    rsvg_handle_get_intrinsic_dimensions(sheet.get(), &has_width, &ignored, &has_height, &ignored, &has_box,
                                         &box);
    width = has_box ? box.width : 0;
    height = has_box ? box.height : 0;
  }
  if (!(width > 0 && height > 0)) return not_painted(nullptr);
  const double zoom = most / std::max(width, height);
  painted.width = static_cast<float>(width);
  painted.height = static_cast<float>(height);
  painted.columns = std::max(1, static_cast<int>(std::lround(width * zoom)));
  painted.rows = std::max(1, static_cast<int>(std::lround(height * zoom)));
  const Owned<cairo_surface_t> surface(
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, painted.columns, painted.rows));
  const Owned<cairo_t> context(cairo_create(surface.get()));
  const RsvgRectangle page{0, 0, static_cast<double>(painted.columns), static_cast<double>(painted.rows)};
  if (!rsvg_handle_render_document(sheet.get(), context.get(), &page, &error)) return not_painted(error);
  cairo_surface_flush(surface.get());
  const unsigned char* data = cairo_image_surface_get_data(surface.get());
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
  painted.rgba.reserve(std::size_t{4} * painted.columns * painted.rows);
  for (int y = 0; y < painted.rows; ++y)
    for (int x = 0; x < painted.columns; ++x) {
      // cairo uses premultiplied alpha, so the colours are divided by alpha.
      std::uint32_t pixel = 0;
      std::memcpy(&pixel, data + y * stride + std::size_t{4} * x, sizeof pixel);
      const std::uint32_t alpha = pixel >> 24;
      for (const unsigned shift : {16u, 8u, 0u}) {
        const std::uint32_t colour = pixel >> shift & 255;
        painted.rgba.push_back(
            static_cast<std::uint8_t>(alpha == 0 ? 0 : std::min(255u, (colour * 255 + alpha / 2) / alpha)));
      }
      painted.rgba.push_back(static_cast<std::uint8_t>(alpha));
    }
  return {};
}

constexpr const char* kOtherVersion =
    "liblockstep-pdf.so and this program have different versions; install Lockstep again.";

}  // namespace
}  // namespace lockstep::gui

extern "C" [[gnu::visibility("default")]] void lockstep_paint_svg(const char* version, const std::string& svg,
                                                                  int most, lockstep::gui::SvgPixels& painted,
                                                                  lockstep::Result<void>& result) {
  if (std::string_view(version) == LOCKSTEP_VERSION)
    result = lockstep::gui::paint(svg, most, painted);
  else
    result = lockstep::failure(lockstep::gui::kOtherVersion);
}

extern "C" [[gnu::visibility("default")]] void lockstep_write_pdf(const char* version,
                                                                  const std::vector<std::string>& sheets,
                                                                  const std::string& title,
                                                                  lockstep::Result<std::string>& bytes) {
  if (std::string_view(version) == LOCKSTEP_VERSION)
    bytes = lockstep::gui::write(sheets, title);
  else
    bytes = lockstep::failure(lockstep::gui::kOtherVersion);
}
