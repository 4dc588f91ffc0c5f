// Converts addresses to pointers to bytes: finds the memory that holds an object, and checks whether the
// accesses of a whole warp are in bounds.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "sim/bytecode/address.hpp"
#include "sim/machine/execution/execution.hpp"
#include "sim/memory_rules/access.hpp"

namespace lockstep::sim {

// The memory of one object. A private object exists in the memory of each lane.
struct MemorySlice {
  std::byte* data = nullptr;        // null: there is no such object
  std::uint8_t* written = nullptr;  // null: all bytes count as written
  std::uint64_t bytes = 0;
  std::uint64_t lane_stride = 0;
  PlanBuffer::Access access = PlanBuffer::Access::read_write;

  // Returns whether an access is forbidden, so that it is not performed.
  bool forbids(AccessKind kind) const {
    return access == PlanBuffer::Access::read_only && kind != AccessKind::load;
  }
  // Returns whether an access is undefined although devices perform it. The access is reported as a finding,
  // and the contents are read.
  bool is_undefined(AccessKind kind) const {
    return access == PlanBuffer::Access::write_only && kind != AccessKind::store;
  }
};
// Returns the memory of an object for an access of this kind. Only memory returned for stores and atomics may
// be written.
MemorySlice view_of(Execution& x, Space space, std::uint32_t object, AccessKind kind);

// Returns whether a store changes a value in memory that other work-items can read.
inline bool changes(std::uint64_t address, const std::byte* memory, const void* value, std::size_t bytes) {
  return space_of(address) != Space::private_ && std::memcmp(memory, value, bytes) != 0;
}

struct AccessRequest {
  AccessKind kind = AccessKind::load;
  const std::byte* addresses = nullptr;  // a register: 64 bits per lane
  std::uint32_t bytes = 4;               // per lane
  std::uint32_t alignment = 4;           // a power of two
  std::uint32_t part = 0;                // a finding concerns the byte at this distance from the address
};

// The locations that the lanes of an access refer to. If `uniform` is true, all are in one object and
// in bounds, at view.data + lane * lane_stride + address - base. Otherwise each lane of `ok` has a
// separate location.
struct Located {
  bool uniform = false;
  bool contiguous = false;  // uniform, all lanes of the warp, at consecutive addresses
  std::uint64_t ok = 0;
  std::uint64_t base = 0;
  std::uint64_t first = 0;             // address of the lowest lane of the access
  const AccessShape* shape = nullptr;  // uniform, and its shape is known
  MemorySlice view;
  std::array<std::byte*, kMaxLanes> data;
  std::array<std::uint8_t*, kMaxLanes> written;

  std::byte* at(unsigned lane, std::uint64_t address) const {
    return uniform ? view.data + lane * view.lane_stride + (address - base) : data[lane];
  }
  std::uint8_t* written_at(unsigned lane, std::uint64_t address) const {
    if (!uniform) return written[lane];
    return view.written == nullptr ? nullptr : view.written + lane * view.lane_stride + (address - base);
  }
};

// Locates the lanes of an access. Reports lanes that fail as findings, and all lanes to on_access().
template <unsigned W>
void locate(Execution& x, const Operation& op, const AccessRequest& request, Located& located);

extern template void locate<32>(Execution&, const Operation&, const AccessRequest&, Located&);
extern template void locate<0>(Execution&, const Operation&, const AccessRequest&, Located&);

}  // namespace lockstep::sim
