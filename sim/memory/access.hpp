// One memory access of one warp, and what it costs on a DeviceModel. Pure functions over one access.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/memory/device_model.hpp"

namespace lockstep::sim {

inline constexpr unsigned kMaxLanes = 64;

enum class AccessKind : std::uint8_t { load, store, atomic };

// `addresses[lane]` is meaningful for lanes set in `active`. Addresses are in bytes; two buffers never
// share an aligned 4 KiB page, so that alignment inside a buffer is alignment of the address.
struct WarpAccess {
    AccessKind kind = AccessKind::load;
    std::uint32_t bytes = 4;  // of one lane: 1, 2, 4, 8, 12, 16, and up to 128 for long vectors
    std::uint64_t active = 0;
    std::span<const std::uint64_t> addresses;
};

struct Transaction {
    std::uint64_t address = 0;  // aligned to `bytes`
    std::uint32_t bytes = 0;
    std::uint64_t lanes = 0;    // who asked for something in it
};

struct GlobalCost {
    std::uint32_t requests = 0;      // warp instructions (1 for an access with an active lane)
    std::uint32_t transactions = 0;
    std::uint64_t bytes = 0;
};

struct LocalCost {
    std::uint32_t wavefronts = 0;  // passes
    std::uint32_t minimum = 0;     // passes that the same width and mask would need without a conflict
    std::uint32_t degree = 0;      // worst N-way of one pass group; 1: no conflict
    std::uint32_t conflicts() const { return wavefronts - minimum; }
};

// A pass that local memory makes: which lanes are served together.
struct LocalPass {
    std::uint64_t lanes = 0;
};

// Fast forms, no allocation: for counters.
GlobalCost global_cost(const DeviceModel& model, const WarpAccess& access);
LocalCost local_cost(const DeviceModel& model, const WarpAccess& access);

// Detailed forms, for figures. Their sums equal the fast forms' (tested).
std::vector<Transaction> global_transactions(const DeviceModel& model, const WarpAccess& access);
std::vector<LocalPass> local_passes(const DeviceModel& model, const WarpAccess& access);

}  // namespace lockstep::sim
