// Sizes in up to three dimensions as text.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep {

// "64,4", as on the command line; "64x4" or "64×4" with another separator.
std::string sizes_text(const std::array<std::uint64_t, 3>& sizes, unsigned dimensions,
                       std::string_view separator = ",");

}  // namespace lockstep
