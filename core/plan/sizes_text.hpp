// Formats sizes in up to three dimensions.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep {

// Returns "64,4", as on the command line, or "64x4" or "64×4" with another separator.
std::string sizes_text(const std::array<std::uint64_t, 3>& sizes, unsigned dimensions,
                       std::string_view separator = ",");

}  // namespace lockstep
