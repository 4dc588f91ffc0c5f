// A result that the host has checked, stored on the device. The results of further runs are compared with it
// on the device, which takes only the time to read memory and needs no copy to the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/benchmark_data/device.hpp"
#include "core/opencl/open_device.hpp"

namespace cl {
class Buffer;
}

namespace lockstep::opencl {

class RightResult {
 public:
  // Copies the beginning of `buffer` on the device. `bytes` are the same data, which the host has read;
  // `used_bytes` of the device's memory are in use. Returns null if the device cannot compare results: there
  // are few bytes or too little memory, the kernel does not build, or it counts differently from the host.
  // The counts are tested with words that are all equal and with words that all differ.
  static std::unique_ptr<RightResult> keep(const measure::Device& device, OpenDevice& open,
                                           const cl::Buffer& buffer, std::span<const std::byte> bytes,
                                           std::uint64_t used_bytes = 0);
  ~RightResult();

  // Returns whether `buffer` begins with the same bits. Throws cl::Error like a read of the buffer.
  bool is_in(const cl::Buffer& buffer);

 private:
  struct Objects;
  explicit RightResult(std::unique_ptr<Objects> objects);
  std::unique_ptr<Objects> objects_;
};

}  // namespace lockstep::opencl
