// A picture of a file, as each Canvas draws it: drawings take its file, windows its pixels, in the size that
// is nearest to the place.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::gui {

struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // rows from the top, 4 bytes a pixel
};

class Picture {
 public:
  // `width`, `height`: the size that it wants to have, px at scale 1. `media_type`: of the bytes of `file`,
  // "image/png".
  Picture(Pixels pixels, float width, float height, std::string media_type, std::string file);

  float width() const { return width_; }
  float height() const { return height_; }
  const std::string& media_type() const { return media_type_; }
  const std::string& file() const { return file_; }

  // The number by which a frame of Dear ImGui names the pixels for a place of this width. It is none of a
  // texture's.
  std::uint64_t number_for(float pixels) const;

 private:
  float width_, height_;
  std::string media_type_, file_;
  std::vector<std::pair<std::uint64_t, std::shared_ptr<const Pixels>>> sizes_;  // each half of the one before
};

// The pixels of such a number; null: it is none, or its picture is gone. Pictures and numbers belong to the
// window's thread; pixels may be read by any.
std::shared_ptr<const Pixels> pixels_of_number(std::uint64_t number);

}  // namespace lockstep::gui
