// Pictures as an animated GIF, with giflib. Each picture has its own palette, which holds a window's flat
// colours exactly and takes the nearest of the most frequent ones for the rest; and only what changed from
// the picture before is stored.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.hpp"
#include "gui/export/software_renderer.hpp"

namespace lockstep::gui {

class GifWriter {
 public:
  // The size is that of the first picture; each is shown for `delay_ms`, and the whole again and again. An
  // Error where the file cannot be written, or where this build has no giflib.
  static Result<std::unique_ptr<GifWriter>> create(const std::string& path, unsigned delay_ms);
  virtual ~GifWriter() = default;
  virtual Result<void> add(const Image& image) = 0;
  virtual Result<void> finish() = 0;
};

// At most 255 colours that stand for those of the pixels [first, last) of `image`: the most frequent ones.
// Pixels then have the index of the nearest of them.
struct Palette {
  std::vector<Colour> colours;
  std::vector<std::uint8_t> indices;  // of the pixels, row by row
};
Palette reduce_colours(const Image& image, const PixelRect& part);
// The smallest rectangle outside of which both are the same; one pixel when they are equal.
PixelRect changed_part(const Image& before, const Image& after);

}  // namespace lockstep::gui
