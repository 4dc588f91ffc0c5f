// Fills of buffers, in a way that every driver gets right at every place and size. With NVIDIA's driver 580 a
// pattern of one byte writes to foreign memory 2 GiB or more inside a buffer, and no fill of 2^31 patterns at
// once ends (driver/quirks.cpp): here a pattern is as long as OpenCL permits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace cl {
class Buffer;
class CommandQueue;
class Event;
}  // namespace cl

namespace lockstep::opencl {

// The parts of a fill: `middle`, repeated from a multiple of its length on, and the few bytes
// before and after. `middle` has 128 bytes if the pattern repeats at that length; otherwise it is a
// long piece of the fill, to be written rather than filled with.
struct FillPieces {
  std::vector<std::byte> head, middle, tail;
  std::uint64_t middle_offset = 0, middle_bytes = 0;
  bool is_written = false;
};

// For a pattern of any length, at any place of a buffer. The first byte of the fill is the pattern's first.
FillPieces cut_fill(std::span<const std::byte> pattern, std::uint64_t offset, std::uint64_t bytes);

// Memory of the host that commands read until the queue has finished.
using KeptBytes = std::deque<std::vector<std::byte>>;

// Enqueues one to three commands, or more if OpenCL cannot fill with the pattern; returns the
// events of all of them. Throws cl::Error.
std::vector<cl::Event> enqueue_fill(const cl::CommandQueue& queue, const cl::Buffer& buffer,
                                    std::span<const std::byte> pattern, std::uint64_t offset,
                                    std::uint64_t bytes, KeptBytes& kept);

}  // namespace lockstep::opencl
