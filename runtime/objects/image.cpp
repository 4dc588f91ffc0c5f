#include "runtime/objects/image.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace lockstep::runtime {
namespace {

// Returns the channel types that are permitted with a channel order.
enum class Channels : std::uint8_t { any, normalised_or_float, bytes, packed, depth, srgb };

struct Order {
  cl_channel_order number;
  Channels channels;
  bool is_supported = true;
};
// No device supports the orders with an x, because their border has no alpha according to the specification,
// but has alpha according to OpenCL-CTS.
constexpr Order kOrders[] = {{CL_R, Channels::any},
                             {CL_A, Channels::any},
                             {CL_RG, Channels::any},
                             {CL_RA, Channels::any},
                             {CL_RGB, Channels::packed},
                             {CL_RGBA, Channels::any},
                             {CL_BGRA, Channels::bytes},
                             {CL_ARGB, Channels::bytes},
                             {CL_ABGR, Channels::bytes},
                             {CL_INTENSITY, Channels::normalised_or_float},
                             {CL_LUMINANCE, Channels::normalised_or_float},
                             {CL_Rx, Channels::any, false},
                             {CL_RGx, Channels::any, false},
                             {CL_RGBx, Channels::packed, false},
                             {CL_DEPTH, Channels::depth, false},
                             {CL_sRGB, Channels::srgb, false},
                             {CL_sRGBx, Channels::srgb, false},
                             {CL_sRGBA, Channels::srgb, false},
                             {CL_sBGRA, Channels::srgb, false}};

constexpr cl_channel_type kTypes[] = {
    CL_SNORM_INT8,      CL_SNORM_INT16,      CL_UNORM_INT8,     CL_UNORM_INT16,  CL_UNORM_SHORT_565,
    CL_UNORM_SHORT_555, CL_UNORM_INT_101010, CL_SIGNED_INT8,    CL_SIGNED_INT16, CL_SIGNED_INT32,
    CL_UNSIGNED_INT8,   CL_UNSIGNED_INT16,   CL_UNSIGNED_INT32, CL_HALF_FLOAT,   CL_FLOAT};

bool is_packed(cl_channel_type type) { return type >= CL_UNORM_SHORT_565 && type <= CL_UNORM_INT_101010; }

bool goes_with(Channels channels, cl_channel_type type) {
  switch (channels) {
    case Channels::any:
      return !is_packed(type);
    case Channels::packed:
      return is_packed(type);
    case Channels::bytes:
      return type == CL_SNORM_INT8 || type == CL_UNORM_INT8 || type == CL_SIGNED_INT8 ||
             type == CL_UNSIGNED_INT8;
    case Channels::depth:
      return type == CL_UNORM_INT16 || type == CL_FLOAT;
    case Channels::srgb:
      return type == CL_UNORM_INT8;
    case Channels::normalised_or_float:
      break;
  }
  return type <= CL_UNORM_INT16 || type >= CL_HALF_FLOAT;
}

const Order* order_of(const cl_image_format& format) {
  const auto found = std::ranges::find(kOrders, format.image_channel_order, &Order::number);
  const bool is_type = std::ranges::find(kTypes, format.image_channel_data_type) != std::end(kTypes);
  if (found == std::end(kOrders) || !is_type) return nullptr;
  return goes_with(found->channels, format.image_channel_data_type) ? found : nullptr;
}

std::vector<cl_image_format> list_formats() {
  std::vector<cl_image_format> formats;
  for (const Order& order : kOrders)
    for (const cl_channel_type type : kTypes)
      if (const cl_image_format format{order.number, type}; is_supported(format)) formats.push_back(format);
  return formats;
}

}  // namespace

std::optional<ImageKind> kind_of(cl_mem_object_type type) {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE1D:
      return ImageKind::image1d;
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
      return ImageKind::image1d_buffer;
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      return ImageKind::image1d_array;
    case CL_MEM_OBJECT_IMAGE2D:
      return ImageKind::image2d;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      return ImageKind::image2d_array;
    case CL_MEM_OBJECT_IMAGE3D:
      return ImageKind::image3d;
    default:
      return std::nullopt;
  }
}

Triple ImageObject::extent() const {
  if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY) return {texels.width, texels.array_size, 1};
  return {texels.width, texels.height, texels.slices()};
}

Box ImageObject::box(const Triple& origin, std::size_t rows, std::size_t slices) const {
  const std::size_t step = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slices : rows;
  return {{origin[0] * texel_bytes(), origin[1], origin[2]}, step, slices};
}

bool is_format(const cl_image_format& format) { return order_of(format) != nullptr; }

bool is_supported(const cl_image_format& format) {
  const Order* order = order_of(format);
  return order != nullptr && order->is_supported;
}

std::span<const cl_image_format> supported_formats() {
  static const auto* const formats = std::make_unique<std::vector<cl_image_format>>(list_formats()).release();
  return *formats;
}

}  // namespace lockstep::runtime
