#include "core/recording/image_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace lockstep {

nlohmann::ordered_json image_json(const ImageDescription& image) {
  return {{"kind", opencl_name(image.kind)}, {"order", image.format.order},
          {"type", image.format.type},       {"width", image.width},
          {"height", image.height},          {"depth", image.depth},
          {"array_size", image.array_size},  {"row_pitch", image.row_pitch},
          {"slice_pitch", image.slice_pitch}};
}

Result<ImageDescription> read_image(const nlohmann::ordered_json& json) {
  const auto kind = json.find("kind");
  const auto known = kind != json.end() && kind->is_string()
                         ? parse_image_kind(kind->get_ref<const std::string&>())
                         : std::nullopt;
  if (!known) return failure("'kind' of an image is missing or not known");
  ImageDescription image;
  image.kind = *known;
  std::uint64_t order = 0, type = 0;
  const std::pair<const char*, std::uint64_t*> numbers[] = {{"order", &order},
                                                            {"type", &type},
                                                            {"width", &image.width},
                                                            {"height", &image.height},
                                                            {"depth", &image.depth},
                                                            {"array_size", &image.array_size},
                                                            {"row_pitch", &image.row_pitch},
                                                            {"slice_pitch", &image.slice_pitch}};
  for (const auto& [key, into] : numbers) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_number_unsigned())
      return failure(fmt::format("'{}' of an image is no whole number", key));
    *into = found->get<std::uint64_t>();
  }
  image.format = {static_cast<std::uint32_t>(order), static_cast<std::uint32_t>(type)};
  return image;
}

}  // namespace lockstep
