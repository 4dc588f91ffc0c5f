// One array in contiguous parts, in order, a device each.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/measure/repetitions.hpp"

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

// When a device was at work on its part of an array.

// What happened to a part between two moments of the host's clock.
struct Stretch {
  enum class What : std::uint8_t {
    total,    // finding what the part comes to
    waiting,  // for the totals of the parts before it
    result,   // reducing or scanning
  };
  What what = What::result;
  std::uint64_t begin_ns = 0, end_ns = 0;  // since the common start of all parts
  bool operator==(const Stretch&) const = default;
};

struct PartTiming {
  Spread device_ns;                // its kernels' execution, added up
  Spread span_ns;                  // first kernel's start to last kernel's end, waiting included
  Spread host_ns;                  // from the common start until the host knows that this part is done
  std::vector<Stretch> stretches;  // of the run whose whole time is the median, or next to it
};

std::string_view name(Stretch::What what);  // "total", "waiting", "result"

}  // namespace lockstep::opencl
