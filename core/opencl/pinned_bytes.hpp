// Pinned host memory, which a device reads and writes directly. For a few bytes of ordinary memory the driver
// needs an additional copy and a wait.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace lockstep::opencl {

class OpenDevice;

class PinnedBytes {
 public:
  // The device must outlive this object. Throws cl::Error.
  PinnedBytes(const OpenDevice& open, std::size_t size);
  ~PinnedBytes();
  PinnedBytes(const PinnedBytes&) = delete;
  PinnedBytes& operator=(const PinnedBytes&) = delete;

  std::span<std::byte> bytes() const;

 private:
  struct Mapped;
  std::unique_ptr<Mapped> mapped_;
};

}  // namespace lockstep::opencl
