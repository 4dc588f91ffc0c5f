// Translates pointers to shared virtual memory that are stored in memory. The addresses in the program differ
// from those in the simulator, so pointers are translated before a launch and translated back after it. A
// word that looks like a pointer is treated as a pointer.
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
  // The areas of one launch: the memory of its buffers, in the order of Plan::buffers, and its arguments. The
  // `variables` of the program are additional buffers after these buffers.
  SharedPointers(const std::vector<std::shared_ptr<Storage>>& storages,
                 const std::vector<Argument>& arguments, std::size_t variables);
  void give_to_kernel(std::span<std::byte> bytes) const;
  void give_to_program(std::span<std::byte> bytes) const;

 private:
  struct Area {
    std::uint64_t address = 0;  // in the program
    std::uint64_t size = 0;
    std::uint32_t object = 0;  // in the simulator: a buffer, or a part of a buffer
  };
  std::uint64_t for_kernel(std::uint64_t word) const;
  std::uint64_t for_program(std::uint64_t word) const;

  std::vector<Area> areas_;  // whole buffers first
};

}  // namespace lockstep::runtime
