// Memory of the host that a device reads and writes by itself: a few bytes from ordinary memory take a copy
// and a wait of the driver's in between.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace lockstep::opencl {

class OpenDevice;

class PinnedBytes {
 public:
  // The device must outlive it. Throws cl::Error.
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
