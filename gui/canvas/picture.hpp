// A picture from a file, for every kind of Canvas: exported drawings embed the file, windows draw the pixels
// at the size closest to that of the destination.
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

  // The number that identifies the pixels for this width in a frame of Dear ImGui. It differs from all
  // texture numbers.
  std::uint64_t number_for(float pixels) const;

 private:
  float width_, height_;
  std::string media_type_, file_;
  std::vector<std::pair<std::uint64_t, std::shared_ptr<const Pixels>>> sizes_;  // each half the previous size
};

// The pixels with this number; null if the number is not that of a picture, or if the picture no longer
// exists. Only the window's thread may use pictures and numbers; any thread may read the pixels.
std::shared_ptr<const Pixels> pixels_of_number(std::uint64_t number);

}  // namespace lockstep::gui
