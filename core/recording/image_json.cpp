#include "core/recording/image_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/plan/plan_fields.hpp"

namespace lockstep {

nlohmann::ordered_json image_json(const ImageDescription& image) {
  FieldsJson json = FieldsJson::object();
  ByteStore no_bytes;
  FieldWriter writer(json, no_bytes);
  image_fields(writer, image);
  return json;
}

Result<ImageDescription> read_image(const nlohmann::ordered_json& json) {
  try {
    ImageDescription image;
    image_fields(FieldReader(json, ByteSource{}), image);
    return image;
  } catch (const std::invalid_argument& error) {
    return failure(error.what());
  }
}

}  // namespace lockstep
