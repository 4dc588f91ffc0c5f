#include "core/plan/image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/text/text.hpp"

namespace lockstep {
namespace {

struct Order {
  std::string_view name;
  std::uint32_t number;
  unsigned channels;
};
constexpr Order kOrders[] = {{"r", 0x10B0, 1},         {"a", 0x10B1, 1},    {"rg", 0x10B2, 2},
                             {"ra", 0x10B3, 2},        {"rgb", 0x10B4, 3},  {"rgba", 0x10B5, 4},
                             {"bgra", 0x10B6, 4},      {"argb", 0x10B7, 4}, {"intensity", 0x10B8, 1},
                             {"luminance", 0x10B9, 1}, {"rx", 0x10BA, 1},   {"rgx", 0x10BB, 2},
                             {"rgbx", 0x10BC, 3},      {"abgr", 0x10C3, 4}};

struct ChannelType {
  std::string_view name;
  std::uint32_t number;
  unsigned bytes;
  bool is_packed = false;  // all channels are packed into one value
};
constexpr ChannelType kTypes[] = {{"snorm_int8", 0x10D0, 1},
                                  {"snorm_int16", 0x10D1, 2},
                                  {"unorm_int8", 0x10D2, 1},
                                  {"unorm_int16", 0x10D3, 2},
                                  {"unorm_short_565", 0x10D4, 2, true},
                                  {"unorm_short_555", 0x10D5, 2, true},
                                  {"unorm_int_101010", 0x10D6, 4, true},
                                  {"signed_int8", 0x10D7, 1},
                                  {"signed_int16", 0x10D8, 2},
                                  {"signed_int32", 0x10D9, 4},
                                  {"unsigned_int8", 0x10DA, 1},
                                  {"unsigned_int16", 0x10DB, 2},
                                  {"unsigned_int32", 0x10DC, 4},
                                  {"half_float", 0x10DD, 2},
                                  {"float", 0x10DE, 4}};

constexpr std::pair<std::string_view, ImageKind> kKinds[] = {{"image1d_t", ImageKind::image1d},
                                                             {"image1d_buffer_t", ImageKind::image1d_buffer},
                                                             {"image1d_array_t", ImageKind::image1d_array},
                                                             {"image2d_t", ImageKind::image2d},
                                                             {"image2d_array_t", ImageKind::image2d_array},
                                                             {"image3d_t", ImageKind::image3d}};

template <class Table, class Key, class Member>
auto find_row(const Table& table, const Key& key, Member member) {
  const auto found = std::ranges::find(table, key, member);
  return found == std::end(table) ? nullptr : &*found;
}

}  // namespace

unsigned ImageFormat::channels() const {
  const Order* row = find_row(kOrders, order, &Order::number);
  return row == nullptr ? 0 : row->channels;
}

unsigned ImageFormat::texel_bytes() const {
  const ChannelType* row = find_row(kTypes, type, &ChannelType::number);
  if (row == nullptr) return 0;
  return row->is_packed ? (channels() == 3 ? row->bytes : 0) : row->bytes * channels();
}

ElementType ImageFormat::element() const {
  const ChannelType* row = find_row(kTypes, type, &ChannelType::number);
  if (row == nullptr) return ElementType::uint8;
  const bool is_signed = row->name.starts_with("s");
  switch (row->bytes) {
    case 1:
      return is_signed ? ElementType::int8 : ElementType::uint8;
    case 2:
      return is_signed ? ElementType::int16 : ElementType::uint16;
    default:
      if (row->name == "float") return ElementType::float32;
      return is_signed ? ElementType::int32 : ElementType::uint32;
  }
}

unsigned coordinates_of(ImageKind kind) {
  switch (kind) {
    case ImageKind::image1d:
    case ImageKind::image1d_buffer:
      return 1;
    case ImageKind::image1d_array:
    case ImageKind::image2d:
      return 2;
    default:
      return 3;
  }
}

unsigned ImageDescription::coordinates() const { return coordinates_of(kind); }

std::string_view opencl_name(ImageKind kind) {
  for (const auto& [name, other] : kKinds)
    if (other == kind) return name;
  return "image";
}

std::optional<ImageKind> parse_image_kind(std::string_view name) {
  for (const auto& [known, kind] : kKinds)
    if (known == name) return kind;
  return std::nullopt;
}

std::optional<std::uint32_t> parse_channel_order(std::string_view name) {
  const Order* row = find_row(kOrders, name, &Order::name);
  return row == nullptr ? std::nullopt : std::optional(row->number);
}

std::optional<std::uint32_t> parse_channel_type(std::string_view name) {
  const ChannelType* row = find_row(kTypes, name, &ChannelType::name);
  return row == nullptr ? std::nullopt : std::optional(row->number);
}

std::string_view channel_order_name(std::uint32_t order) {
  const Order* row = find_row(kOrders, order, &Order::number);
  return row == nullptr ? "?" : row->name;
}

std::string_view channel_type_name(std::uint32_t type) {
  const ChannelType* row = find_row(kTypes, type, &ChannelType::number);
  return row == nullptr ? "?" : row->name;
}

Result<void> validate(const ImageDescription& image, std::uint64_t buffer_bytes) {
  constexpr std::uint64_t kMax = std::uint64_t{1} << 31;
  if (image.format.texel_bytes() == 0)
    return usage_error(fmt::format("the format {}, {} of an image is not supported",
                                   channel_order_name(image.format.order),
                                   channel_type_name(image.format.type)));
  const bool is_array = image.kind == ImageKind::image1d_array || image.kind == ImageKind::image2d_array;
  const bool has_height = coordinates_of(image.kind) - (is_array ? 1 : 0) >= 2;
  for (const std::uint64_t size : {image.width, image.height, image.depth, image.array_size})
    if (size == 0 || size > kMax) return usage_error("every size of an image must be at least 1");
  if ((!has_height && image.height != 1) || (image.kind != ImageKind::image3d && image.depth != 1) ||
      (!is_array && image.array_size != 1))
    return usage_error(fmt::format("{} has no height, depth or layers of this kind; these sizes must be 1",
                                   opencl_name(image.kind)));
  if (image.row_bytes() < image.width * image.format.texel_bytes() ||
      image.slice_bytes() / image.height < image.row_bytes())
    return usage_error("the pitches of an image are smaller than its rows or slices");
  if (image.slice_bytes() > buffer_bytes || image.slices() > buffer_bytes / image.slice_bytes())
    return usage_error(fmt::format("an image of {} needs more memory than the {} of its buffer",
                                   bytes_text(image.bytes()), bytes_text(buffer_bytes)));
  return {};
}

}  // namespace lockstep
