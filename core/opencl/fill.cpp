#include "core/opencl/fill.hpp"

#include <algorithm>
#include <bit>

#include "core/opencl/driver/cl.hpp"

namespace lockstep::opencl {
namespace {

constexpr std::size_t kLongest = 128;                         // limit of clEnqueueFillBuffer
constexpr std::size_t kWrittenAtOnce = std::size_t{1} << 20;  // bytes of a write instead of a fill

// Returns `bytes` bytes of the endlessly repeated pattern, starting at byte `from`.
std::vector<std::byte> repeated(std::span<const std::byte> pattern, std::uint64_t from, std::size_t bytes) {
  std::vector<std::byte> made(bytes);
  for (std::size_t i = 0; i < bytes; ++i) made[i] = pattern[(from + i) % pattern.size()];
  return made;
}

bool is_valid_fill_length(std::size_t pattern) { return std::has_single_bit(pattern) && pattern <= kLongest; }

cl::Event write(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::uint64_t offset,
                std::span<const std::byte> bytes) {
  cl::Event event;
  queue.enqueueWriteBuffer(buffer, CL_FALSE, offset, bytes.size(), bytes.data(), nullptr, &event);
  return event;
}

cl::Event fill(const cl::CommandQueue& queue, const cl::Buffer& buffer, const FillPieces& pieces) {
  cl_event event = nullptr;
  const cl_int status = clEnqueueFillBuffer(queue(), buffer(), pieces.middle.data(), pieces.middle.size(),
                                            pieces.middle_offset, pieces.middle_bytes, 0, nullptr, &event);
  if (status != CL_SUCCESS) throw cl::Error(status);
  return cl::Event(event);
}

}  // namespace

FillPieces cut_fill(std::span<const std::byte> pattern, std::uint64_t offset, std::uint64_t bytes) {
  FillPieces pieces;
  if (bytes == 0) return pieces;
  pieces.is_written = !is_valid_fill_length(pattern.size());
  const std::size_t unit = pieces.is_written
                               ? std::max(kWrittenAtOnce / pattern.size(), std::size_t{1}) * pattern.size()
                               : kLongest;
  const std::uint64_t to_next = pieces.is_written ? 0 : (unit - offset % unit) % unit;
  const std::uint64_t before = std::min(to_next, bytes);
  pieces.head = repeated(pattern, 0, before);
  pieces.middle_offset = offset + before;
  pieces.middle_bytes = (bytes - before) / unit * unit;
  if (pieces.middle_bytes != 0) pieces.middle = repeated(pattern, before, unit);
  const std::uint64_t done = before + pieces.middle_bytes;
  pieces.tail = repeated(pattern, done, bytes - done);
  return pieces;
}

std::vector<cl::Event> enqueue_fill(const cl::CommandQueue& queue, const cl::Buffer& buffer,
                                    std::span<const std::byte> pattern, std::uint64_t offset,
                                    std::uint64_t bytes, KeptBytes& kept) {
  FillPieces pieces = cut_fill(pattern, offset, bytes);
  std::vector<cl::Event> events;
  const auto keep_and_write = [&](std::vector<std::byte> from, std::uint64_t at) {
    if (!from.empty()) events.push_back(write(queue, buffer, at, kept.emplace_back(std::move(from))));
  };
  keep_and_write(std::move(pieces.head), offset);
  const std::uint64_t end = pieces.middle_offset + pieces.middle_bytes;
  if (pieces.middle_bytes != 0 && !pieces.is_written) events.push_back(fill(queue, buffer, pieces));
  if (pieces.middle_bytes != 0 && pieces.is_written) {
    const std::vector<std::byte>& piece = kept.emplace_back(std::move(pieces.middle));
    for (std::uint64_t at = pieces.middle_offset; at < end; at += piece.size())
      events.push_back(write(queue, buffer, at, piece));
  }
  keep_and_write(std::move(pieces.tail), end);
  return events;
}

}  // namespace lockstep::opencl
