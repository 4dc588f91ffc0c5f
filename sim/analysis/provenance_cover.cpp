#include "sim/analysis/provenance_cover.hpp"

#include <utility>

namespace lockstep::sim {

namespace {

bool has_step(const InputCover& cover, std::uint64_t step) { return cover.count == 1 || cover.step == step; }

// Runs that touch are one.
InputCover of_runs(std::uint64_t first, std::uint64_t run, std::uint64_t step, std::uint64_t count) {
  if (step < run) return {};
  if (step == run) return {first, run * count, 0, 1};
  return {first, run, step, count};
}

// The starts of the runs of both: one list after the other, or every second one from each.
InputCover united_runs(const InputCover& low, const InputCover& high) {
  const std::uint64_t between = high.first - low.first;
  const std::uint64_t count = low.count + high.count;
  const std::uint64_t step = low.count > 1 ? low.step : high.count > 1 ? high.step : between;
  if (has_step(low, step) && has_step(high, step) && between == step * low.count)
    return of_runs(low.first, low.run, step, count);
  const bool alternate = low.count > 1 && low.step == 2 * between && has_step(high, low.step) &&
                         (low.count == high.count || low.count == high.count + 1);
  return alternate ? of_runs(low.first, low.run, between, count) : InputCover{};
}

}  // namespace

InputCover united(const InputCover& one, const InputCover& other) {
  const auto& [low, high] = one.first < other.first ? std::pair(one, other) : std::pair(other, one);
  if (low.count == 0 || high.count == 0 || low.first == high.first) return {};
  if (low.count == 1 && high.count == 1 && low.first + low.run == high.first)
    return {low.first, low.run + high.run, 0, 1};
  return low.run == high.run ? united_runs(low, high) : InputCover{};
}

}  // namespace lockstep::sim
