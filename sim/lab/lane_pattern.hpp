// One access of a warp without a kernel: which lanes are active, and which address each active lane requests.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "sim/lab/settings.hpp"
#include "sim/memory_rules/access.hpp"

namespace lockstep::lab {

// Addresses in bytes from the start of an array that is aligned to 4 KiB, for the lanes in `active`.
struct LaneAccess {
  sim::AccessKind kind = sim::AccessKind::load;
  std::uint32_t bytes = 4;  // per lane: 1, 2, 4, 8 or 16
  std::uint64_t active = 0;
  std::array<std::uint64_t, sim::kMaxLanes> addresses{};
};

// "all", "even", "odd", a mask ("0xFFFF"), or numbers and ranges ("0-15, 20"). Bit i: lane i of 64.
Result<std::uint64_t> parse_lanes(std::string_view text);

// The settings of an access, for scenes that show a single access.
std::vector<Setting> lane_settings();
// Returns a usage error if an address is negative or not a multiple of the element's size.
Result<LaneAccess> read_lane_access(const SettingReader& settings, unsigned warp_width);

}  // namespace lockstep::lab
