// sim/memory_rules: device models, and the transactions and passes of one memory access of one warp on each
// of them. Pure functions of one access, independent of the machine and of kernels.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/device_models/device_model.hpp"

namespace lockstep::sim {

inline constexpr unsigned kMaxLanes = 64;

// std::popcount becomes a function call where the compiler may not use the processor's own instruction.
inline constexpr unsigned count_lanes(std::uint64_t lanes) {
  lanes -= lanes >> 1 & 0x5555555555555555u;
  lanes = (lanes & 0x3333333333333333u) + (lanes >> 2 & 0x3333333333333333u);
  return static_cast<unsigned>(((lanes + (lanes >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}

// Calls visit(lane) for each lane of a mask, the lowest first.
template <class Visit>
inline void for_each_lane(std::uint64_t lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<unsigned>(std::countr_zero(lanes)));
}

// Costs depend on the distances between the lanes' addresses, and on one of the addresses modulo this many
// bytes: a multiple of all lines, segments and rows of banks of the models.
inline constexpr std::uint64_t kAddressPeriod = 512;

enum class AccessKind : std::uint8_t { load, store, atomic };

// `addresses[lane]` is meaningful for lanes set in `active`. Addresses are in bytes; two buffers never
// share an aligned 4 KiB page, so that alignment inside a buffer is alignment of the address.
//
// An access whose addresses are not multiples of its width, or whose width no instruction has, is split into
// several instructions: the widest that all lanes' addresses allow, up to `widest`. Their costs add up.
//
// An atomic is counted in rounds: lanes on one word are serialised, as on the hardware.
struct WarpAccess {
  AccessKind kind = AccessKind::load;
  std::uint32_t bytes = 4;  // of one lane: 1, 2, 4, 8, 12, 16, and up to 128 for long vectors
  std::uint64_t active = 0;
  std::span<const std::uint64_t> addresses;
  // What an instruction of it may take at most: a structure is copied by its alignment, as compilers do.
  std::uint32_t widest = 16;
};

struct Transaction {
  std::uint64_t address = 0;  // aligned to `bytes`
  std::uint32_t bytes = 0;
  std::uint64_t lanes = 0;  // lanes that access it
};

struct GlobalCost {
  std::uint32_t requests = 0;  // warp instructions: 1, or more for an access that is split
  std::uint32_t transactions = 0;
  std::uint64_t bytes = 0;
};

struct LocalCost {
  std::uint32_t wavefronts = 0;  // passes
  std::uint32_t minimum = 0;     // passes that the same width and mask would need without a conflict
  std::uint32_t degree = 0;      // worst N-way of one group of lanes; 1: no conflict
  std::uint32_t conflicts() const { return wavefronts - minimum; }
};

struct ConstantCost {
  std::uint32_t requests = 0;  // of a warp, or of half-warps (cc1.x)
  std::uint32_t passes = 0;    // one for each different address of a request
  std::uint32_t conflicts() const { return passes - requests; }
};

// A pass of local or constant memory: which lanes are served together. In a split access, and where 8 bytes
// are two accesses of 4 (cc1.x), a lane is in one pass for each part.
struct LocalPass {
  std::uint64_t lanes = 0;
};

// Fast forms without allocation, for counters.
GlobalCost global_cost(const DeviceModel& model, const WarpAccess& access);
LocalCost local_cost(const DeviceModel& model, const WarpAccess& access);
// Zero where the model has no rule.
ConstantCost constant_cost(const DeviceModel& model, const WarpAccess& access);

// Detailed forms, for figures. Their sums equal the fast forms' (tested).
std::vector<Transaction> global_transactions(const DeviceModel& model, const WarpAccess& access);
std::vector<LocalPass> local_passes(const DeviceModel& model, const WarpAccess& access);
std::vector<LocalPass> constant_passes(const DeviceModel& model, const WarpAccess& access);

}  // namespace lockstep::sim
