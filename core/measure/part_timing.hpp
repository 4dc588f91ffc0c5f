// When a device was at work on its part of an array.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/measure/repetitions.hpp"

namespace lockstep::opencl {

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
