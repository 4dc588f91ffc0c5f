#include "runtime/commands/transfer.hpp"

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
  if (region[1] > SIZE_MAX / box.row_pitch)
    return refuse(CL_INVALID_VALUE, "the region is larger than any memory");
  box.slice_pitch = slice_pitch != 0 ? slice_pitch : region[1] * box.row_pitch;
  if (box.slice_pitch < region[1] * box.row_pitch || box.slice_pitch % box.row_pitch != 0)
    return refuse(CL_INVALID_VALUE, "the slice pitch is no multiple of the row pitch that a slice fits in");
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

void read(std::string_view call, _cl_mem& from, const Box& box, const Triple& region, std::byte* to,
          const Box& host) {
  each_row(region, [&](std::size_t y, std::size_t z) {
    std::memcpy(to + host.row(y, z), from.bytes() + box.row(y, z), region[0]);
    Journal::of_process().transfer(
        {"read", call, from.storage.get(), from.offset + box.row(y, z), region[0]});
  });
}

void write(std::string_view call, _cl_mem& to, const Box& box, const Triple& region, const std::byte* from,
           const Box& host) {
  each_row(region, [&](std::size_t y, std::size_t z) {
    const std::size_t offset = box.row(y, z);
    std::memcpy(to.bytes() + offset, from + host.row(y, z), region[0]);
    to.storage->mark_written(to.offset + offset, region[0]);
    Journal::of_process().transfer({"write",
                                    call,
                                    to.storage.get(),
                                    to.offset + offset,
                                    region[0],
                                    nullptr,
                                    0,
                                    {from + host.row(y, z), region[0]}});
  });
}

void copy(std::string_view call, _cl_mem& from, const Box& source, _cl_mem& to, const Box& target,
          const Triple& region) {
  each_row(region, [&](std::size_t y, std::size_t z) {
    const std::size_t read_at = from.offset + source.row(y, z), write_at = to.offset + target.row(y, z);
    std::memmove(to.storage->bytes.data() + write_at, from.storage->bytes.data() + read_at, region[0]);
    copy_written(*from.storage, read_at, *to.storage, write_at, region[0]);
    Journal::of_process().transfer(
        {"copy", call, to.storage.get(), write_at, region[0], from.storage.get(), read_at, {}});
  });
}

void fill(std::string_view call, _cl_mem& to, std::size_t offset, std::size_t size,
          const std::vector<std::byte>& pattern) {
  for (std::size_t at = 0; at < size; at += pattern.size())
    std::memcpy(to.bytes() + offset + at, pattern.data(), pattern.size());
  to.storage->mark_written(to.offset + offset, size);
  Journal::of_process().transfer(
      {"fill", call, to.storage.get(), to.offset + offset, size, nullptr, 0, pattern});
}

}  // namespace lockstep::runtime
