#include "gui/export/gif.hpp"

#include <algorithm>
#include <climits>
#include <unordered_map>

#ifdef LOCKSTEP_GIF
#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/atomic_writer.hpp"
#endif

namespace lockstep::gui {

#ifdef LOCKSTEP_GIF
namespace {

class GiflibWriter final : public GifWriter {
 public:
  GiflibWriter(AtomicFile out, unsigned delay_ms) : out_(std::move(out)), delay_ms_(delay_ms) {
    const auto write = [](GifFileType* file, const GifByteType* bytes, int count) {
      return static_cast<GiflibWriter*>(file->UserData)->put_bytes(bytes, count) ? count : 0;
    };
    int error = 0;
    file_ = EGifOpen(this, write, &error);
  }
  ~GiflibWriter() override {
    if (file_ != nullptr) EGifCloseFile(file_, nullptr);
  }

  GiflibWriter(const GiflibWriter&) = delete;
  GiflibWriter& operator=(const GiflibWriter&) = delete;

  Result<void> add(const Image& image) override {
    const bool first = before_.width == 0;
    if (first && !begin(image)) return cannot();
    const PixelRect part = first ? PixelRect{0, 0, image.width, image.height} : changed_part(before_, image);
    Palette palette = reduce_colours(image, part);
    if (!put(part, palette)) return cannot();
    before_ = image;
    return {};
  }

  Result<void> finish() override {
    GifFileType* file = std::exchange(file_, nullptr);
    if (file == nullptr || EGifCloseFile(file, nullptr) != GIF_OK) return cannot();
    return out_.commit();
  }

 private:
  bool put_bytes(const GifByteType* bytes, int count) {
    written_ = out_.write({reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count)});
    return written_.has_value();
  }

  // giflib reports that a call failed; the file knows why.
  Result<void> cannot() const {
    return written_ ? failure("The GIF could not be encoded: there is no memory for it.") : written_;
  }

  bool begin(const Image& image) {
    EGifSetGifVersion(file_, true);
    if (EGifPutScreenDesc(file_, image.width, image.height, 8, 0, nullptr) != GIF_OK) return false;
    // Repeat without end: an extension that browsers understand.
    constexpr std::array<unsigned char, 3> loop{1, 0, 0};
    return EGifPutExtensionLeader(file_, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(file_, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(file_, static_cast<int>(loop.size()), loop.data()) == GIF_OK &&
           EGifPutExtensionTrailer(file_) == GIF_OK;
  }

  bool put(const PixelRect& part, Palette& palette) {
    GraphicsControlBlock control{};
    control.DisposalMode = DISPOSE_DO_NOT;
    control.DelayTime = static_cast<int>(delay_ms_ / 10);  // in hundredths of a second
    control.TransparentColor = NO_TRANSPARENT_COLOR;
    std::array<GifByteType, 4> bytes{};
    const auto size = static_cast<int>(EGifGCBToExtension(&control, bytes.data()));
    if (EGifPutExtension(file_, GRAPHICS_EXT_FUNC_CODE, size, bytes.data()) != GIF_OK) return false;

    std::array<GifColorType, 256> colours{};
    std::ranges::transform(palette.colours, colours.begin(), [](const Colour& colour) {
      return GifColorType{colour.r, colour.g, colour.b};
    });
    ColorMapObject* map = GifMakeMapObject(256, colours.data());
    if (map == nullptr) return false;
    const bool begun = EGifPutImageDesc(file_, part.x, part.y, part.width, part.height, false, map) == GIF_OK;
    GifFreeMapObject(map);
    for (int y = 0; begun && y < part.height; ++y) {
      GifPixelType* line =
          palette.indices.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(part.width);
      if (EGifPutLine(file_, line, part.width) != GIF_OK) return false;
    }
    return begun;
  }

  AtomicFile out_;
  Result<void> written_;  // the latest piece
  GifFileType* file_ = nullptr;
  unsigned delay_ms_;
  Image before_;
};

}  // namespace

Result<std::unique_ptr<GifWriter>> GifWriter::create(const std::string& path, unsigned delay_ms) {
  return AtomicFile::create(path).map([delay_ms](AtomicFile&& file) -> std::unique_ptr<GifWriter> {
    return std::make_unique<GiflibWriter>(std::move(file), delay_ms);
  });
}
#else
Result<std::unique_ptr<GifWriter>> GifWriter::create(const std::string&, unsigned) {
  return failure(
      "This build cannot write GIF files because giflib was missing: install libgif-dev and build again.");
}
#endif

}  // namespace lockstep::gui

namespace lockstep::gui {
namespace {

constexpr std::size_t kMostColours = 255;
constexpr std::size_t kMostFrequent = 64;  // colours chosen by their number of pixels alone

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
  return 2 * r * r + 4 * g * g + 3 * b * b;  // the eye sees green best
}

}  // namespace

namespace {

struct Counted {
  std::uint32_t colour = 0;
  std::size_t times = 0;
  int far = 0;             // distance from the nearest chosen colour
  std::uint8_t index = 0;  // of that colour
};

std::vector<Counted> count_colours(const Image& image, const PixelRect& part) {
  std::unordered_map<std::uint32_t, std::size_t> count;
  for (int y = part.y; y < part.y + part.height; ++y)
    for (int x = part.x; x < part.x + part.width; ++x) ++count[pack(pixel_at(image, x, y))];
  std::vector<Counted> sorted;
  for (const auto& [colour, times] : count) sorted.push_back({colour, times, INT_MAX, 0});
  std::sort(sorted.begin(), sorted.end(), [](const Counted& a, const Counted& b) {
    return a.times != b.times ? a.times > b.times : a.colour < b.colour;
  });
  return sorted;
}

}  // namespace

Palette reduce_colours(const Image& image, const PixelRect& part) {
  std::vector<Counted> all = count_colours(image, part);
  Palette palette;
  const auto choose = [&](std::uint32_t colour) {
    palette.colours.push_back({static_cast<std::uint8_t>(colour >> 16),
                               static_cast<std::uint8_t>(colour >> 8 & 255),
                               static_cast<std::uint8_t>(colour & 255), 255});
    for (Counted& other : all) {
      const int far = distance(other.colour, palette.colours.back());
      if (far >= other.far) continue;
      other.far = far;
      other.index = static_cast<std::uint8_t>(palette.colours.size() - 1);
    }
  };
  const auto missed = [](const Counted& a) {
    return static_cast<double>(a.far) * static_cast<double>(a.times);
  };
  for (std::size_t i = 0; i < std::min(all.size(), kMostFrequent); ++i) choose(all[i].colour);
  // A rare colour counts by its distance from the chosen ones: a line of coloured text keeps its colour.
  while (palette.colours.size() < kMostColours) {
    const auto next = std::max_element(
        all.begin(), all.end(), [&](const Counted& a, const Counted& b) { return missed(a) < missed(b); });
    if (next == all.end() || next->far == 0) break;
    choose(next->colour);
  }
  std::unordered_map<std::uint32_t, std::uint8_t> index;
  for (const Counted& entry : all) index[entry.colour] = entry.index;
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
