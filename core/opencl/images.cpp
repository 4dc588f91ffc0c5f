#include "core/opencl/images.hpp"

#include <array>

#include "core/opencl/driver/cl.hpp"

namespace lockstep::opencl {
namespace {

cl_mem_object_type type_of(ImageKind kind) {
  switch (kind) {
    case ImageKind::image1d:
      return CL_MEM_OBJECT_IMAGE1D;
    case ImageKind::image1d_buffer:
      return CL_MEM_OBJECT_IMAGE1D_BUFFER;
    case ImageKind::image1d_array:
      return CL_MEM_OBJECT_IMAGE1D_ARRAY;
    case ImageKind::image2d:
      return CL_MEM_OBJECT_IMAGE2D;
    case ImageKind::image2d_array:
      return CL_MEM_OBJECT_IMAGE2D_ARRAY;
    case ImageKind::image3d:
      break;
  }
  return CL_MEM_OBJECT_IMAGE3D;
}

struct Region {
  std::array<std::size_t, 3> origin{0, 0, 0}, size{1, 1, 1};
  std::size_t row_pitch = 0, slice_pitch = 0;
};

Region region_of(const ImageDescription& image) {
  Region region;
  region.size[0] = image.width;
  if (image.coordinates() >= 2)
    region.size[1] = image.kind == ImageKind::image1d_array ? image.array_size : image.height;
  if (image.coordinates() == 3) region.size[2] = image.slices();
  region.row_pitch = image.kind == ImageKind::image1d_array ? 0 : image.row_bytes();
  if (image.slices() > 1) region.slice_pitch = image.slice_bytes();
  return region;
}

void check(cl_int status) {
  if (status != CL_SUCCESS) throw cl::Error(status);
}

cl_image_desc description_of(const ImageDescription& image) {
  cl_image_desc description{};
  description.image_type = type_of(image.kind);
  description.image_width = image.width;
  description.image_height = image.height;
  description.image_depth = image.depth;
  description.image_array_size = image.array_size;
  return description;
}

cl::Buffer created(const cl::Context& context, cl_mem_flags flags, const ImageDescription& image,
                   const cl_image_desc& description) {
  const cl_image_format format{image.format.order, image.format.type};
  cl_int status = CL_SUCCESS;
  const cl_mem handle = clCreateImage(context(), flags, &format, &description, nullptr, &status);
  check(status);
  return cl::Buffer(handle);
}

}  // namespace

cl::Buffer make_image(const cl::Context& context, std::uint64_t flags, const ImageDescription& image) {
  if (image.kind == ImageKind::image1d_buffer)
    return make_image_of(context, cl::Buffer(context, flags, image.bytes()), image);
  return created(context, flags, image, description_of(image));
}

cl::Buffer make_image_of(const cl::Context& context, const cl::Buffer& texels,
                         const ImageDescription& image) {
  cl_image_desc description = description_of(image);
  description.mem_object = texels();
  if (image.kind == ImageKind::image2d) description.image_row_pitch = image.row_bytes();
  return created(context, 0, image, description);
}

void write_image(const cl::CommandQueue& queue, const cl::Buffer& handle, const ImageDescription& image,
                 std::span<const std::byte> bytes) {
  const Region region = region_of(image);
  check(clEnqueueWriteImage(queue(), handle(), CL_TRUE, region.origin.data(), region.size.data(),
                            region.row_pitch, region.slice_pitch, bytes.data(), 0, nullptr, nullptr));
}

void read_image(const cl::CommandQueue& queue, const cl::Buffer& handle, const ImageDescription& image,
                std::span<std::byte> bytes) {
  const Region region = region_of(image);
  check(clEnqueueReadImage(queue(), handle(), CL_TRUE, region.origin.data(), region.size.data(),
                           region.row_pitch, region.slice_pitch, bytes.data(), 0, nullptr, nullptr));
}

}  // namespace lockstep::opencl
