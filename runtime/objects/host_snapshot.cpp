#include "runtime/objects/host_snapshot.hpp"

#include <algorithm>
#include <cstring>

#include "core/base/mapped_memory.hpp"

namespace lockstep::runtime {
namespace {

constexpr std::size_t kBlockBytes = 64;

std::uint64_t hash_of(const std::byte* bytes, std::size_t size) {
  std::uint64_t hash = size;
  for (std::size_t at = 0; at < size; at += sizeof hash) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + at, std::min(sizeof word, size - at));
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  }
  return hash;
}

// Calls look(bytes, size) for each block, row by row, until `look` returns false.
template <class Look>
void each_block(const HostMemory& memory, Look look) {
  for (std::size_t z = 0; z < memory.region[2]; ++z)
    for (std::size_t y = 0; y < memory.region[1]; ++y)
      for (std::size_t x = 0; x < memory.region[0]; x += kBlockBytes)
        if (!look(memory.base + memory.box.row(y, z) + x, std::min(kBlockBytes, memory.region[0] - x)))
          return;
}

}  // namespace

bool HostMemory::exists() const { return is_mapped(begin(), static_cast<std::size_t>(end() - begin())); }

HostSnapshot::HostSnapshot(const HostMemory& memory) : memory_(memory) {
  each_block(memory_, [&](const std::byte* bytes, std::size_t size) {
    blocks_.push_back(hash_of(bytes, size));
    return true;
  });
}

std::optional<std::size_t> HostSnapshot::first_change() const {
  std::optional<std::size_t> change;
  std::size_t block = 0;
  each_block(memory_, [&](const std::byte* bytes, std::size_t size) {
    if (blocks_[block++] == hash_of(bytes, size)) return true;
    change = static_cast<std::size_t>(bytes - memory_.begin());
    return false;
  });
  return change;
}

}  // namespace lockstep::runtime
