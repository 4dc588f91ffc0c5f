// A result that the host has found to be right, kept on the device: the results of further runs are compared
// with it there, where that takes as long as reading memory, and not as long as copying it to the host.
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
  // `buffer` begins with `bytes`, which the host has read from it; `used_bytes` of the device's memory are
  // taken. Null if the device compares nothing: few bytes, too little memory, a kernel that does not build,
  // or one that does not count as the host does, both where all words are equal and where all that can differ
  // do.
  static std::unique_ptr<RightResult> keep(const measure::Device& device, OpenDevice& open,
                                           const cl::Buffer& buffer, std::span<const std::byte> bytes,
                                           std::uint64_t used_bytes = 0);
  ~RightResult();

  // Whether `buffer` begins with the same bits. Throws cl::Error, as a read of the buffer does.
  bool is_in(const cl::Buffer& buffer);

 private:
  struct Objects;
  explicit RightResult(std::unique_ptr<Objects> objects);
  std::unique_ptr<Objects> objects_;
};

}  // namespace lockstep::opencl
