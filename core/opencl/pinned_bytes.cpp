#include "core/opencl/pinned_bytes.hpp"

#include "core/opencl/driver/cl.hpp"
#include "core/opencl/open_device.hpp"

namespace lockstep::opencl {

struct PinnedBytes::Mapped {
  Mapped(const OpenDevice& open, std::size_t bytes)
      : queue(open.queue()),
        buffer(open.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes),
        size(bytes),
        at(queue.enqueueMapBuffer(buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes)) {}
  cl::CommandQueue queue;
  cl::Buffer buffer;
  std::size_t size;
  void* at;
};

PinnedBytes::PinnedBytes(const OpenDevice& open, std::size_t size)
    : mapped_(std::make_unique<Mapped>(open, size)) {}

// The memory of a lost device cannot be released.
PinnedBytes::~PinnedBytes() {
  static_cast<void>(
      clEnqueueUnmapMemObject(mapped_->queue(), mapped_->buffer(), mapped_->at, 0, nullptr, nullptr));
  static_cast<void>(clFinish(mapped_->queue()));
}

std::span<std::byte> PinnedBytes::bytes() const {
  return {static_cast<std::byte*>(mapped_->at), mapped_->size};
}

}  // namespace lockstep::opencl
