// Executes accesses to images. The texels to which an access refers follow from the rules in Sections 8.2 to
// 8.4 of the OpenCL C specification. A read outside an image with a sampler that has no addressing mode, and
// a write outside an image, are findings.
#include "sim/bytecode/image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "sim/bytecode/address.hpp"
#include "sim/bytecode/texel.hpp"
#include "sim/machine/execution/findings.hpp"
#include "sim/machine/execution/lanes.hpp"

namespace lockstep::sim {
namespace {

using TexelPlace = std::array<std::int64_t, 3>;  // x, y and z; the layer of an array is its last coordinate

// One image, and the access of a lane to this image.
class Image {
 public:
  Image(const ImageDescription& about, std::byte* data, bool reads_floats)
      : about_(about),
        data_(data),
        one_(one_of_texels(reads_floats)),
        codec_(about.format),
        coordinates_(about.coordinates()),
        row_bytes_(about.kind == ImageKind::image1d_array ? about.slice_bytes() : about.row_bytes()),
        slice_bytes_(about.slice_bytes()) {
    const unsigned coordinates = coordinates_;
    extent_ = {static_cast<std::int64_t>(about.width), 1, 1};
    if (coordinates == 2)
      extent_[1] =
          static_cast<std::int64_t>(about.kind == ImageKind::image1d_array ? about.array_size : about.height);
    if (coordinates == 3) {
      extent_[1] = static_cast<std::int64_t>(about.height);
      extent_[2] = static_cast<std::int64_t>(about.slices());
    }
  }

  const ImageDescription& about() const { return about_; }
  unsigned coordinates() const { return coordinates_; }
  unsigned texel_bytes() const { return codec_.bytes(); }
  std::int64_t extent(std::size_t axis) const { return extent_[axis]; }
  // Returns the number of axes that the sampler addresses. The layer of an array does not count as an axis.
  unsigned axes() const {
    const bool is_array = about_.kind == ImageKind::image1d_array || about_.kind == ImageKind::image2d_array;
    return coordinates_ - (is_array ? 1 : 0);
  }
  bool is_inside(const TexelPlace& place) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (place[axis] < 0 || place[axis] >= extent_[axis]) return false;
    return true;
  }
  std::uint64_t offset(const TexelPlace& place) const {
    const auto x = static_cast<std::uint64_t>(place[0]), y = static_cast<std::uint64_t>(place[1]),
               z = static_cast<std::uint64_t>(place[2]);
    return x * codec_.bytes() + y * row_bytes_ + z * slice_bytes_;
  }

  Texel read(const TexelPlace& place) const {
    return is_inside(place) ? codec_.load(data_ + offset(place), one_) : codec_.border(one_);
  }
  void write(const TexelPlace& place, const Texel& texel) const {
    codec_.store(data_ + offset(place), texel);
  }

