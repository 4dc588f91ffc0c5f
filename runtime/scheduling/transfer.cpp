#include "runtime/scheduling/transfer.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "runtime/journal/journal.hpp"

namespace lockstep::runtime {
namespace {

template <class Row>
void each_row(const Triple& region, Row row) {
  for (std::size_t z = 0; z < region[2]; ++z)
    for (std::size_t y = 0; y < region[1]; ++y) row(y, z);
}

// Returns the same bytes as longer rows, if the rows or slices of the box have no gaps between them.
Triple joined(Triple region, const Box& box) {
  if (box.row_pitch == region[0]) region = {region[0] * region[1], 1, region[2]};
  if (region[1] == 1 && box.slice_pitch == region[0]) region = {region[0] * region[2], 1, 1};
  return region;
}

// Calls run(offset, size) for each sequence of adjacent bytes.
template <class Run>
void each_run(const Triple& region, const Box& box, Run run) {
  const Triple runs = joined(region, box);
  each_row(runs, [&](std::size_t y, std::size_t z) { run(box.row(y, z), runs[0]); });
}

HostCall call_of(HostCall::Kind kind, std::string_view call, const _cl_mem& memory, std::size_t offset,
                 std::size_t size) {
  HostCall result;
  result.kind = kind;
  result.text = call;
  result.buffer = memory.storage->number;
  result.offset = memory.offset + offset;
  result.bytes = size;
  return result;
}

// Records the bytes that the program wrote, with one transfer for each sequence of adjacent bytes.
void put(HostCall::Kind kind, std::string_view call, _cl_mem& to, const Box& box, const Triple& region,
         const std::byte* from, const Box& host) {
  copy_rows(from, host, to.bytes(), box, region);
  each_run(region, box, [&](std::size_t offset, std::size_t size) {
    to.storage->mark_written(to.offset + offset, size);
    Journal::of_process().transfer(call_of(kind, call, to, offset, size), {to.bytes() + offset, size});
  });
}

// The part that is already filled is copied repeatedly to the bytes after it, so that a small pattern fills a
// large buffer in few copies.
void repeat(std::byte* to, std::size_t size, const std::vector<std::byte>& pattern) {
  // The size of a copy is a whole number of patterns, and small enough for the cache.
  const std::size_t most =
      std::max<std::size_t>(1, (std::size_t{64} << 10) / pattern.size()) * pattern.size();
  std::size_t done = std::min(size, pattern.size());
  std::memcpy(to, pattern.data(), done);
  while (done < size) {
    const std::size_t next = std::min({done, most, size - done});
    std::memcpy(to + done, to, next);
    done += next;
  }
}

}  // namespace

Outcome<Box> make_box(const size_t* origin, const Triple& region, std::size_t row_pitch,
                      std::size_t slice_pitch) {
  if (region[0] == 0 || region[1] == 0 || region[2] == 0)
    return refuse(CL_INVALID_VALUE, "the region is empty");
  Box box;
  for (std::size_t d = 0; d < 3; ++d) box.origin[d] = origin[d];
  box.row_pitch = row_pitch != 0 ? row_pitch : region[0];
  if (box.row_pitch < region[0])
    return refuse(CL_INVALID_VALUE, "the row pitch is smaller than a row of the region");
  if (region[1] > SIZE_MAX / box.row_pitch) return refuse(CL_INVALID_VALUE, "the region overflows size_t");
  box.slice_pitch = slice_pitch != 0 ? slice_pitch : region[1] * box.row_pitch;
  if (box.slice_pitch < region[1] * box.row_pitch || box.slice_pitch % box.row_pitch != 0)
    return refuse(CL_INVALID_VALUE,
                  "the slice pitch must be a multiple of the row pitch, and at least the size of a slice");
  return box;
}

std::size_t end_of(const Box& box, const Triple& region) {
  std::size_t end = 0;
  const auto add = [&end](std::size_t a, std::size_t b) {
    std::size_t product = 0;
    if (__builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(end, product, &end)) end = SIZE_MAX;
    return end != SIZE_MAX;
  };
  const bool fits = add(box.origin[0], 1) && add(box.origin[1], box.row_pitch) &&
                    add(box.origin[2], box.slice_pitch) && add(region[1] - 1, box.row_pitch) &&
                    add(region[2] - 1, box.slice_pitch) && add(region[0], 1);
  return fits ? end : SIZE_MAX;
}

void copy_rows(const std::byte* from, const Box& source, std::byte* to, const Box& target,
               const Triple& region) {
  each_row(region, [&](std::size_t y, std::size_t z) {
    std::memcpy(to + target.row(y, z), from + source.row(y, z), region[0]);
  });
}

void read(std::string_view call, _cl_mem& from, const Box& box, const Triple& region, std::byte* to,
          const Box& host) {
  copy_rows(from.bytes(), box, to, host, region);
  each_run(region, box, [&](std::size_t offset, std::size_t size) {
    Journal::of_process().transfer(call_of(HostCall::Kind::read, call, from, offset, size));
  });
}

void write(std::string_view call, _cl_mem& to, const Box& box, const Triple& region, const std::byte* from,
           const Box& host) {
  put(HostCall::Kind::write, call, to, box, region, from, host);
}

void copy(std::string_view call, _cl_mem& from, const Box& source, _cl_mem& to, const Box& target,
          const Triple& region) {
  const Triple runs = joined(region, source) == joined(region, target) ? joined(region, source) : region;
  each_row(runs, [&](std::size_t y, std::size_t z) {
    const std::size_t read_at = from.offset + source.row(y, z), write_at = to.offset + target.row(y, z);
    std::memmove(to.storage->data() + write_at, from.storage->data() + read_at, runs[0]);
    to.storage->mark_copied(write_at, *from.storage, read_at, runs[0]);
    HostCall copied = call_of(HostCall::Kind::copy, call, to, target.row(y, z), runs[0]);
    copied.source = from.storage->number;
    copied.source_offset = read_at;
    Journal::of_process().transfer(std::move(copied));
  });
}

void fill(std::string_view call, _cl_mem& to, const Box& box, const Triple& region,
          const std::vector<std::byte>& pattern) {
  each_run(region, box, [&](std::size_t offset, std::size_t size) {
    repeat(to.bytes() + offset, size, pattern);
    to.storage->mark_written(to.offset + offset, size);
    Journal::of_process().transfer(call_of(HostCall::Kind::fill, call, to, offset, size), pattern);
  });
}

void map(std::string_view call, _cl_mem& memory, const _cl_mem::Mapping& mapping, bool keeps) {
  if (keeps) copy_rows(memory.bytes(), mapping.mapped, memory.window_bytes(), mapping.window, mapping.region);
  each_run(mapping.region, mapping.mapped, [&](std::size_t offset, std::size_t size) {
    Journal::of_process().transfer(call_of(HostCall::Kind::map, call, memory, offset, size));
  });
}

void unmap(_cl_mem& memory, const _cl_mem::Mapping& mapping) {
  constexpr std::string_view kCall = "clEnqueueUnmapMemObject";
  if (mapping.writes)
    return put(HostCall::Kind::unmap, kCall, memory, mapping.mapped, mapping.region, memory.window_bytes(),
               mapping.window);
  each_run(mapping.region, mapping.mapped, [&](std::size_t offset, std::size_t size) {
    Journal::of_process().transfer(call_of(HostCall::Kind::unmap, kCall, memory, offset, size));
  });
}

}  // namespace lockstep::runtime
