// One array in contiguous parts, in order, a device each; and an upper bound on the speed-up of the devices
// over a single one, by memory traffic alone.
//
// A reduction reads each element once: d devices that are alike are at most d times as fast.
//
// A scan reads and writes each element: twice the time of reading it. A part may be written only when the
// total of all before it is known, and its own total is known only after it was read, so that a part in the
// middle is read twice: with a elements it takes a for its total and then 2a, in units of one read. Totals
// are exchanged once, at the time a; all is done at T = 3a.
//
//   equal parts   n = d·a. The last part's total is not needed, and its device waits until a. One device
//                 needs 2n, so that d of them are at most 2n / T = 2d/3 times as fast: 2.67 for d = 4.
//                 Other lengths of these d parts do not help: a longer first part makes the others wait, and
//                 a longer last part is not done at 3a.
//   by position   The device that would wait has the beginning of the array as well. Nothing comes before
//                 it, so that it is scanned at once, and its last result is its total: a/2 elements in the
//                 time a. n = d·a + a/2, and d devices are at most (2d + 1)/3 times as fast: 3.00 for d = 4.
//                 No arrangement with totals of whole parts does better: of the elements that are not read
//                 twice, only the one that follows all known totals can be scanned next, by one device at a
//                 time, so there are at most T/2 of them, and 2·T/2 + 3·(n − T/2) ≤ d·T.
//
// With speeds v instead of 1 the parts are in proportion: v₀/2, v₁, v₂ …, v₀. A device whose scan takes r
// times as long as its reduction, instead of twice, has v₀/r for v₀/2, and d devices that are alike are at
// most (r d + 1) / (r + 1) times as fast: of some H200 r is 2.2, because a scan reaches less of the memory's
// rate.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::measure {

// How long the parts are.
enum class Split : std::uint8_t {
  position,  // as a part's place in the array allows (above); equal for a reduction
  equal,
  measured,  // by position, in proportion to each device's measured speed, and with the measured r of the
             // first device; both are tried on an equal part first
};

std::string_view name(Split split);  // "position", "equal", "measured"
std::optional<Split> parse_split(std::string_view name);

struct Slice {
  std::uint64_t first = 0, n = 0;  // elements
  bool operator==(const Slice&) const = default;
};

// In proportion to the weights, which are positive. One slice a weight; where there are fewer elements than
// weights, some are empty.
std::vector<Slice> cut(std::uint64_t n, std::span<const double> weights);

// What a device does with its part.
enum class Turn : std::uint8_t {
  reduce,  // of a reduction: its result is its total
  first,   // scans at once; its last result is its total
  middle,  // finds its total, waits for the totals before it if there are any, scans
  last,    // waits for the totals before it if there are any, scans
};

struct PlacedPart {
  std::size_t device = 0;  // of the list of devices
  Slice slice;             // not empty
  Turn turn = Turn::reduce;
  bool operator==(const PlacedPart&) const = default;
};

// As assumed or measured.
struct Speeds {
  std::vector<double> of_devices;  // in any unit: 1 each, or elements in a nanosecond
  double scan_per_read = 2;        // r above
};

// The parts in their order; a device may have the first and the last one, and where there are few elements
// some devices have none.
std::vector<PlacedPart> place_parts(std::uint64_t n, const Speeds& speeds, bool is_scan, Split split);

// The upper bound on the speed-up of these parts over the fastest of the devices alone, by the traffic above.
double max_speed_up_by_sharing(std::span<const PlacedPart> parts, const Speeds& speeds);

// When a device was at work on its part of an array.

// What happened to a part between two moments of the host's clock.
struct Stretch {
  enum class What : std::uint8_t {
    total,    // computing the total of the part
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

}  // namespace lockstep::measure