 private:
  const ImageDescription& about_;
  std::byte* data_;
  std::uint32_t one_;
  TexelCodec codec_;
  unsigned coordinates_;
  std::uint64_t row_bytes_, slice_bytes_;  // strides of the second and third coordinate
  std::array<std::int64_t, 3> extent_{};
};

// Converts a coordinate to an integer. A coordinate beyond the range of the integer is replaced by a value
// that is outside every image.
std::int64_t whole_coordinate(float value) {
  constexpr float kFar = 1e9f;
  return std::isnan(value) ? 0 : static_cast<std::int64_t>(std::floor(std::clamp(value, -kFar, kFar)));
}

// The two texels of one axis between which a linear filter interpolates, and the weight of the second texel.
// For the nearest filter, both texels are the same.
struct TexelSpan {
  std::int64_t first = 0, second = 0;
  float share = 0;
};

std::int64_t addressed_texel(std::int64_t at, std::int64_t size, std::uint32_t mode) {
  if (mode == SamplerBits::clamp_to_edge) return std::clamp<std::int64_t>(at, 0, size - 1);
  if (mode == SamplerBits::clamp) return std::clamp<std::int64_t>(at, -1, size);
  return at;
}

TexelSpan span_of(float coordinate, std::int64_t size, std::uint32_t sampler) {
  const std::uint32_t mode = sampler & SamplerBits::address_mask;
  const bool is_linear = (sampler & SamplerBits::linear) != 0;
  const auto extent = static_cast<float>(size);
  float u = coordinate;
  if (mode == SamplerBits::repeat) {
    u = (coordinate - std::floor(coordinate)) * extent;
  } else if (mode == SamplerBits::mirrored_repeat) {
    u = std::fabs(coordinate - 2.0f * std::rint(0.5f * coordinate)) * extent;
  } else if ((sampler & SamplerBits::normalized) != 0) {
    u = coordinate * extent;
  }
  if (!is_linear) {
    std::int64_t at = whole_coordinate(u);
    if (mode == SamplerBits::repeat && at > size - 1) at -= size;
    if (mode == SamplerBits::mirrored_repeat) at = std::min(at, size - 1);
    at = addressed_texel(at, size, mode);
    return {at, at, 0};
  }
  TexelSpan span;
  span.first = whole_coordinate(u - 0.5f);
  span.second = span.first + 1;
  span.share = (u - 0.5f) - std::floor(u - 0.5f);
  if (mode == SamplerBits::repeat) {
    if (span.first < 0) span.first += size;
    if (span.second > size - 1) span.second -= size;
  } else if (mode == SamplerBits::mirrored_repeat) {
    span.first = std::max<std::int64_t>(span.first, 0);
    span.second = std::min(span.second, size - 1);
  } else {
    span.first = addressed_texel(span.first, size, mode);
    span.second = addressed_texel(span.second, size, mode);
  }
  return span;
}

// The operands of one lane.
struct ImageOperands {
  const Execution& x;
  const std::byte* first;
  unsigned lane;

  template <class T>
  T get(std::size_t index) const {
    return get_lane<T>(first + index * 8 * x.width, lane);
  }
};

void report_texel(Execution& x, Finding::Kind kind, const Image& image, std::uint32_t object,
                  const TexelPlace& place, unsigned lane, bool is_store) {
  report(x, key_of_access(x, kind, Space::global, object, is_store), 1, [&] {
    const unsigned count = image.about().coordinates();
    const auto tuple = [&](auto value_of, const char* separator) {
      std::string text;
      for (std::size_t axis = 0; axis < count; ++axis)
        text += fmt::format("{}{}", axis == 0 ? "" : separator, value_of(axis));
      return text;
    };
    const std::uint64_t item = x.work_item(x.state.current_warp, lane);
    Finding finding;
    finding.space = Space::global;
    finding.object = object;
    finding.first = party(x, item, x.pc);
    finding.first.is_store = is_store;
    finding.message =
        fmt::format("work-item {} {} texel ({}) of image {} at line {}, {}", item,
                    is_store ? "writes" : "reads", tuple([&](std::size_t axis) { return place[axis]; }, ", "),
                    x.launch->global_objects[object].name, x.range(x.pc).line,
                    kind == Finding::Kind::uninitialised_read
                        ? std::string("but no work-item has written it before")
                        : fmt::format("which is outside: the image has {} texels{}",
                                      tuple([&](std::size_t axis) { return image.extent(axis); }, " × "),
                                      is_store ? "" : "; use a sampler with an addressing mode"));
    return finding;
  });
}

const ImageDescription* get_pointer(const std::optional<ImageDescription>& image) {
  return image ? &*image : nullptr;
}

// The image description of an object in global memory, and the location of its texels.
struct BoundImage {
  const ImageDescription* about = nullptr;  // null: the object is not an image
  std::uint32_t buffer = 0;                 // index into Plan::buffers
  std::uint64_t offset = 0;
};

BoundImage bound_image(const Execution& x, std::uint32_t object) {
  const auto& buffers = x.setup.plan.buffers;
  if (object == 0) return {};
  if (object <= buffers.size()) return {get_pointer(buffers[object - 1].image), object - 1, 0};
  const auto* part = part_at(x.setup, *x.launch, make_address(Space::global, object, 0));
  if (part == nullptr) return {};
  return {get_pointer(part->image), part->buffer, part->offset};
}

struct TexelAccess {
  Execution& x;
  const Image& image;
  const BoundImage& bound;
  std::uint32_t object;
  unsigned lane;

