// The images of a plan on a device. The driver chooses the layout of their texels, so they are copied
// as regions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/plan/image.hpp"

namespace cl {
class Buffer;
class CommandQueue;
class Context;
}  // namespace cl

namespace lockstep::opencl {

// Makes an image. Its handle is stored like that of a buffer, as for all objects of a plan.
cl::Buffer make_image(const cl::Context& context, std::uint64_t flags, const ImageDescription& image);
// Makes an image of kind image1d_buffer or image2d whose texels are those of a buffer.
cl::Buffer make_image_of(const cl::Context& context, const cl::Buffer& texels, const ImageDescription& image);
// Copies texels from or to host memory. `bytes` have the layout given by the description.
void write_image(const cl::CommandQueue& queue, const cl::Buffer& handle, const ImageDescription& image,
                 std::span<const std::byte> bytes);
void read_image(const cl::CommandQueue& queue, const cl::Buffer& handle, const ImageDescription& image,
                std::span<std::byte> bytes);

}  // namespace lockstep::opencl
