// Compares the lanes that the mask of a warp function names with the lanes that call the function. A mask has
// 32 bits; in a wider sub-group, it names lanes of the block of 32 lanes to which the caller belongs. The
// function does not wait for lanes that have exited.
#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "sim/bytecode/collective.hpp"
#include "sim/machine/barriers_and_collectives/barriers.hpp"
#include "sim/machine/execution/lanes.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint32_t kNamedLanes = 32;

struct Callers {
  std::vector<MaskedCall> calls;                    // in the order of their positions
  std::array<const MaskedCall*, 64> by_position{};  // null: the lane does not call
};

std::uint32_t first_position(const Execution& x, std::uint32_t first_warp) {
  const std::uint32_t item = x.local_index(first_warp, 0);
  return item / x.setup.sub_group_width * x.setup.sub_group_width;
}

Callers callers_of(Execution& x, std::uint32_t at, std::uint32_t first_warp,
                   std::span<const std::uint64_t> lanes) {
  const Operation& op = (*x.launch->code)[at];
  const std::uint32_t mask_at = op.instruction->op == Opcode::collective ? op.c : op.a;
  const std::uint32_t begin = first_position(x, first_warp);
  Callers callers;
  for (std::uint32_t i = 0; i < lanes.size(); ++i)
    for_each_lane(lanes[i], [&](unsigned lane) {
      const std::uint32_t warp = first_warp + i;
      const std::uint32_t position = x.local_index(warp, lane) - begin;
      const auto named = get_lane<std::uint64_t>(x.state.group.warps[warp].registers.data() + mask_at, lane);
      callers.calls.push_back({at, warp, lane, position, named << position / kNamedLanes * kNamedLanes});
    });
  for (const MaskedCall& call : callers.calls) callers.by_position[call.position] = &call;
  return callers;
}

// Returns the lanes of the sub-group that still run but do not call the function.
std::array<std::optional<MaskedCall>, 64> absent(const Execution& x, const Callers& callers,
                                                 std::uint32_t first_warp) {
  std::array<std::optional<MaskedCall>, 64> result;
  const std::uint32_t begin = first_position(x, first_warp);
  const std::uint32_t first = first_warp / x.setup.warps_of_sub_group() * x.setup.warps_of_sub_group();
  const auto end = std::min<std::uint32_t>(first + x.setup.warps_of_sub_group(),
                                           static_cast<std::uint32_t>(x.state.group.warps.size()));
  for (std::uint32_t i = first; i < end; ++i) {
    const Warp& warp = x.state.group.warps[i];
    if (warp.status == Warp::Status::finished) continue;
    for_each_lane(warp.existing & ~warp.finished, [&](unsigned lane) {
      const std::uint32_t position = x.local_index(i, lane) - begin;
      if (callers.by_position[position] == nullptr) result[position] = MaskedCall{0, i, lane, position, 0};
    });
  }
  return result;
}

// Checks one call and reports at most one finding.
void check(Execution& x, const Callers& callers, const MaskedCall& call,
           const std::array<std::optional<MaskedCall>, 64>& others) {
  const auto names = [&](std::uint32_t position) { return (call.mask >> position & 1) != 0; };
  if (!names(call.position)) {
    const auto named =
        std::ranges::find_if(callers.calls, [&](const MaskedCall& c) { return names(c.position); });
    return report_unnamed_caller(x, call, named == callers.calls.end() ? nullptr : &*named);
  }
  for (std::uint32_t position = 0; position < others.size(); ++position) {
    if (!names(position)) continue;
    if (others[position]) return report_missing_lane(x, call, *others[position]);
    const MaskedCall* other = callers.by_position[position];
    if (other != nullptr && other->mask != call.mask) return report_different_masks(x, call, *other);
  }
}

}  // namespace

std::vector<MaskedLanes> lanes_by_mask(Execution& x, std::uint32_t at, std::uint32_t first_warp,
                                       std::span<const std::uint64_t> lanes) {
  const Callers callers = callers_of(x, at, first_warp, lanes);
  const auto others = absent(x, callers, first_warp);
  std::vector<MaskedLanes> result;
  for (const MaskedCall& call : callers.calls) {
    check(x, callers, call, others);
    auto found = std::ranges::find(result, call.mask, &MaskedLanes::mask);
    if (found == result.end()) {
      result.push_back({call.mask, std::vector<std::uint64_t>(lanes.size(), 0)});
      found = std::prev(result.end());
    }
    found->lanes[call.warp - first_warp] |= std::uint64_t{1} << call.lane;
  }
  return result;
}

}  // namespace lockstep::sim
