#include "sim/observers/provenance/cover.hpp"

#include <optional>
#include <utility>

namespace lockstep::sim {

namespace {

bool has_step(const Progression& terms, std::uint64_t step) { return terms.count == 1 || terms.step == step; }

// The terms of `low`, and the terms of `high` shifted by `distance`: one list after the other,
// or interleaved.
std::optional<Progression> united(const Progression& low, const Progression& high, std::uint64_t distance) {
  const std::uint64_t step = low.count > 1 ? low.step : high.count > 1 ? high.step : distance;
  const std::uint64_t count = low.count + high.count;
  if (has_step(low, step) && has_step(high, step) && distance == step * low.count)
    return Progression{step, count};
  const bool alternate = low.count > 1 && low.step == 2 * distance && has_step(high, low.step) &&
                         (low.count == high.count || low.count == high.count + 1);
  return alternate ? std::optional(Progression{distance, count}) : std::nullopt;
}

// Rows that touch are merged; rows that overlap may contain an input twice.
InputCover of_rows(std::uint64_t first, Progression one, Progression other) {
  if (one.count == 1) return {first, other, {}};
  if (other.count == 1) return {first, one, {}};
  const auto& [inner, outer] = one.step < other.step ? std::pair(one, other) : std::pair(other, one);
  if (outer.step == inner.step * inner.count) return {first, {inner.step, inner.count * outer.count}, {}};
  if (outer.step <= inner.step * (inner.count - 1)) return {};
  return {first, inner, outer};
}

InputCover united_of_one_buffer(const InputCover& low, const InputCover& high) {
  if (!low.known() || !high.known() || low.first == high.first) return {};
  const std::uint64_t distance = high.first - low.first;
  if (low.outer == high.outer) {
    if (const auto inner = united(low.inner, high.inner, distance))
      return of_rows(low.first, *inner, low.outer);
  }
  if (low.inner == high.inner) {
    if (const auto outer = united(low.outer, high.outer, distance))
      return of_rows(low.first, low.inner, *outer);
  }
  return {};
}

}  // namespace

InputCover united(const InputCover& one, const InputCover& other) {
  if (one.buffer != other.buffer) return {};
  InputCover both =
      one.first < other.first ? united_of_one_buffer(one, other) : united_of_one_buffer(other, one);
  both.buffer = one.buffer;
  return both;
}

}  // namespace lockstep::sim
