#include "gui/export/gif_writer.hpp"

#ifdef LOCKSTEP_GIF
#include <fmt/format.h>
#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <utility>
#endif

namespace lockstep::gui {

#ifdef LOCKSTEP_GIF
namespace {

class GiflibWriter final : public GifWriter {
 public:
  GiflibWriter(std::string path, unsigned delay_ms)
      : path_(std::move(path)), out_(path_, std::ios::binary), delay_ms_(delay_ms) {
    // giflib itself would make a file that nobody else may read.
    const auto write = [](GifFileType* file, const GifByteType* bytes, int count) {
      auto& out = *static_cast<std::ofstream*>(file->UserData);
      return out.write(reinterpret_cast<const char*>(bytes), count) ? count : 0;
    };
    int error = 0;
    file_ = out_ ? EGifOpen(&out_, write, &error) : nullptr;
  }
  ~GiflibWriter() override {
    if (file_ != nullptr) EGifCloseFile(file_, nullptr);
  }

  bool is_open() const { return file_ != nullptr; }

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
    const bool closed = EGifCloseFile(file, nullptr) == GIF_OK;
    out_.close();
    return closed && out_ ? Result<void>{} : cannot();
  }

 private:
  Result<void> cannot() const {
    return failure(
        fmt::format("Cannot write {}: check that the folder exists and that there is room.", path_));
  }

  bool begin(const Image& image) {
    EGifSetGifVersion(file_, true);
    if (EGifPutScreenDesc(file_, image.width, image.height, 8, 0, nullptr) != GIF_OK) return false;
    // Played for ever, as browsers understand it.
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

  std::string path_;
  std::ofstream out_;
  GifFileType* file_ = nullptr;
  unsigned delay_ms_;
  Image before_;
};

}  // namespace

Result<std::unique_ptr<GifWriter>> GifWriter::create(const std::string& path, unsigned delay_ms) {
  auto writer = std::make_unique<GiflibWriter>(path, delay_ms);
  if (!writer->is_open())
    return failure(fmt::format("Cannot write {}: check that the folder exists and can be written to.", path));
  return writer;
}
#else
Result<std::unique_ptr<GifWriter>> GifWriter::create(const std::string&, unsigned) {
  return failure(
      "This build writes no GIF, for it was made without giflib: install libgif-dev, build again.");
}
#endif

}  // namespace lockstep::gui
