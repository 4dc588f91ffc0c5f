#include "gui/canvas/picture.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep::gui {
namespace {

constexpr int kMostPixels = 4096;  // maximum side length, which every OpenGL implementation supports
// Numbers of pictures start here, so that they differ from texture numbers, which OpenGL counts from 1. A
// number must fit in a 32-bit pointer.
constexpr std::uint64_t kFirstNumber = 1u << 30;

struct Numbers {
  std::uint64_t next = kFirstNumber;
  std::map<std::uint64_t, std::weak_ptr<const Pixels>> pixels;
};
Numbers& numbers() {
  static Numbers all;
  return all;
}

std::uint64_t number_of(const std::shared_ptr<const Pixels>& pixels) {
  Numbers& all = numbers();
  std::erase_if(all.pixels, [](const auto& entry) { return entry.second.expired(); });
  all.pixels.emplace(all.next, pixels);
  return all.next++;
}

// Returns the picture at half its size. Each block of two by two pixels is averaged, weighted by alpha.
Pixels half_of(const Pixels& whole) {
  Pixels half{std::max(1, whole.width / 2), std::max(1, whole.height / 2), {}};
  half.rgba.resize(std::size_t{4} * half.width * half.height);
  for (int y = 0; y < half.height; ++y)
    for (int x = 0; x < half.width; ++x) {
      unsigned colour[3] = {0, 0, 0}, alpha = 0;
      for (int i = 0; i < 4; ++i) {
        const int column = std::min(2 * x + i % 2, whole.width - 1),
                  row = std::min(2 * y + i / 2, whole.height - 1);
        const std::uint8_t* from = &whole.rgba[4 * (static_cast<std::size_t>(row) * whole.width + column)];
        for (int c = 0; c < 3; ++c) colour[c] += unsigned{from[c]} * from[3];
        alpha += from[3];
      }
      std::uint8_t* to = &half.rgba[4 * (static_cast<std::size_t>(y) * half.width + x)];
      for (int c = 0; c < 3; ++c)
        to[c] = static_cast<std::uint8_t>(alpha == 0 ? 0 : (colour[c] + alpha / 2) / alpha);
      to[3] = static_cast<std::uint8_t>((alpha + 2) / 4);
    }
  return half;
}

}  // namespace

Picture::Picture(Pixels pixels, float width, float height, std::string media_type, std::string file)
    : width_(width), height_(height), media_type_(std::move(media_type)), file_(std::move(file)) {
  constexpr int least = 64;
  while (pixels.width > kMostPixels || pixels.height > kMostPixels) pixels = half_of(pixels);
  while (true) {
    const auto kept = std::make_shared<const Pixels>(std::move(pixels));
    sizes_.emplace_back(number_of(kept), kept);
    if (kept->width < 2 * least) return;
    pixels = half_of(*kept);
  }
}

std::uint64_t Picture::number_for(float pixels) const {
  std::uint64_t number = sizes_.front().first;
  for (const auto& [of_size, size] : sizes_)
    if (static_cast<float>(size->width) >= pixels) number = of_size;
  return number;
}

std::shared_ptr<const Pixels> pixels_of_number(std::uint64_t number) {
  if (number < kFirstNumber) return nullptr;
  const Numbers& all = numbers();
  const auto found = all.pixels.find(number);
  return found == all.pixels.end() ? nullptr : found->second.lock();
}

}  // namespace lockstep::gui
