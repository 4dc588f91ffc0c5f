// Fills buffers in a way that works with every driver, at every offset and size. With NVIDIA's driver 580, a
// fill with a pattern of one byte at an offset of 2 GiB or more writes to other memory, and a fill of 2^31
// patterns never ends (driver/quirks.cpp). Therefore each pattern is extended to the longest length that
// OpenCL permits.
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

// The parts of a fill: `middle`, which is repeated and starts at a multiple of its length, and the few bytes
// before and after. `middle` has 128 bytes if the pattern repeats at that length; otherwise it is a long part
// of the fill, which is written instead of filled.
struct FillPieces {
  std::vector<std::byte> head, middle, tail;
  std::uint64_t middle_offset = 0, middle_bytes = 0;
  bool is_written = false;
};

// Cuts a fill with a pattern of any length, at any offset. The fill starts with the first byte of
// the pattern.
FillPieces cut_fill(std::span<const std::byte> pattern, std::uint64_t offset, std::uint64_t bytes);

// Host memory that commands may read until the queue has finished.
using KeptBytes = std::deque<std::vector<std::byte>>;

// Enqueues one to three commands, or more if OpenCL cannot fill with the pattern, and returns the events of
// all commands. Throws cl::Error.
std::vector<cl::Event> enqueue_fill(const cl::CommandQueue& queue, const cl::Buffer& buffer,
                                    std::span<const std::byte> pattern, std::uint64_t offset,
                                    std::uint64_t bytes, KeptBytes& kept);

}  // namespace lockstep::opencl