  void tell(std::uint64_t offset, bool is_store) const {
    const ObservedTexel texel{bound.buffer, offset, image.texel_bytes(), is_store};
    for (Observer* observer : x.texel_observers) observer->on_texel(x.state, x.moment(), texel);
  }

  bool is_written(std::uint64_t offset) const {
    const auto& map = x.state.buffer_written[bound.buffer];
    return map.empty() || std::memchr(map.data() + offset, 0, image.texel_bytes()) == nullptr;
  }

  Texel read(const TexelPlace& place, bool may_be_outside) const {
    if (image.is_inside(place)) {
      const std::uint64_t offset = bound.offset + image.offset(place);
      if (!is_written(offset))
        report_texel(x, Finding::Kind::uninitialised_read, image, object, place, lane, false);
      tell(offset, false);
    } else if (!may_be_outside) {
      report_texel(x, Finding::Kind::out_of_bounds, image, object, place, lane, false);
    }
    return image.read(place);
  }

  void write(const TexelPlace& place, const Texel& texel) const {
    if (!image.is_inside(place))
      return report_texel(x, Finding::Kind::out_of_bounds, image, object, place, lane, true);
    const std::uint64_t offset = bound.offset + image.offset(place);
    const unsigned bytes = image.texel_bytes();
    tell(offset, true);
    std::array<std::byte, sizeof(Texel)> before{};
    const std::byte* const at = x.state.buffers[bound.buffer].data() + offset;
    std::memcpy(before.data(), at, bytes);
    image.write(place, texel);
    if (x.state.counts_changes && std::memcmp(before.data(), at, bytes) != 0) x.note_change();
    auto& map = x.state.buffer_written[bound.buffer];
    if (!map.empty()) std::memset(map.write().data() + offset, 1, bytes);
  }
};

Texel interpolated(const TexelAccess& access, const std::array<TexelSpan, 3>& spans, bool may_be_outside) {
  std::array<float, 4> sum{};
  for (unsigned corner = 0; corner < 8; ++corner) {
    float weight = 1;
    TexelPlace place{};
    bool is_needed = true;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const bool second = (corner >> axis & 1) != 0;
      place[axis] = second ? spans[axis].second : spans[axis].first;
      weight *= second ? spans[axis].share : 1 - spans[axis].share;
      // An axis without interpolation needs only one texel.
      is_needed = is_needed && !(second && spans[axis].share == 0);
    }
    if (!is_needed) continue;
    const Texel texel = access.read(place, may_be_outside);
    for (std::size_t i = 0; i < 4; ++i) sum[i] += weight * std::bit_cast<float>(texel[i]);
  }
  Texel result{};
  for (std::size_t i = 0; i < 4; ++i) result[i] = std::bit_cast<std::uint32_t>(sum[i]);
  return result;
}

Texel read_texel(const TexelAccess& access, const ImageOperation& operation, LaneType type,
                 const ImageOperands& operands) {
  const Image& image = access.image;
  const unsigned coordinates = image.coordinates();
  if (!operation.has_sampler) {
    TexelPlace place{};
    for (std::size_t axis = 0; axis < coordinates; ++axis) place[axis] = operands.get<std::int32_t>(1 + axis);
    return access.read(place, false);
  }
  std::uint32_t sampler = operands.get<std::uint32_t>(1);
  // Integer channels, and accesses with integer coordinates, are not interpolated.
  if (type != LaneType::float32 || !operation.float_coordinates) sampler &= ~SamplerBits::linear;
  std::array<TexelSpan, 3> spans{};
  for (std::size_t axis = 0; axis < coordinates; ++axis) {
    const float coordinate = operation.float_coordinates
                                 ? operands.get<float>(2 + axis)
                                 : static_cast<float>(operands.get<std::int32_t>(2 + axis));
    if (axis < image.axes()) {
      spans[axis] = span_of(coordinate, image.extent(axis), sampler);
    } else {
      const std::int64_t layer =
          std::clamp<std::int64_t>(whole_coordinate(std::rint(coordinate)), 0, image.extent(axis) - 1);
      spans[axis] = {layer, layer, 0};
    }
  }
  const bool may_be_outside = (sampler & SamplerBits::address_mask) != 0;
  if ((sampler & SamplerBits::linear) != 0) return interpolated(access, spans, may_be_outside);
  return access.read({spans[0].first, spans[1].first, spans[2].first}, may_be_outside);
}

