// Computes the transactions and passes that one memory access of a warp causes on a device model. The
// functions depend only on the access and the model, not on the machine or on kernels.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/device_models/device_model.hpp"

namespace lockstep::sim {

inline constexpr unsigned kMaxLanes = 64;

// Returns the number of lanes in a mask. std::popcount is not used, because it becomes a function call if the
// compiler may not use the processor's instruction.
inline constexpr unsigned count_lanes(std::uint64_t lanes) {
  lanes -= lanes >> 1 & 0x5555555555555555u;
  lanes = (lanes & 0x3333333333333333u) + (lanes >> 2 & 0x3333333333333333u);
  return static_cast<unsigned>(((lanes + (lanes >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}

// Calls visit(lane) for each lane of a mask, starting with the lowest.
template <class Visit>
inline void for_each_lane(std::uint64_t lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<unsigned>(std::countr_zero(lanes)));
}

// The cost of an access depends on the distances between the lanes' addresses, and on one of these addresses
// modulo this number of bytes, which is a multiple of all lines, segments and rows of banks of the models.
inline constexpr std::uint64_t kAddressPeriod = 512;

enum class AccessKind : std::uint8_t { load, store, atomic };

// An access of a warp. `addresses[lane]` has a meaning only for lanes that are set in `active`. Addresses are
// in bytes. Two buffers never share an aligned 4 KiB page, so an offset that is aligned within a buffer gives
// an aligned address.
//
// If the addresses of an access are not multiples of its width, or if no instruction has this width, the
// access is split into several instructions. These are the widest that the addresses of all lanes allow, up
// to `widest`. Their costs are added.
//
// An atomic function is counted in rounds, because lanes that access the same word are serialised, as
// in hardware.
struct WarpAccess {
  AccessKind kind = AccessKind::load;
  std::uint32_t bytes = 4;  // per lane: 1, 2, 4, 8, 12, 16, and up to 128 for long vectors
  std::uint64_t active = 0;
  std::span<const std::uint64_t> addresses;
  // The maximum width of an instruction of the access. As in compiled code, the alignment of a structure
  // limits the instructions that copy the structure.
  std::uint32_t widest = 16;
};

struct Transaction {
  std::uint64_t address = 0;  // a multiple of `bytes`
  std::uint32_t bytes = 0;
  std::uint64_t lanes = 0;  // lanes that access this segment
};

struct GlobalCost {
  std::uint32_t requests = 0;  // warp instructions: 1, or more for a split access
  std::uint32_t transactions = 0;
  std::uint64_t bytes = 0;
};

struct LocalCost {
  std::uint32_t wavefronts = 0;  // passes
  std::uint32_t minimum = 0;     // passes that the same width and mask would need without a conflict
  std::uint32_t degree = 0;      // the greatest N of an N-way conflict of a group of lanes; 1: no conflict
  std::uint32_t conflicts() const { return wavefronts - minimum; }
};

struct ConstantCost {
  std::uint32_t requests = 0;  // of a warp, or of half-warps (cc1.x)
  std::uint32_t passes = 0;    // one for each distinct address of a request
  std::uint32_t conflicts() const { return passes - requests; }
};

// The lanes that are served together in a pass of local or constant memory. If an access is split, or if an
// access of 8 bytes counts as two accesses of 4 bytes (cc1.x), a lane is in one pass for each part.
struct LocalPass {
  std::uint64_t lanes = 0;
};

// Return the costs of an access. These fast versions allocate no memory and are used by the counters.
GlobalCost global_cost(const DeviceModel& model, const WarpAccess& access);
LocalCost local_cost(const DeviceModel& model, const WarpAccess& access);
// Returns zero if the model has no rule for constant memory.
ConstantCost constant_cost(const DeviceModel& model, const WarpAccess& access);

// Return all transactions and passes of an access, for figures. Tests check that their sums equal the results
// of the fast versions.
std::vector<Transaction> global_transactions(const DeviceModel& model, const WarpAccess& access);
std::vector<LocalPass> local_passes(const DeviceModel& model, const WarpAccess& access);
std::vector<LocalPass> constant_passes(const DeviceModel& model, const WarpAccess& access);

}  // namespace lockstep::sim
