// The contents of the program's memory when a command was enqueued that uses it later. The program must not
// change it until the command is complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/objects/box.hpp"

namespace lockstep::runtime {

// The rows of a box in the program's memory.
struct HostMemory {
  const std::byte* base = nullptr;  // null: no memory
  Box box;
  Triple region{};

  const std::byte* begin() const { return base + box.begin(); }
  const std::byte* end() const { return base + box.row(region[1] - 1, region[2] - 1) + region[0]; }
  bool meets(const HostMemory& other) const { return begin() < other.end() && other.begin() < end(); }
  // Whether it can be accessed: the program may have freed it.
  bool exists() const;
};

class HostSnapshot {
 public:
  explicit HostSnapshot(const HostMemory& memory);
  const HostMemory& memory() const { return memory_; }
  // The offset of the first changed bytes from the beginning of the memory; the resolution is one block.
  std::optional<std::size_t> first_change() const;

 private:
  HostMemory memory_;
  std::vector<std::uint64_t> blocks_;  // a hash of each block
};

}  // namespace lockstep::runtime
