// Writes pictures as an animated GIF with giflib. Each picture has its own palette: the flat colours of the
// window are kept exactly, all other colours are replaced by the nearest palette colour. Only the part that
// differs from the previous picture is stored.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.hpp"
#include "gui/export/software_renderer.hpp"

namespace lockstep::gui {

class GifWriter {
 public:
  // The first picture determines the size. Each picture is shown for `delay_ms`; the animation repeats.
  // Returns an Error if the file cannot be written, or if this build does not include giflib.
  static Result<std::unique_ptr<GifWriter>> create(const std::string& path, unsigned delay_ms);
  virtual ~GifWriter() = default;
  virtual Result<void> add(const Image& image) = 0;
  virtual Result<void> finish() = 0;
};

// At most 255 colours for the pixels of this part of `image`, and the index of the nearest colour for
// each pixel.
struct Palette {
  std::vector<Colour> colours;
  std::vector<std::uint8_t> indices;  // of the pixels, row by row
};
Palette reduce_colours(const Image& image, const PixelRect& part);
// The smallest rectangle that contains all differences; one pixel if there are no differences.
PixelRect changed_part(const Image& before, const Image& after);

}  // namespace lockstep::gui
