// Describes one access of a warp without a kernel: which lanes are active, and which address each active
// lane requests.
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

// An access. The addresses are valid for the lanes in `active`; they are in bytes from the start of an array
// that is aligned to 4 KiB.
struct LaneAccess {
  sim::AccessKind kind = sim::AccessKind::load;
  std::uint32_t bytes = 4;  // per lane: 1, 2, 4, 8 or 16
  std::uint64_t active = 0;
  std::array<std::uint64_t, sim::kMaxLanes> addresses{};
};

// Parses "all", "even", "odd", a mask ("0xFFFF"), or numbers and ranges ("0-15, 20"). Bit i of the result
// represents lane i of 64.
Result<std::uint64_t> parse_lanes(std::string_view text);

// Returns the settings of an access, for scenes that show a single access.
std::vector<Setting> lane_settings();
// Makes the access that the settings describe. Returns a usage error if an address is out of range or is not
// a multiple of the element's size.
Result<LaneAccess> read_lane_access(const SettingReader& settings, unsigned warp_width);

}  // namespace lockstep::lab
