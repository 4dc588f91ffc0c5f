// Sections 5.3.3 to 5.3.6 of the OpenCL specification: reading, writing, copying, filling and mapping images.
#include <fmt/format.h>

#include <algorithm>

#include "runtime/api/call.hpp"
#include "runtime/api/target.hpp"
#include "runtime/scheduling/execution.hpp"
#include "sim/bytecode/texel.hpp"

using namespace lockstep::runtime;

namespace {

// A region of an image, as the program gives it.
struct Region {
  Triple origin{}, size{};
};

Outcome<Region> region_of(const _cl_mem& image, const size_t* origin, const size_t* size) {
  if (!origin || !size) return refuse(CL_INVALID_VALUE, "the origin or the region is NULL");
  Region region;
  std::copy_n(origin, 3, region.origin.begin());
  std::copy_n(size, 3, region.size.begin());
  const Triple extent = image.image->extent();
  for (std::size_t d = 0; d < 3; ++d) {
    if (region.size[d] == 0) return refuse(CL_INVALID_VALUE, "the region is empty");
    if (region.origin[d] <= extent[d] && region.size[d] <= extent[d] - region.origin[d]) continue;
    return refuse(
        CL_INVALID_VALUE,
        fmt::format("coordinates {} to {} of the region are not inside the image, which has size {} in "
                    "dimension {}; in unused dimensions, the origin must be 0 and the size 1",
                    region.origin[d], region.origin[d] + region.size[d] - 1, extent[d], d));
  }
  return region;
}

// The program's data for a region. Pitches of 0 mean that there are no gaps.
Outcome<Box> data_box(const ImageObject& image, const Triple& size, std::size_t row_pitch,
                      std::size_t slice_pitch) {
  const Triple bytes = image.bytes_of(size);
  const bool is_1d_array = image.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  if (row_pitch != 0 && row_pitch < bytes[0])
    return refuse(CL_INVALID_VALUE,
                  fmt::format("the row pitch {} is smaller than a row of {} bytes", row_pitch, bytes[0]));
  const std::size_t row = row_pitch != 0 ? row_pitch : bytes[0];
  if (!image.has_slices() && slice_pitch != 0)
    return refuse(CL_INVALID_VALUE, "an image of this type has no slices; the slice pitch must be 0");
  std::size_t slice = 0;
  if (__builtin_mul_overflow(row, is_1d_array ? 1 : bytes[1], &slice))
    return refuse(CL_INVALID_VALUE, "the row pitch overflows size_t");
  if (slice_pitch != 0 && slice_pitch < slice)
    return refuse(CL_INVALID_VALUE,
                  fmt::format("the slice pitch {} is smaller than a slice of {} bytes", slice_pitch, slice));
  if (slice_pitch != 0) slice = slice_pitch;
  const Box box = image.box({}, row, slice);
  if (end_of(box, bytes) == SIZE_MAX) return refuse(CL_INVALID_VALUE, "the region overflows size_t");
  return box;
}

// The checked arguments of a read or a write.
struct Access {
  Target target;
  Box image, data;
  Triple bytes{};
};

Outcome<Access> access_of(cl_command_queue queue, cl_mem image, const size_t* origin, const size_t* size,
                          std::size_t row_pitch, std::size_t slice_pitch, const void* pointer,
                          cl_mem_flags forbidden) {
  const auto target = target_of(queue, image, image_of);
  if (!target) return tl::unexpected(target.error());
  const ImageObject& about = *target->memory->image;
  const auto region = region_of(*target->memory, origin, size);
  if (!region) return tl::unexpected(region.error());
  const auto data = data_box(about, region->size, row_pitch, slice_pitch);
  if (!data) return tl::unexpected(data.error());
  if (!pointer) return refuse(CL_INVALID_VALUE, "the pointer to the data is NULL");
  if (auto allowed = check_access(*target->memory, forbidden); !allowed)
    return tl::unexpected(allowed.error());
  return Access{*target, about.box_of_texels(region->origin), *data, about.bytes_of(region->size)};
}

bool meet(std::size_t a, std::size_t b, std::size_t size) { return a < b + size && b < a + size; }

bool regions_meet(const Triple& a, const Triple& b, const Triple& size) {
  return meet(a[0], b[0], size[0]) && meet(a[1], b[1], size[1]) && meet(a[2], b[2], size[2]);
}

// A transfer between an image and a contiguous range of a buffer.
struct Exchange {
  Target target;  // the image and its queue
  std::shared_ptr<_cl_mem> buffer;
  Box in_image, in_buffer;
  Triple bytes{};
};

Outcome<Exchange> exchange_of(cl_command_queue queue, cl_mem image, const size_t* origin, const size_t* size,
                              cl_mem buffer, std::size_t offset) {
  const auto target = target_of(queue, image, image_of);
  if (!target) return tl::unexpected(target.error());
  const auto other = buffer_of(buffer, *target->queue);
  if (!other) return tl::unexpected(other.error());
  const auto region = region_of(*target->memory, origin, size);
  if (!region) return tl::unexpected(region.error());
  const ImageObject& about = *target->memory->image;
  const Triple bytes = about.bytes_of(region->size);
  if (auto inside = check_inside(**other, offset, bytes[0] * bytes[1] * bytes[2]); !inside)
    return tl::unexpected(inside.error());
  const Box in_buffer{{offset, 0, 0}, bytes[0], bytes[0] * bytes[1]};
  return Exchange{*target, *other, about.box_of_texels(region->origin), in_buffer, bytes};
}

// The same region size applies to both images.
Outcome<void> enqueue_copy(cl_command_type type, const std::shared_ptr<_cl_command_queue>& queue,
                           const WaitList& wait, const MemoryPart& from, const MemoryPart& to) {
  CommandRequest request{queue, type, wait};
  request.execute = [type, from, to] {
    copy(call_name(type), *from.memory, from.box, *to.memory, to.box, from.region);
    return Outcome<void>();
  };
  request.parts = {from, to};
  return enqueue(std::move(request));
}

std::vector<std::byte> encoded(const ImageObject& image, const void* color) {
  lockstep::sim::Texel texel{};
  std::memcpy(texel.data(), color, sizeof texel);
  std::vector<std::byte> bytes(image.texel_bytes());
  lockstep::sim::TexelCodec(image.texels.format).store(bytes.data(), texel);
  return bytes;
}

}  // namespace

cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t* origin,
                          const size_t* region, size_t row_pitch, size_t slice_pitch, void* pointer,
                          cl_uint count, const cl_event* list, cl_event* event) {
  return call("clEnqueueReadImage", [&]() -> Outcome<void> {
    const auto access = access_of(queue, image, origin, region, row_pitch, slice_pitch, pointer, kUnreadable);
    if (!access) return tl::unexpected(access.error());
    CommandRequest request{
        access->target.queue, CL_COMMAND_READ_IMAGE, {count, list, event}, blocking != CL_FALSE};
    request.execute = [it = *access, pointer] {
      read("clEnqueueReadImage", *it.target.memory, it.image, it.bytes, static_cast<std::byte*>(pointer),
           it.data);
      return Outcome<void>();
    };
    request.parts = {{access->target.memory, access->image, access->bytes, false}};
    request.host = {{static_cast<const std::byte*>(pointer), access->data, access->bytes}, true};
    return enqueue(std::move(request));
  });
}

cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t* origin,
                           const size_t* region, size_t row_pitch, size_t slice_pitch, const void* pointer,
                           cl_uint count, const cl_event* list, cl_event* event) {
  return call("clEnqueueWriteImage", [&]() -> Outcome<void> {
    const auto access = access_of(queue, image, origin, region, row_pitch, slice_pitch, pointer, kUnwritable);
    if (!access) return tl::unexpected(access.error());
    CommandRequest request{
        access->target.queue, CL_COMMAND_WRITE_IMAGE, {count, list, event}, blocking != CL_FALSE};
    request.execute = [it = *access, pointer] {
      write("clEnqueueWriteImage", *it.target.memory, it.image, it.bytes,
            static_cast<const std::byte*>(pointer), it.data);
      return Outcome<void>();
    };
    request.parts = {{access->target.memory, access->image, access->bytes, true}};
    request.host = {{static_cast<const std::byte*>(pointer), access->data, access->bytes}, false};
    return enqueue(std::move(request));
  });
}

cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void* color, const size_t* origin,
                          const size_t* size, cl_uint count, const cl_event* list, cl_event* event) {
  return call("clEnqueueFillImage", [&]() -> Outcome<void> {
    const auto target = target_of(queue, image, image_of);
    if (!target) return tl::unexpected(target.error());
    if (!color) return refuse(CL_INVALID_VALUE, "the color is NULL");
    const auto region = region_of(*target->memory, origin, size);
    if (!region) return tl::unexpected(region.error());
    const ImageObject& about = *target->memory->image;
    const Box box = about.box_of_texels(region->origin);
    const Triple bytes = about.bytes_of(region->size);
    CommandRequest request{target->queue, CL_COMMAND_FILL_IMAGE, {count, list, event}};
    request.execute = [to = target->memory, box, bytes, texel = encoded(about, color)] {
      fill("clEnqueueFillImage", *to, box, bytes, texel);
      return Outcome<void>();
    };
    request.parts = {{target->memory, box, bytes, true}};
    return enqueue(std::move(request));
  });
}

cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem source, cl_mem target, const size_t* source_origin,
                          const size_t* target_origin, const size_t* size, cl_uint count,
                          const cl_event* list, cl_event* event) {
  return call("clEnqueueCopyImage", [&]() -> Outcome<void> {
    const auto from = target_of(queue, source, image_of);
    if (!from) return tl::unexpected(from.error());
    const auto to = image_of(target, *from->queue);
    if (!to) return tl::unexpected(to.error());
    const ImageObject &read_from = *from->memory->image, &written_to = *(*to)->image;
    if (read_from.texels.format != written_to.texels.format)
      return refuse(CL_IMAGE_FORMAT_MISMATCH, "the images must have the same format");
    const auto first = region_of(*from->memory, source_origin, size);
    if (!first) return tl::unexpected(first.error());
    const auto second = region_of(**to, target_origin, size);
    if (!second) return tl::unexpected(second.error());
    if (from->memory == *to && regions_meet(first->origin, second->origin, first->size))
      return refuse(CL_MEM_COPY_OVERLAP, "source and target overlap");
    return enqueue_copy(
        CL_COMMAND_COPY_IMAGE, from->queue, {count, list, event},
        {from->memory, read_from.box_of_texels(first->origin), read_from.bytes_of(first->size), false},
        {*to, written_to.box_of_texels(second->origin), read_from.bytes_of(first->size), true});
  });
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem image, cl_mem buffer, const size_t* origin,
                                  const size_t* size, size_t offset, cl_uint count, const cl_event* list,
                                  cl_event* event) {
  return call("clEnqueueCopyImageToBuffer", [&]() -> Outcome<void> {
    const auto exchange = exchange_of(queue, image, origin, size, buffer, offset);
    if (!exchange) return tl::unexpected(exchange.error());
    return enqueue_copy(CL_COMMAND_COPY_IMAGE_TO_BUFFER, exchange->target.queue, {count, list, event},
                        {exchange->target.memory, exchange->in_image, exchange->bytes, false},
                        {exchange->buffer, exchange->in_buffer, exchange->bytes, true});
  });
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem buffer, cl_mem image, size_t offset,
                                  const size_t* origin, const size_t* size, cl_uint count,
                                  const cl_event* list, cl_event* event) {
  return call("clEnqueueCopyBufferToImage", [&]() -> Outcome<void> {
    const auto exchange = exchange_of(queue, image, origin, size, buffer, offset);
    if (!exchange) return tl::unexpected(exchange.error());
    return enqueue_copy(CL_COMMAND_COPY_BUFFER_TO_IMAGE, exchange->target.queue, {count, list, event},
                        {exchange->buffer, exchange->in_buffer, exchange->bytes, false},
                        {exchange->target.memory, exchange->in_image, exchange->bytes, true});
  });
}

void* clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                        const size_t* origin, const size_t* size, size_t* row_pitch, size_t* slice_pitch,
                        cl_uint count, const cl_event* list, cl_event* event, cl_int* error) {
  return give_pointer("clEnqueueMapImage", error, [&]() -> Outcome<void*> {
    const auto target = target_of(queue, image, image_of);
    if (!target) return tl::unexpected(target.error());
    const auto region = region_of(*target->memory, origin, size);
    if (!region) return tl::unexpected(region.error());
    const ImageObject& about = *target->memory->image;
    if (!row_pitch || (!slice_pitch && about.has_slices()))
      return refuse(CL_INVALID_VALUE, "no memory is given for the row pitch or the slice pitch");
    const auto [rows, slices] = target->memory->window_pitches();
    auto pointer = enqueue_map(*target,
                               {"clEnqueueMapImage",
                                CL_COMMAND_MAP_IMAGE,
                                blocking != CL_FALSE,
                                flags,
                                {about.box_of_texels(region->origin), about.box(region->origin, rows, slices),
                                 about.bytes_of(region->size)}},
                               {count, list, event});
    if (!pointer) return pointer;
    *row_pitch = rows;
    if (slice_pitch) *slice_pitch = about.has_slices() ? slices : 0;
    return pointer;
  });
}
