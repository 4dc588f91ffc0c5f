#include "gui/lesson/reading/pictures.hpp"

#include <fmt/format.h>
// These functions are static, because Dear ImGui may link another copy of them.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#include <stb_image.h>

#include <limits>

namespace lockstep::gui {

Result<Pixels> read_png(const std::string& bytes) {
  constexpr std::size_t most = std::numeric_limits<int>::max();
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      bytes.size() > most
          ? nullptr
          : stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                                  static_cast<int>(bytes.size()), &width, &height, &channels, 4),
      stbi_image_free);
  if (pixels == nullptr) return failure("It is not a PNG file, or it is damaged.");
  const std::size_t size =
      std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  return Pixels{width, height, {pixels.get(), pixels.get() + size}};
}

Result<std::shared_ptr<const Picture>> read_picture(const LessonFolder& folder, const std::string& file,
                                                    const PaintSvg& paint_svg) {
  auto bytes = folder.read(file);
  if (!bytes) return tl::unexpected(bytes.error());
  if (file.ends_with(".png")) {
    auto pixels = read_png(*bytes);
    if (!pixels) return tl::unexpected(pixels.error());
    const auto width = static_cast<float>(pixels->width), height = static_cast<float>(pixels->height);
    return std::make_shared<const Picture>(std::move(*pixels), width, height, "image/png", std::move(*bytes));
  }
  if (!paint_svg) return failure("This program cannot draw SVG pictures.");
  auto painted = paint_svg(*bytes);
  if (!painted) return tl::unexpected(painted.error());
  return std::make_shared<const Picture>(std::move(painted->pixels), painted->width, painted->height,
                                         "image/svg+xml", std::move(*bytes));
}

std::shared_ptr<const Picture> LessonPictures::of(const LessonFolder& folder, const std::string& file) {
  const auto [entry, is_new] = read_.try_emplace({folder.id(), file});
  if (is_new) entry->second = read_picture(folder, file, paint_svg_).value_or(nullptr);
  return entry->second;
}

}  // namespace lockstep::gui
