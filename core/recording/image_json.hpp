// An image's description as JSON, in the index of a recording and in the journal of a program.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.hpp"
#include "core/plan/image.hpp"

namespace lockstep {

nlohmann::ordered_json image_json(const ImageDescription& image);
// An Error says which value is missing or wrong; whether the sizes agree is validate()'s question.
Result<ImageDescription> read_image(const nlohmann::ordered_json& json);

}  // namespace lockstep
