// Lists the memory objects of a launch with their source names: local arrays, local arguments and buffers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/bytecode/address.hpp"
#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

struct NamedMemory {
  Space space = Space::global;  // local or global
  std::uint32_t object = 0;     // object number in its addresses; for buffers, the plan's index + 1
  std::string name;
  LaneType type = LaneType::int32;
  std::uint64_t offset_bytes = 0;  // offset in the group's local memory; 0 for buffers
  std::uint64_t bytes = 0;
  std::uint64_t elements() const { return bytes / size_bytes(type); }
};

// Returns the offset of each object in the group's local memory: first the entire memory, then the declared
// variables, then one object for each argument (see address.hpp). The machine uses the same layout.
std::vector<std::uint64_t> local_object_offsets(const Program& program, const Kernel& kernel,
                                                const PlanLaunch& launch);

// Returns the memory objects that the kernel of a launch can name: first local memory, then buffers in the
// order of the kernel's parameters.
std::vector<NamedMemory> named_memories(const Plan& plan, std::size_t launch, const Program& program);

// The memory object and the index of the element at the address of a global or local access.
struct NamedElement {
  const NamedMemory* memory = nullptr;
  std::uint64_t index = 0;
};
std::optional<NamedElement> find_element(const std::vector<NamedMemory>& memories, std::uint64_t address);

}  // namespace lockstep::sim
