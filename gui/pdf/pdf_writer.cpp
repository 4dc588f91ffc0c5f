#include "gui/pdf/pdf_writer.hpp"

#include <cairo-pdf.h>
#include <librsvg/rsvg.h>

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

}  // namespace
}  // namespace lockstep::gui

extern "C" [[gnu::visibility("default")]] void lockstep_write_pdf(const char* version,
                                                                  const std::vector<std::string>& sheets,
                                                                  const std::string& title,
                                                                  lockstep::Result<std::string>& bytes) {
  if (std::string_view(version) == LOCKSTEP_VERSION)
    bytes = lockstep::gui::write(sheets, title);
  else
    bytes = lockstep::failure(
        "liblockstep-pdf.so is of another version than this program; install Lockstep again.");
}
