// Reads numbers that follow an option, and checks that they are in a range. The Error states the option, the
// given value and the allowed values: "--repeat 0: give a whole number from 1 to 10,000".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep {

struct WholeRange {
  std::uint64_t least = 0, most = UINT64_MAX;
  std::string note = {};  // added to the allowed values: "0: never"
};
// Reads a whole number, which may be written as 64Ki.
Result<std::uint64_t> read_whole(std::string_view option, std::string_view text, const WholeRange& range);

struct RealRange {
  double least = 0, most = 0;
  std::string note = {};
};
// Reads a number; NaN and infinities are refused.
Result<double> read_real(std::string_view option, std::string_view text, const RealRange& range);

// Returns the given text for a message: shortened if it is long, and with visible quotes if it is empty.
std::string quoted_briefly(std::string_view text);

// The largest array size that any option accepts; devices and the simulator have room for far less.
inline constexpr std::uint64_t kMaxElements = std::uint64_t{1} << 40;

}  // namespace lockstep
