#include "sim/analysis/provenance_cover.hpp"

#include <utility>

namespace lockstep::sim {

namespace {

bool has_step(const InputCover& cover, std::uint64_t step) { return cover.count == 1 || cover.step == step; }

}  // namespace

InputCover united(const InputCover& one, const InputCover& other) {
  const auto& [low, high] = one.first < other.first ? std::pair(one, other) : std::pair(other, one);
  if (low.count == 0 || high.count == 0 || low.first == high.first) return {};
  const std::uint64_t between = high.first - low.first;
  const std::uint64_t count = low.count + high.count;
  // One after the other.
  const std::uint64_t step = low.count > 1 ? low.step : high.count > 1 ? high.step : between;
  if (has_step(low, step) && has_step(high, step) && between == step * low.count)
    return {low.first, step, count};
  // Every second one from each.
  const bool alternate = low.count > 1 && low.step == 2 * between && has_step(high, low.step) &&
                         (low.count == high.count || low.count == high.count + 1);
  if (alternate) return {low.first, between, count};
  return {};
}

}  // namespace lockstep::sim
