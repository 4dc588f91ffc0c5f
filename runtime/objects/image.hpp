// An image: the interpretation of the bytes of a memory object.
#pragma once

#include <span>

#include "core/plan/image.hpp"
#include "runtime/objects/box.hpp"
#include "runtime/objects/cl.hpp"

namespace lockstep::runtime {

struct ImageObject {
  cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D;
  // The layout of the texels in the bytes of the object. It has no gaps, except for the row pitch of an image
  // of a buffer.
  ImageDescription texels;
  // The pitches of the program's data, for queries and for CL_MEM_USE_HOST_PTR. Without such data, they are
  // the pitches of the texels.
  std::size_t row_pitch = 0, slice_pitch = 0;

  std::size_t texel_bytes() const { return texels.format.texel_bytes(); }
  cl_image_format format() const { return {texels.format.order, texels.format.type}; }
  bool is_array() const { return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY; }
  bool has_height() const {
    return type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
           type == CL_MEM_OBJECT_IMAGE3D;
  }
  bool has_slices() const { return is_array() || type == CL_MEM_OBJECT_IMAGE3D; }

  // Returns the size in region coordinates. The layers of an array are the last coordinate; for 1D arrays,
  // this is the row coordinate.
  Triple extent() const;
  // Converts a region of texels to a region of bytes.
  Triple bytes_of(const Triple& region) const { return {region[0] * texel_bytes(), region[1], region[2]}; }
  // Returns a box that begins at this texel and has these pitches. For 1D arrays, the slice pitch separates
  // the rows.
  Box box(const Triple& origin, std::size_t rows, std::size_t slices) const;
  Box box_of_texels(const Triple& origin) const {
    return box(origin, texels.row_bytes(), texels.slice_bytes());
  }
  Box box_of_data(const Triple& origin) const { return box(origin, row_pitch, slice_pitch); }
};

// Returns the kind of an image type; nothing if `type` is not an image type.
std::optional<ImageKind> kind_of(cl_mem_object_type type);

// Whether the specification defines this combination of channel order and channel type.
bool is_format(const cl_image_format& format);
// Returns all formats that images of Lockstep's devices may have, for every image type and every access.
std::span<const cl_image_format> supported_formats();
bool is_supported(const cl_image_format& format);

// The limits of all devices, which satisfy the minimum requirements of a full profile.
inline constexpr std::size_t kMaxImageWidth = 16384;  // maximum width and height of 1D and 2D images
inline constexpr std::size_t kMaxImageDepth = 2048;   // maximum width, height and depth of 3D images
inline constexpr std::size_t kMaxImageLayers = 2048;
inline constexpr std::size_t kMaxBufferTexels = std::size_t{1} << 27;
// Limits for the number of image and sampler arguments of a kernel.
inline constexpr cl_uint kMaxReadImages = 128, kMaxWriteImages = 64, kMaxSamplers = 16;

}  // namespace lockstep::runtime
