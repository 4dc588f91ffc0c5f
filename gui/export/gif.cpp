#include "gui/export/gif.hpp"

#ifdef LOCKSTEP_GIF
#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/files/atomic_writer.hpp"
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

  // giflib reports only that a call failed; `written_` contains the cause if writing failed.
  Result<void> cannot() const {
    return written_ ? failure("The GIF could not be encoded: out of memory.") : written_;
  }

  bool begin(const Image& image) {
    EGifSetGifVersion(file_, true);
    if (EGifPutScreenDesc(file_, image.width, image.height, 8, 0, nullptr) != GIF_OK) return false;
    // Repeat forever: an extension that browsers support.
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
  Result<void> written_;  // result of the latest write
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
