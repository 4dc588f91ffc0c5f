// Paints Dear ImGui's draw data on the CPU, for `lockstep shot`, which needs no display, and for tests.
// Triangles, textures, clip rectangles and blending are handled as in the OpenGL backend.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "gui/canvas/canvas.hpp"

struct ImDrawData;

namespace lockstep::gui {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // rows from top to bottom, 4 bytes per pixel
  Image() = default;
  Image(int w, int h, Colour fill);
  Colour at(int x, int y) const;
};

struct PixelRect {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const PixelRect&) const = default;
};

// The font atlas as 8-bit coverage values; colours are taken from the vertices.
struct Coverage {
  int width = 0, height = 0;
  const std::uint8_t* alpha = nullptr;
};

void render(const ImDrawData& data, const Coverage& atlas, Image& image);

// A copy of a frame's draw data that can be painted by another thread. The copy shares only the atlas with
// Dear ImGui, and the atlas must outlive the copy. `ground` is a picture with the size and the background
// colour of the result.
class FrameCopy {
 public:
  FrameCopy(const ImDrawData& data, const Coverage& atlas, Image ground);
  FrameCopy(FrameCopy&&) noexcept;
  FrameCopy& operator=(FrameCopy&&) noexcept;
  ~FrameCopy();
  Image paint() const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

Result<void> write_png(const Image& image, const std::string& path);

}  // namespace lockstep::gui
