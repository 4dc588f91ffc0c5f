// The contents of buffers after fills, writes and copies, computed for single bytes by following the
// operations backwards: a model of buffers that are larger than this machine's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lockstep::opencl {

class History {
 public:
  void fill(std::size_t buffer, std::uint64_t offset, std::uint64_t bytes, std::vector<std::byte> pattern) {
    done_.push_back({buffer, offset, bytes, std::move(pattern), 0, 0});
  }
  void copy(std::size_t source, std::uint64_t source_offset, std::size_t buffer, std::uint64_t offset,
            std::uint64_t bytes) {
    done_.push_back({buffer, offset, bytes, {}, source, source_offset});
  }

  // Every byte must have been filled before.
  std::byte byte_at(std::size_t buffer, std::uint64_t at) const {
    for (std::size_t i = done_.size(); i-- > 0;) {
      const Operation& it = done_[i];
      if (it.buffer != buffer || at < it.offset || at - it.offset >= it.bytes) continue;
      if (!it.pattern.empty()) return it.pattern[(at - it.offset) % it.pattern.size()];
      at = it.source_offset + (at - it.offset);
      buffer = it.source;
    }
    return std::byte{0};
  }

 private:
  struct Operation {
    std::size_t buffer;
    std::uint64_t offset, bytes;
    std::vector<std::byte> pattern;  // empty for a copy
    std::size_t source;
    std::uint64_t source_offset;
  };
  std::vector<Operation> done_;
};

}  // namespace lockstep::opencl
