// Extents of up to three dimensions, as in options of the command line: "1024", "64,4", "8,8,2".
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/base/result.hpp"

namespace lockstep::sim {

struct Extents {
  std::array<std::uint64_t, 3> size{1, 1, 1};
  unsigned dimensions = 1;
};
Result<Extents> parse_extents(const std::string& option, const std::string& text);
// Does the same for numbers that may be 0.
Result<Extents> parse_offset(const std::string& option, const std::string& text);

}  // namespace lockstep::sim
