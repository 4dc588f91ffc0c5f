#include "core/measure/parts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lockstep::opencl {

std::string_view name(Split split) { return split == Split::equal ? "equal" : "measured"; }

std::optional<Split> parse_split(std::string_view text) {
  for (const Split split : {Split::equal, Split::measured})
    if (name(split) == text) return split;
  return std::nullopt;
}

// Borders are rounded, not lengths, so that nothing is left over at the end.
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

}  // namespace lockstep::opencl
