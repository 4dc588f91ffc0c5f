// One array in contiguous parts, in order, a device each.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lockstep::opencl {

// How long the parts are.
enum class Split : std::uint8_t {
  equal,
  measured,  // in proportion to what each device does in a nanosecond of its own, tried on an equal part
             // first
};

std::string_view name(Split split);  // "equal", "measured"
std::optional<Split> parse_split(std::string_view name);

struct Slice {
  std::uint64_t first = 0, n = 0;  // elements
  bool operator==(const Slice&) const = default;
};

// In proportion to the weights, which are positive. One slice a weight; where there are fewer elements than
// weights, some are empty.
std::vector<Slice> cut(std::uint64_t n, std::span<const double> weights);

}  // namespace lockstep::opencl
