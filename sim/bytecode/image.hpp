// The operation of an image instruction, which is packed into Instruction::imm.
#pragma once

#include <cstdint>

#include "core/plan/image.hpp"

namespace lockstep::sim {

enum class ImageQuery : std::uint8_t {
  width,
  height,
  depth,
  dimensions,
  array_size,
  channel_type,
  channel_order
};

struct ImageOperation {
  enum class Kind : std::uint8_t { read, write, query };
  Kind kind = Kind::read;
  ImageKind image = ImageKind::image2d;
  ImageQuery query = ImageQuery::width;
  bool has_sampler = false;
  bool float_coordinates = false;

  // The operand registers contain the image, the sampler (if has_sampler), the coordinates, and for a write
  // the four components. results() returns the number of result registers.
  unsigned results() const {
    if (kind == Kind::read) return 4;
    if (kind == Kind::write) return 0;
    return query == ImageQuery::dimensions ? (image == ImageKind::image3d ? 4 : 2) : 1;
  }
};

constexpr std::int64_t pack(const ImageOperation& operation) {
  return static_cast<std::int64_t>(operation.kind) | static_cast<std::int64_t>(operation.image) << 4 |
         static_cast<std::int64_t>(operation.query) << 8 | std::int64_t{operation.has_sampler} << 12 |
         std::int64_t{operation.float_coordinates} << 13;
}

constexpr ImageOperation image_operation(std::int64_t packed) {
  return {static_cast<ImageOperation::Kind>(packed & 0xF), static_cast<ImageKind>(packed >> 4 & 0xF),
          static_cast<ImageQuery>(packed >> 8 & 0xF), (packed >> 12 & 1) != 0, (packed >> 13 & 1) != 0};
}

}  // namespace lockstep::sim
