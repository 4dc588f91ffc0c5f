#include "sim/equal_groups/dependence.hpp"

#include <numeric>

namespace lockstep::sim {
namespace {

// Longer periods leave too few work-groups in a class.
constexpr std::uint64_t kLargestFactor = 1 << 16;

std::int64_t in_width(std::uint64_t step, std::size_t bytes) {
  const auto unused = static_cast<unsigned>(64 - 8 * bytes);
  return static_cast<std::int64_t>(step << unused) >> unused;
}

// Expresses the dependence in units. In each dimension, either the step is a multiple of `unit`, or it would
// be a multiple if the period were longer, or the dependence is opaque.
template <class Result>
Dependence in_units(const Dependence& a, std::uint64_t unit, Result result) {
  Dependence r = a;
  for (std::size_t d = 0; d < kDimensions; ++d) {
    if (a.factor[d] != 1) continue;
    r.factor[d] = missing_factor(a.step[d], unit);
    r.step[d] = r.factor[d] == 1 ? result(a.step[d]) : 0;
  }
  return r;
}

}  // namespace

std::uint32_t common_factor(std::uint32_t a, std::uint32_t b) {
  if (a == 0 || b == 0) return 0;
  const std::uint64_t both = std::lcm(std::uint64_t{a}, std::uint64_t{b});
  return both > kLargestFactor ? 0 : static_cast<std::uint32_t>(both);
}

std::uint32_t missing_factor(std::int64_t step, std::uint64_t unit) {
  const auto size =
      step < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(step) : static_cast<std::uint64_t>(step);
  const std::uint64_t factor = unit / std::gcd(size, unit);
  return factor > kLargestFactor ? 0 : static_cast<std::uint32_t>(factor);
}

Dependence opaque(const Dependence& a) {
  Dependence r = a;
  for (std::size_t d = 0; d < kDimensions; ++d)
    if (a.step[d] != 0) r.factor[d] = 0;
  r.step = {};
  return r;
}

Dependence joined(const Dependence& a, const Dependence& b) {
  Dependence r = opaque(a);
  const Dependence other = opaque(b);
  r.is_data = a.is_data || b.is_data;
  for (std::size_t d = 0; d < kDimensions; ++d) r.factor[d] = common_factor(r.factor[d], other.factor[d]);
  return r;
}

Dependence sum(const Dependence& a, const Dependence& b) {
  Dependence r;
  r.is_data = a.is_data || b.is_data;
  for (std::size_t d = 0; d < kDimensions; ++d) {
    r.factor[d] = common_factor(a.factor[d], b.factor[d]);
    if (r.factor[d] == 1)
      r.step[d] = static_cast<std::int64_t>(static_cast<std::uint64_t>(a.step[d]) +
                                            static_cast<std::uint64_t>(b.step[d]));
  }
  return r;
}

Dependence scaled(const Dependence& a, std::uint64_t factor) {
  Dependence r = a;
  for (std::size_t d = 0; d < kDimensions; ++d)
    r.step[d] = static_cast<std::int64_t>(static_cast<std::uint64_t>(a.step[d]) * factor);
  return r;
}

Dependence quotient(const Dependence& a, std::uint64_t unit) {
  return in_units(a, unit, [unit](std::int64_t step) { return step / static_cast<std::int64_t>(unit); });
}

Dependence remainder(const Dependence& a, std::uint64_t unit) {
  return in_units(a, unit, [](std::int64_t) { return std::int64_t{0}; });
}

Dependence with_other_low_bits(const Dependence& a, std::uint64_t unit) {
  return in_units(a, unit, [](std::int64_t step) { return step; });
}

Dependence of_width(Dependence a, std::size_t bytes) {
  for (std::int64_t& step : a.step) step = in_width(static_cast<std::uint64_t>(step), bytes);
  a.bytes = 0;
  if (a.is_data) return kData;
  if (!a.is_none()) a.bytes = static_cast<std::uint8_t>(bytes);
  return a;
}

Dependence read_as(const Dependence& a, std::size_t bytes) {
  if (a.bytes == 0 || a.bytes == bytes) return a;
  // If the widths differ, the lanes of a register are at different offsets, so the value read contains parts
  // of other lanes.
  Dependence r;
  r.factor = {0, 0, 0};
  r.bytes = static_cast<std::uint8_t>(bytes);
  return r;
}

}  // namespace lockstep::sim
