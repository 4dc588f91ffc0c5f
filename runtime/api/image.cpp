// Section 5.3 of the OpenCL specification: creating images, their formats, and queries of images.
#include "runtime/objects/image.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "runtime/api/call.hpp"
#include "runtime/objects/memory.hpp"
#include "runtime/objects/memory_flags.hpp"
#include "runtime/scheduling/transfer.hpp"

using namespace lockstep::runtime;
using lockstep::ImageDescription;

namespace {

using NewImage = Outcome<std::shared_ptr<_cl_mem>>;

tl::unexpected<Refusal> bad_descriptor(std::string reason) {
  return refuse(CL_INVALID_IMAGE_DESCRIPTOR, std::move(reason));
}

Outcome<void> check_format(const cl_image_format* format) {
  if (!format) return refuse(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "image_format is NULL");
  if (!is_format(*format))
    return refuse(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                  fmt::format("channels of order {:#x} and type {:#x} do not form an image format",
                              format->image_channel_order, format->image_channel_data_type));
  return {};
}

// Checks one size of an image. `needed` is false if images of this type do not have this size.
Outcome<std::uint64_t> size_of(const char* name, std::size_t size, bool needed, std::size_t most) {
  if (!needed) return 1;
  if (size == 0) return bad_descriptor(fmt::format("the {} of the image is 0", name));
  if (size <= most) return size;
  return refuse(CL_INVALID_IMAGE_SIZE,
                fmt::format("the {} of such an image must be at most {}, not {}", name, most, size));
}

// Checks the type, format and sizes of an image, but not its pitches.
Outcome<ImageObject> described(const cl_image_format& format, const cl_image_desc& wanted) {
  const auto kind = kind_of(wanted.image_type);
  if (!kind) return bad_descriptor("image_type is not an image type");
  if (wanted.num_mip_levels != 0 || wanted.num_samples != 0)
    return bad_descriptor("num_mip_levels and num_samples must be 0 on these devices");
  ImageObject image;
  image.type = wanted.image_type;
  image.texels.kind = *kind;
  image.texels.format = {format.image_channel_order, format.image_channel_data_type};
  const bool is_3d = image.type == CL_MEM_OBJECT_IMAGE3D;
  const std::size_t most = is_3d ? kMaxImageDepth : kMaxImageWidth;
  const auto width = size_of("width", wanted.image_width, true,
                             image.type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? kMaxBufferTexels : most);
  const auto height = size_of("height", wanted.image_height, image.has_height(), most);
  const auto depth = size_of("depth", wanted.image_depth, is_3d, kMaxImageDepth);
  const auto layers = size_of("array size", wanted.image_array_size, image.is_array(), kMaxImageLayers);
  for (const auto* size : {&width, &height, &depth, &layers})
    if (!*size) return tl::unexpected(size->error());
  image.texels.width = *width;
  image.texels.height = *height;
  image.texels.depth = *depth;
  image.texels.array_size = *layers;
  return image;
}

// Checks the pitches of the program's data.
Outcome<void> set_pitches(ImageObject& image, const cl_image_desc& wanted, bool has_data) {
  if (!has_data && (wanted.image_row_pitch != 0 || wanted.image_slice_pitch != 0))
    return bad_descriptor("pitches are given, but no host_ptr");
  const std::size_t row = image.texels.width * image.texel_bytes();
  image.row_pitch = wanted.image_row_pitch != 0 ? wanted.image_row_pitch : row;
  if (image.row_pitch < row || image.row_pitch % image.texel_bytes() != 0)
    return bad_descriptor(fmt::format(
        "a row has {} bytes; the row pitch must be at least this size and a multiple of the {} bytes "
        "of an element",
        row, image.texel_bytes()));
  std::size_t slice = 0;
  if (__builtin_mul_overflow(image.row_pitch, image.texels.height, &slice))
    return bad_descriptor("the row pitch overflows size_t");
  image.slice_pitch = image.has_slices() && wanted.image_slice_pitch != 0 ? wanted.image_slice_pitch : slice;
  if (image.slice_pitch < slice || image.slice_pitch % image.row_pitch != 0)
    return bad_descriptor(fmt::format(
        "a slice has {} bytes; the slice pitch must be at least this size and a multiple of the row pitch",
        slice));
  if (end_of(image.box_of_data({}), image.bytes_of(image.extent())) == SIZE_MAX)
    return bad_descriptor("the slice pitch overflows size_t");
  return {};
}

Outcome<void> check_supported(const ImageObject& image) {
  if (is_supported(image.format())) return {};
  return refuse(CL_IMAGE_FORMAT_NOT_SUPPORTED,
                "these devices have no images of this format; clGetSupportedImageFormats lists the "
                "supported formats");
}

NewImage image_of_its_own(const std::shared_ptr<_cl_context>& owner, cl_mem_flags flags, ImageObject image,
                          const cl_image_desc& wanted, void* host_ptr) {
  if (auto set = set_pitches(image, wanted, host_ptr != nullptr); !set) return tl::unexpected(set.error());
  if (auto valid = check_host_pointer(flags, host_ptr); !valid) return tl::unexpected(valid.error());
  const std::uint64_t bytes = image.texels.bytes();
  if (bytes > max_buffer_bytes())
    return refuse(CL_MEM_OBJECT_ALLOCATION_FAILURE,
                  fmt::format("an image can have at most {}, not {}",
                              lockstep::bytes_text(max_buffer_bytes()), lockstep::bytes_text(bytes)));
  auto memory = std::make_shared<_cl_mem>();
  auto storage = Storage::allocate(bytes);
  if (!storage) return tl::unexpected(storage.error());
  memory->context = owner;
  memory->flags = with_access(flags);
  memory->size = bytes;
  memory->storage = std::move(*storage);
  if ((flags & CL_MEM_USE_HOST_PTR) != 0) memory->host_ptr = host_ptr;
  if (host_ptr) {
    copy_rows(static_cast<const std::byte*>(host_ptr), image.box_of_data({}), memory->bytes(),
              image.box_of_texels({}), image.bytes_of(image.extent()));
    memory->storage->mark_written(0, bytes);
  }
  memory->image = image;
  return memory;
}

// Creates an image from the memory of a buffer: a one-dimensional image, or a two-dimensional image with a
// row pitch.
NewImage image_of_buffer(const std::shared_ptr<_cl_context>& owner, cl_mem_flags flags, ImageObject image,
                         const cl_image_desc& wanted, const void* host_ptr) {
  const auto buffer = find(wanted.mem_object);
  if (!buffer || buffer->context != owner)
    return bad_descriptor("mem_object is not a memory object of this context");
  if (buffer->image)
    return refuse(CL_IMAGE_FORMAT_MISMATCH,
                  "the format of an image of another image must differ from it in sRGB only, and these "
                  "devices have no such formats");
  const auto allowed = flags_of_part(buffer->flags, flags);
  if (!allowed) return tl::unexpected(allowed.error());
  if (host_ptr) return refuse(CL_INVALID_HOST_PTR, "host_ptr must be NULL for an image of a buffer");
  if (wanted.image_row_pitch % image.texel_bytes() != 0)
    return refuse(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                  "the row pitch must be a multiple of the size of an element");
  cl_image_desc pitches = wanted;
  pitches.image_slice_pitch = 0;
  if (auto set = set_pitches(image, pitches, true); !set) return tl::unexpected(set.error());
  image.texels.row_pitch = image.row_pitch;
  if (image.slice_pitch > buffer->size)
    return bad_descriptor(fmt::format("the image needs {} bytes, more than the {} of its buffer",
                                      image.slice_pitch, buffer->size));
  auto memory = std::make_shared<_cl_mem>();
  memory->context = owner;
  memory->flags = *allowed;
  memory->parent = buffer;
  memory->storage = buffer->storage;
  memory->offset = buffer->offset;
  memory->size = image.texels.bytes();
  memory->image = image;
  return memory;
}

NewImage make_image(std::string_view function, cl_context context, cl_mem_flags flags,
                    const cl_image_format* format, const cl_image_desc* wanted, void* host_ptr) {
  const auto owner = find(context);
  if (!owner) return refuse(CL_INVALID_CONTEXT, "not a valid context");
  if (auto valid = check_flags(flags); !valid) return tl::unexpected(valid.error());
  if (auto valid = check_format(format); !valid) return tl::unexpected(valid.error());
  if (!wanted) return bad_descriptor("image_desc is NULL");
  const auto image = described(*format, *wanted);
  if (!image) return tl::unexpected(image.error());
  if (auto known = check_supported(*image); !known) return tl::unexpected(known.error());
  const bool may_have_buffer =
      image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER || image->type == CL_MEM_OBJECT_IMAGE2D;
  if (wanted->mem_object && !may_have_buffer)
    return bad_descriptor("only images of type 1D_BUFFER and 2D can be created from a buffer");
  if (wanted->mem_object) return image_of_buffer(owner, flags, *image, *wanted, host_ptr);
  if (image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
    return bad_descriptor("an image of type 1D_BUFFER must be created from a buffer, but mem_object is NULL");
  auto memory = image_of_its_own(owner, flags, *image, *wanted, host_ptr);
  if (memory) record_creation(**memory, function);
  return memory;
}

// The functions of OpenCL 1.0 have only one error code for all invalid sizes.
NewImage make_old_image(std::string_view function, cl_context context, cl_mem_flags flags,
                        const cl_image_format* format, const cl_image_desc& wanted, void* host_ptr) {
  auto image = make_image(function, context, flags, format, &wanted, host_ptr);
  if (!image && image.error().code == CL_INVALID_IMAGE_DESCRIPTOR) image.error().code = CL_INVALID_IMAGE_SIZE;
  return image;
}

Outcome<void> answer(const _cl_mem& memory, cl_image_info name, const Query& query) {
  const ImageObject& image = *memory.image;
  const ImageDescription& texels = image.texels;
  const auto size_if = [&](bool has, std::uint64_t size) {
    return query.value(static_cast<std::size_t>(has ? size : 0));
  };
  switch (name) {
    case CL_IMAGE_FORMAT:
      return query.value(image.format());
    case CL_IMAGE_ELEMENT_SIZE:
      return query.value(image.texel_bytes());
    case CL_IMAGE_ROW_PITCH:
      return query.value(image.row_pitch);
    case CL_IMAGE_SLICE_PITCH:
      return size_if(image.has_slices(), image.slice_pitch);
    case CL_IMAGE_WIDTH:
      return size_if(true, texels.width);
    case CL_IMAGE_HEIGHT:
      return size_if(image.has_height(), texels.height);
    case CL_IMAGE_DEPTH:
      return size_if(image.type == CL_MEM_OBJECT_IMAGE3D, texels.depth);
    case CL_IMAGE_ARRAY_SIZE:
      return size_if(image.is_array(), texels.array_size);
    case CL_IMAGE_BUFFER:
      return query.value(memory.parent.get());
    case CL_IMAGE_NUM_MIP_LEVELS:
    case CL_IMAGE_NUM_SAMPLES:
      return query.value(cl_uint{0});
    default:
      return unknown_query(name);
  }
}

Outcome<void> check_format_flags(cl_mem_flags flags) {
  return check_flags(flags == CL_MEM_KERNEL_READ_AND_WRITE ? 0 : flags);
}

}  // namespace

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                     const cl_image_desc* wanted, void* host_ptr, cl_int* error) {
  return create("clCreateImage", error,
                [&] { return make_image("clCreateImage", context, flags, format, wanted, host_ptr); });
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties* properties,
                                   cl_mem_flags flags, const cl_image_format* format,
                                   const cl_image_desc* wanted, void* host_ptr, cl_int* error) {
  return create("clCreateImageWithProperties", error, [&]() -> NewImage {
    if (properties && *properties != 0)
      return refuse(CL_INVALID_PROPERTY, "images have no properties in OpenCL 3.0");
    auto image = make_image("clCreateImageWithProperties", context, flags, format, wanted, host_ptr);
    if (image && properties) (*image)->properties = {0};
    return image;
  });
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format* format, size_t width,
                       size_t height, size_t row_pitch, void* host_ptr, cl_int* error) {
  cl_image_desc wanted{};
  wanted.image_type = CL_MEM_OBJECT_IMAGE2D;
  wanted.image_width = width;
  wanted.image_height = height;
  wanted.image_row_pitch = row_pitch;
  return create("clCreateImage2D", error,
                [&] { return make_old_image("clCreateImage2D", context, flags, format, wanted, host_ptr); });
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format* format, size_t width,
                       size_t height, size_t depth, size_t row_pitch, size_t slice_pitch, void* host_ptr,
                       cl_int* error) {
  cl_image_desc wanted{};
  wanted.image_type = CL_MEM_OBJECT_IMAGE3D;
  wanted.image_width = width;
  wanted.image_height = height;
  wanted.image_depth = depth == 1 ? 0 : depth;  // this function creates only images with more than one slice
  wanted.image_row_pitch = row_pitch;
  wanted.image_slice_pitch = slice_pitch;
  return create("clCreateImage3D", error,
                [&] { return make_old_image("clCreateImage3D", context, flags, format, wanted, host_ptr); });
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                                  cl_uint entries, cl_image_format* formats, cl_uint* count) {
  return call("clGetSupportedImageFormats", [&]() -> Outcome<void> {
    if (!find(context)) return refuse(CL_INVALID_CONTEXT, "not a valid context");
    if (auto valid = check_format_flags(flags); !valid) return valid;
    if (!kind_of(type)) return refuse(CL_INVALID_VALUE, "image_type is not an image type");
    if (entries == 0 && formats) return refuse(CL_INVALID_VALUE, "no memory is given for the answer");
    const auto all = supported_formats();
    if (count) *count = static_cast<cl_uint>(all.size());
    if (formats) std::copy_n(all.begin(), std::min<std::size_t>(entries, all.size()), formats);
    return {};
  });
}

cl_int clGetImageInfo(cl_mem image, cl_image_info name, size_t size, void* value, size_t* needed) {
  return call("clGetImageInfo", [&]() -> Outcome<void> {
    const auto object = find(image);
    if (!object || !object->image) return refuse(CL_INVALID_MEM_OBJECT, "not a valid image");
    return answer(*object, name, Query(size, value, needed));
  });
}
