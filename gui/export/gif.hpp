// Writes pictures as an animated GIF with giflib. Each picture has its own palette. The flat colours of the
// window are kept exactly, and all other colours are replaced by the nearest colour of the palette. Only the
// part that differs from the previous picture is stored.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.hpp"
#include "gui/export/software_renderer.hpp"

namespace lockstep::gui {

class GifWriter {
 public:
  // Creates a writer. The first picture determines the size of the GIF. Each picture is shown for `delay_ms`,
  // and the animation repeats forever. Returns an Error if the file cannot be written, or if this build does
  // not include giflib.
  static Result<std::unique_ptr<GifWriter>> create(const std::string& path, unsigned delay_ms);
  virtual ~GifWriter() = default;
  virtual Result<void> add(const Image& image) = 0;
  virtual Result<void> finish() = 0;
};

// At most 255 colours for the pixels of one part of a picture, and for each pixel the index of the
// nearest colour.
struct Palette {
  std::vector<Colour> colours;
  std::vector<std::uint8_t> indices;  // indices of the pixels, row by row
};
Palette reduce_colours(const Image& image, const PixelRect& part);
// Returns the smallest rectangle that contains all differences; one pixel if there are no differences.
PixelRect changed_part(const Image& before, const Image& after);

}  // namespace lockstep::gui
