// Pointers to shared virtual memory that stand in memory: the program's addresses differ from the
// simulator's, so they are changed before a launch and changed back after it. A word that looks like a
// pointer counts as one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/plan/plan.hpp"
#include "runtime/objects/memory.hpp"

namespace lockstep::runtime {

class SharedPointers {
 public:
  // Of a launch: what its buffers stand for, by Plan::buffers index, and its arguments. The variables of the
  // program are buffers after them.
  SharedPointers(const std::vector<std::shared_ptr<Storage>>& storages,
                 const std::vector<Argument>& arguments, std::size_t variables);
  void give_to_kernel(std::span<std::byte> bytes) const;
  void give_to_program(std::span<std::byte> bytes) const;

 private:
  struct Area {
    std::uint64_t address = 0;  // the program's
    std::uint64_t size = 0;
    std::uint32_t object = 0;  // the simulator's: a buffer, or a part of one
  };
  std::uint64_t for_kernel(std::uint64_t word) const;
  std::uint64_t for_program(std::uint64_t word) const;

  std::vector<Area> areas_;  // whole buffers first
};

}  // namespace lockstep::runtime
