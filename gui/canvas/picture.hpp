// A picture from a file that can be drawn on every kind of Canvas. Exported drawings embed the file. Windows
// draw the pixels from the stored size that is closest to the size on the screen.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::gui {

struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // rows from top to bottom, 4 bytes per pixel
};

class Picture {
 public:
  // `width` and `height` are the natural size in pixels at scale 1. `media_type` is the type of `file`, such
  // as "image/png".
  Picture(Pixels pixels, float width, float height, std::string media_type, std::string file);

  float width() const { return width_; }
  float height() const { return height_; }
  const std::string& media_type() const { return media_type_; }
  const std::string& file() const { return file_; }

  // Returns a number that identifies the pixels for this width (in pixels) in a frame of Dear ImGui. The
  // number differs from all texture numbers.
  std::uint64_t number_for(float pixels) const;

 private:
  float width_, height_;
  std::string media_type_, file_;
  std::vector<std::pair<std::uint64_t, std::shared_ptr<const Pixels>>> sizes_;  // each half the previous size
};

// Returns the pixels with this number; null if the number does not belong to a picture, or if the picture no
// longer exists. Only the window's thread may use pictures and numbers; any thread may read the pixels.
std::shared_ptr<const Pixels> pixels_of_number(std::uint64_t number);

}  // namespace lockstep::gui
