// A snapshot of the program's memory at the time at which a command was enqueued that uses this memory later.
// The program must not change the memory until the command is complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/objects/box.hpp"

namespace lockstep::runtime {

// The memory of a box in the address space of the program.
struct HostMemory {
  const std::byte* base = nullptr;  // null: no memory
  Box box;
  Triple region{};

  const std::byte* begin() const { return base + box.begin(); }
  const std::byte* end() const { return base + box.row(region[1] - 1, region[2] - 1) + region[0]; }
  bool meets(const HostMemory& other) const { return begin() < other.end() && other.begin() < end(); }
  // Whether the memory can be accessed; false if the program has freed it.
  bool exists() const;
};

class HostSnapshot {
 public:
  explicit HostSnapshot(const HostMemory& memory);
  const HostMemory& memory() const { return memory_; }
  // Returns the offset of the first changed bytes from the beginning of the memory. The offset is accurate to
  // one block.
  std::optional<std::size_t> first_change() const;

 private:
  HostMemory memory_;
  std::vector<std::uint64_t> blocks_;  // a hash of each block
};

}  // namespace lockstep::runtime
