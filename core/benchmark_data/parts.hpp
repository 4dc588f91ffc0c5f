// Divides an array into contiguous parts, one for each device, and computes an upper bound on the speed-up of
// several devices over one device, by memory traffic alone.
//
// A reduction reads each element once: d equal devices are at most d times as fast.
//
// A scan reads and writes each element, which takes twice the time of reading it. A part can be written only
// when the total of all preceding parts is known, and its own total is known only after it was read.
// Therefore a part in the middle is read twice: for a elements, its total takes the time a and its scan 2a,
// in units of one read. Totals are exchanged once, at time a; all parts are done at T = 3a.
//
//   equal parts   n = d·a. The last part's total is not needed, and its device waits until a. One device
//                 needs 2n, so d devices are at most 2n / T = 2d/3 times as fast: 2.67 for d = 4.
//                 Other lengths of these d parts do not help: a longer first part makes the others wait, and
//                 a longer last part is not done at 3a.
//   by position   The device that would wait also has the beginning of the array. No part precedes it, so
//                 it is scanned at once, and its last result is its total: a/2 elements in the
//                 time a. n = d·a + a/2, and d devices are at most (2d + 1)/3 times as fast: 3.00 for d = 4.
//                 No arrangement with totals of whole parts does better: of the elements that are not read
//                 twice, only the element after all known totals can be scanned next, by one device at a
//                 time, so there are at most T/2 such elements, and 2·T/2 + 3·(n − T/2) ≤ d·T.
//
// With speeds v instead of 1 the lengths of the parts are proportional: v₀/2, v₁, v₂ …, v₀. If the scan of a
// device takes r times as long as its reduction, instead of twice, v₀/2 becomes v₀/r, and d equal devices are
// at most (r d + 1) / (r + 1) times as fast. For an H200, r is about 2.2, because a scan reaches a lower
// share of the memory's rate.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::measure {

// How the lengths of the parts are chosen.
enum class Split : std::uint8_t {
  position,  // by the position of a part in the array (see above); equal for a reduction
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

// Cuts n elements into one slice for each weight, with lengths proportional to the weights. Weights must be
// positive. If there are fewer elements than weights, some slices are empty.
std::vector<Slice> cut(std::uint64_t n, std::span<const double> weights);

// The work of a device on its part.
enum class Turn : std::uint8_t {
  reduce,  // a part of a reduction; its result is its total
  first,   // scans immediately; its last result is its total
  middle,  // finds its total, waits for the totals of preceding parts if there are any, scans
  last,    // waits for the totals of preceding parts if there are any, scans
};

struct PlacedPart {
  std::size_t device = 0;  // index in the list of devices
  Slice slice;             // not empty
  Turn turn = Turn::reduce;
  bool operator==(const PlacedPart&) const = default;
};

// Assumed or measured speeds.
struct Speeds {
  std::vector<double> of_devices;  // in any unit: 1 for every device, or elements per nanosecond
  double scan_per_read = 2;        // r, see above
};

// Returns the parts in the order of the array. A device may have both the first and the last part. If there
// are few elements, some devices have no part.
std::vector<PlacedPart> place_parts(std::uint64_t n, const Speeds& speeds, bool is_scan, Split split);

// Returns the upper bound on the speed-up of these parts over the fastest device alone, by the memory traffic
// described above.
double max_speed_up_by_sharing(std::span<const PlacedPart> parts, const Speeds& speeds);

// The times at which a device worked on its part of an array.

// The state of a part between two times of the host's clock.
struct Stretch {
  enum class What : std::uint8_t {
    total,    // computing the total of the part
    waiting,  // waiting for the totals of the preceding parts
    result,   // reducing or scanning
  };
  What what = What::result;
  std::uint64_t begin_ns = 0, end_ns = 0;  // since the common start of all parts
  bool operator==(const Stretch&) const = default;
};

struct PartTiming {
  Spread device_ns;                // the execution times of its kernels, added up
  Spread span_ns;                  // first kernel's start to last kernel's end, waiting included
  Spread host_ns;                  // from the common start until the host knows that this part is done
  std::vector<Stretch> stretches;  // of the run whose total time is nearest to the median
};

std::string_view name(Stretch::What what);  // "total", "waiting", "result"

}  // namespace lockstep::measure