std::array<std::uint64_t, 4> answer_of(const ImageDescription& about, ImageQuery query) {
  switch (query) {
    case ImageQuery::width:
      return {about.width};
    case ImageQuery::height:
      return {about.height};
    case ImageQuery::depth:
      return {about.depth};
    case ImageQuery::dimensions:
      return {about.width, about.height, about.depth * (about.kind == ImageKind::image3d ? 1 : 0), 0};
    case ImageQuery::array_size:
      return {about.array_size};
    case ImageQuery::channel_type:
      return {about.format.type};
    case ImageQuery::channel_order:
      break;
  }
  return {about.format.order};
}

// The image that some lanes of a warp access.
struct OpenImage {
  OpenImage(Execution& x, const Operation& op, const ImageOperation& operation, std::uint32_t number)
      : object(number), bound(bound_image(x, number)) {
    if (bound.about == nullptr || bound.about->kind != operation.image) return;
    auto& texels = x.state.buffers[bound.buffer];
    std::byte* const data = operation.kind == ImageOperation::Kind::write
                                ? texels.write().data()
                                : const_cast<std::byte*>(texels.data());
    image.emplace(*bound.about, data + bound.offset, op.instruction->type == LaneType::float32);
  }
  std::uint32_t object;
  BoundImage bound;
  std::optional<Image> image;  // empty: the object is not an image of this kind
};

void image_operation_of_lane(Execution& x, const Operation& op, const ImageOperation& operation,
                             const OpenImage& open, const ImageOperands& operands) {
  const unsigned lane = operands.lane;
  const Image& image = *open.image;
  const LaneType type = op.instruction->type;
  const TexelAccess access{x, image, open.bound, open.object, lane};
  std::byte* dst = x.registers + op.dst;
  const std::size_t stride = std::size_t{8} * x.width;
  if (operation.kind == ImageOperation::Kind::read) {
    const Texel texel = read_texel(access, operation, type, operands);
    for (std::size_t i = 0; i < 4; ++i) put_lane<std::uint32_t>(dst + i * stride, lane, texel[i]);
  } else if (operation.kind == ImageOperation::Kind::query) {
    const auto answer = answer_of(image.about(), operation.query);
    for (std::size_t i = 0; i < operation.results(); ++i) {
      if (type == LaneType::uint64)
        put_lane<std::uint64_t>(dst + i * stride, lane, answer[i]);
      else
        put_lane<std::uint32_t>(dst + i * stride, lane, static_cast<std::uint32_t>(answer[i]));
    }
  } else {
    const unsigned coordinates = image.coordinates();
    TexelPlace place{};
    for (std::size_t axis = 0; axis < coordinates; ++axis) place[axis] = operands.get<std::int32_t>(1 + axis);
    Texel texel{};
    for (std::size_t i = 0; i < 4; ++i) texel[i] = operands.get<std::uint32_t>(1 + coordinates + i);
    access.write(place, texel);
  }
}

void execute_image(Execution& x, const Operation& op) {
  const ImageOperation operation = image_operation(op.imm);
  std::optional<OpenImage> open;
  for_each_lane(x.lanes, [&](unsigned lane) {
    const ImageOperands operands{x, x.registers + op.a, lane};
    const std::uint32_t object = object_of(operands.get<std::uint64_t>(0));
    if (!open || open->object != object) open.emplace(x, op, operation, object);
    if (open->image) image_operation_of_lane(x, op, operation, *open, operands);
  });
}

}  // namespace

template <>
Handlers handlers<Opcode::image>(const Instruction&, unsigned) {
  return {execute_image, execute_image};
}

}  // namespace lockstep::sim
