// Pictures as an animated GIF, with giflib. Each picture has its own palette: a window's flat colours are
// kept exactly, all others become the nearest of them. Only the part that differs from the previous picture
// is stored.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.hpp"
#include "gui/export/software_renderer.hpp"

namespace lockstep::gui {

class GifWriter {
 public:
  // The size is that of the first picture. Each picture is shown for `delay_ms`; the animation repeats. An
  // Error when the file cannot be written, or when this build has no giflib.
  static Result<std::unique_ptr<GifWriter>> create(const std::string& path, unsigned delay_ms);
  virtual ~GifWriter() = default;
  virtual Result<void> add(const Image& image) = 0;
  virtual Result<void> finish() = 0;
};

// At most 255 colours for the pixels of this part of `image`, and for each pixel the index of the nearest
// one.
struct Palette {
  std::vector<Colour> colours;
  std::vector<std::uint8_t> indices;  // of the pixels, row by row
};
Palette reduce_colours(const Image& image, const PixelRect& part);
// The smallest rectangle that contains all differences; one pixel when there is none.
PixelRect changed_part(const Image& before, const Image& after);

}  // namespace lockstep::gui
