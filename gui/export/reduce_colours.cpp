// Selects the colours of a picture that a GIF keeps.
#include <algorithm>
#include <climits>
#include <unordered_map>
#include <vector>

#include "gui/export/gif.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kMaxColours = 255;
constexpr std::size_t kFrequentColours = 64;  // number of colours that are selected only by their frequency

std::uint32_t pack(const std::uint8_t* pixel) {
  return (std::uint32_t{pixel[0]} << 16) | (std::uint32_t{pixel[1]} << 8) | pixel[2];
}

const std::uint8_t* pixel_at(const Image& image, int x, int y) {
  return &image.rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                          static_cast<std::size_t>(x))];
}

int distance(std::uint32_t colour, const Colour& other) {
  const int r = static_cast<int>(colour >> 16) - other.r, g = static_cast<int>(colour >> 8 & 255) - other.g,
            b = static_cast<int>(colour & 255) - other.b;
  return 2 * r * r + 4 * g * g + 3 * b * b;  // the eye is most sensitive to green
}

struct CountedColour {
  std::uint32_t colour = 0;
  std::size_t times = 0;
  int far = 0;             // distance to the nearest chosen colour
  std::uint8_t index = 0;  // index of that colour
};

std::vector<CountedColour> count_colours(const Image& image, const PixelRect& part) {
  std::unordered_map<std::uint32_t, std::size_t> count;
  for (int y = part.y; y < part.y + part.height; ++y)
    for (int x = part.x; x < part.x + part.width; ++x) ++count[pack(pixel_at(image, x, y))];
  std::vector<CountedColour> sorted;
  for (const auto& [colour, times] : count) sorted.push_back({colour, times, INT_MAX, 0});
  std::sort(sorted.begin(), sorted.end(), [](const CountedColour& a, const CountedColour& b) {
    return a.times != b.times ? a.times > b.times : a.colour < b.colour;
  });
  return sorted;
}

}  // namespace

Palette reduce_colours(const Image& image, const PixelRect& part) {
  std::vector<CountedColour> all = count_colours(image, part);
  Palette palette;
  const auto choose = [&](std::uint32_t colour) {
    palette.colours.push_back({static_cast<std::uint8_t>(colour >> 16),
                               static_cast<std::uint8_t>(colour >> 8 & 255),
                               static_cast<std::uint8_t>(colour & 255), 255});
    for (CountedColour& other : all) {
      const int far = distance(other.colour, palette.colours.back());
      if (far >= other.far) continue;
      other.far = far;
      other.index = static_cast<std::uint8_t>(palette.colours.size() - 1);
    }
  };
  const auto missed = [](const CountedColour& a) {
    return static_cast<double>(a.far) * static_cast<double>(a.times);
  };
  for (std::size_t i = 0; i < std::min(all.size(), kFrequentColours); ++i) choose(all[i].colour);
  // The remaining colours are selected by their frequency times their distance to the chosen colours, so that
  // a line of coloured text keeps its colour although it has few pixels.
  while (palette.colours.size() < kMaxColours) {
    const auto next = std::max_element(
        all.begin(), all.end(),
        [&](const CountedColour& a, const CountedColour& b) { return missed(a) < missed(b); });
    if (next == all.end() || next->far == 0) break;
    choose(next->colour);
  }
  std::unordered_map<std::uint32_t, std::uint8_t> index;
  for (const CountedColour& entry : all) index[entry.colour] = entry.index;
  for (int y = part.y; y < part.y + part.height; ++y)
    for (int x = part.x; x < part.x + part.width; ++x)
      palette.indices.push_back(index[pack(pixel_at(image, x, y))]);
  return palette;
}

PixelRect changed_part(const Image& before, const Image& after) {
  int left = after.width, top = after.height, right = -1, bottom = -1;
  for (int y = 0; y < after.height; ++y) {
    for (int x = 0; x < after.width; ++x) {
      if (pack(pixel_at(before, x, y)) == pack(pixel_at(after, x, y))) continue;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return {0, 0, 1, 1};
  return {left, top, right - left + 1, bottom - top + 1};
}

}  // namespace lockstep::gui
