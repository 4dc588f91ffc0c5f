#include "core/benchmark_data/parts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lockstep::measure {

std::string_view name(Split split) {
  switch (split) {
    case Split::position:
      return "position";
    case Split::equal:
      return "equal";
    case Split::measured:
      break;
  }
  return "measured";
}

std::optional<Split> parse_split(std::string_view text) {
  for (const Split split : {Split::position, Split::equal, Split::measured})
    if (name(split) == text) return split;
  return std::nullopt;
}

// The boundaries are rounded, not the lengths, so no elements are left at the end.
std::vector<Slice> cut(std::uint64_t n, std::span<const double> weights) {
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<Slice> slices;
  double upto = 0;
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    upto += weights[i];
    const auto border = static_cast<std::uint64_t>(std::llround(static_cast<double>(n) * upto / all));
    const std::uint64_t end = i + 1 == weights.size() ? n : std::clamp(border, first, n);
    slices.push_back({first, end - first});
    first = end;
  }
  return slices;
}

namespace {

Turn turn_of(std::size_t part, std::size_t parts, bool is_scan, Split split) {
  if (!is_scan) return Turn::reduce;
  if (part + 1 == parts) return Turn::last;
  return part == 0 && split != Split::equal ? Turn::first : Turn::middle;
}

}  // namespace

std::vector<PlacedPart> place_parts(std::uint64_t n, const Speeds& speeds, bool is_scan, Split split) {
  std::vector<double> weights = speeds.of_devices;
  std::vector<std::size_t> devices(weights.size());
  std::iota(devices.begin(), devices.end(), std::size_t{0});
  if (is_scan && split != Split::equal && devices.size() > 1) {
    weights.front() /= speeds.scan_per_read;
    weights.push_back(speeds.of_devices.front());
    devices.push_back(0);
  }
  const std::vector<Slice> slices = cut(n, weights);
  std::vector<PlacedPart> parts;
  for (std::size_t i = 0; i < slices.size(); ++i)
    if (slices[i].n > 0) parts.push_back({devices[i], slices[i], Turn::reduce});
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].turn = turn_of(i, parts.size(), is_scan, split);
  return parts;
}

// Times are in units of the time that a device of speed 1 needs to read one element for a reduction, or to
// scan it.
double max_speed_up_by_sharing(std::span<const PlacedPart> parts, const Speeds& speeds) {
  std::vector<double> busy(speeds.of_devices.size(), 0);  // time until which each device is busy
  double known = 0, n = 0;                                // known: time at which all totals so far are known
  for (const PlacedPart& part : parts) {
    const double work = static_cast<double>(part.slice.n) / speeds.of_devices[part.device];
    double& device = busy[part.device];
    n += static_cast<double>(part.slice.n);
    if (part.turn == Turn::middle) {
      known = std::max(known, device + work / speeds.scan_per_read);
      device = known + work;
    } else {
      device = std::max(part.turn == Turn::last ? known : 0, device) + work;
    }
    if (part.turn == Turn::first) known = device;
  }
  return n > 0 ? n / std::ranges::max(speeds.of_devices) / std::ranges::max(busy) : 1;
}

std::string_view name(Stretch::What what) {
  switch (what) {
    case Stretch::What::total:
      return "total";
    case Stretch::What::waiting:
      return "waiting";
    case Stretch::What::result:
      break;
  }
  return "result";
}

}  // namespace lockstep::measure
