// Memory objects that a figure can show. A memory object is a local array of the running kernel or a global
// buffer of the plan.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// An element of a memory.
struct CellId {
  // A buffer of the plan, or the running group's local memory if `buffer` is kLocalMemory.
  static constexpr std::uint32_t kLocalMemory = 0xFFFFFFFF;
  std::uint32_t buffer = 0;
  std::uint64_t index = 0;  // element
  bool operator==(const CellId&) const = default;
};
// A lane of the running group.
struct LaneId {
  std::uint32_t warp = 0, lane = 0;
  bool operator==(const LaneId&) const = default;
};

struct MemoryObject {
  bool is_local = false;
  std::uint32_t buffer = 0;  // index into Plan::buffers; CellId::kLocalMemory if local
  ElementType type = ElementType::int32;
  std::uint32_t object = 0;        // number in the machine, see sim/bytecode/address.hpp
  std::uint64_t offset_bytes = 0;  // offset in the group's local memory; 0 for a buffer
  std::uint64_t elements = 0;
  std::string name;                 // name in the kernel: "scratch", "a"
  std::uint64_t first_element = 0;  // index in the named memory; this object may be a part of it
  bool operator==(const MemoryObject&) const = default;

  // Returns the cell of element `index`. In local memory, a CellId counts elements from the start of the
  // group's local memory, so that two arrays of one type never share a cell.
  CellId cell(std::uint64_t index) const;
  // Returns the index of a cell in this object, if the cell belongs to this object.
  std::optional<std::uint64_t> index_of(const CellId& cell) const;
  // Returns the element that contains an address of the machine.
  std::optional<std::uint64_t> index_of_address(std::uint64_t address) const;
};

// Returns all objects that can be shown at `position`: the local arrays of the running kernel, then the
// kernel's buffers, then the other buffers.
std::vector<MemoryObject> memory_objects(const Trace& trace, std::uint64_t position);

// Returns an address of the running group as text with the kernel's names, such as "scratch[32]" or "a[4]".
std::string name_address(const std::vector<MemoryObject>& objects, std::uint64_t address);

// Formats raw bits, as in MachineState::register_bits or in memory, as a value of `type`.
std::string format_value(std::uint64_t bits, ElementType type);

}  // namespace lockstep::sim
