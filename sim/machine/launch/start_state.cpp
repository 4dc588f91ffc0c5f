// Prepares the state at the start of the plan, of a launch and of a group. A group starts with zeros and with
// values of the launch, so no group sees the registers or the local memory of an earlier group.
#include <algorithm>
#include <cstring>

#include "sim/machine/launch/adversary.hpp"
#include "sim/machine/launch/host_calls.hpp"
#include "sim/machine/launch/setup.hpp"
#include "sim/machine/state/state.hpp"

namespace lockstep::sim {
namespace {

void prepare_private(const Setup& setup, const BoundLaunch& launch, Warp& warp) {
  const std::size_t lane_bytes = launch.program->private_bytes;
  warp.private_memory.assign(lane_bytes * setup.width(), std::byte{0});
  fill_with_garbage(warp.private_memory, {}, setup.options.garbage);
  warp.private_written.assign(setup.options.track_uninitialised ? warp.private_memory.size() : 0, 0);
  for (const auto& part : launch.private_bytes) {
    for (std::size_t lane = 0; lane < setup.width(); ++lane) {
      const std::size_t at = lane * lane_bytes + part.offset;
      std::copy(part.bytes.begin(), part.bytes.end(), warp.private_memory.begin() + at);
      if (!warp.private_written.empty()) {
        std::fill_n(warp.private_written.begin() + at, part.bytes.size(), std::uint8_t{1});
      }
    }
  }
}

void prepare_warp(const Setup& setup, const BoundLaunch& launch, const GroupShape& shape, Warp& warp,
                  std::uint64_t index) {
  const std::uint64_t first = index * setup.width();
  warp.status = Warp::Status::ready;
  warp.pc = launch.kernel->entry;
  warp.existing = lane_mask(std::min<std::uint64_t>(setup.width(), shape.items - first));
  warp.active = warp.existing;
  warp.finished = 0;
  warp.stack.clear();
  warp.returns.clear();
  warp.copies = 0;
  warp.registers = launch.register_image;
  warp.loops = {};
  warp.loop_depth = 0;
  prepare_private(setup, launch, warp);
}

std::uint32_t first_warp(const ExecutionOrder& order, const MachineState& state, std::uint32_t count) {
  if (order.kind == ExecutionOrder::Kind::adversarial) return adversarial_index(order, 0, count);
  if (order.kind == ExecutionOrder::Kind::fixed) return 0;
  return static_cast<std::uint32_t>(mixed(order.seed, state.executed, 5) % count);
}

}  // namespace

void fill_with_garbage(std::span<std::byte> bytes, std::span<const std::uint8_t> written,
                       std::uint64_t garbage) {
  if (garbage == 0) return;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (written.empty() || written[i] == 0) bytes[i] = static_cast<std::byte>(mixed(garbage, i, 7));
}

const GroupShape& BoundLaunch::shape_of(std::uint64_t group) const {
  if (shapes.size() == 1) return shapes.front();
  const std::array<std::uint64_t, 3> size = range.size_of_group(group);
  std::size_t cut = 0;
  for (std::size_t d = 0; d < 3; ++d) cut |= std::size_t{size[d] != range.local_size[d]} << d;
  return shapes[cut];
}

std::uint64_t BoundLaunch::work_item(std::uint64_t group, std::uint32_t item) const {
  const std::array<std::uint64_t, 3> group_id = {group % groups[0], group / groups[0] % groups[1],
                                                 group / groups[0] / groups[1]};
  const auto& ids = shape_of(group).local_ids;
  std::array<std::uint64_t, 3> id{};
  for (std::size_t d = 0; d < 3; ++d) id[d] = group_id[d] * range.local_size[d] + ids[d][item];
  return (id[2] * range.global_size[1] + id[1]) * range.global_size[0] + id[0];
}

void prepare_group(const Setup& setup, MachineState& state, std::uint32_t turn) {
  const BoundLaunch& launch = setup.launches[state.launch];
  const ExecutionOrder& order = setup.options.schedule.order;
  state.group.turn = turn;
  state.next_turn = turn + 1;
  state.group.group =
      group_of_turn(order, state.launch, static_cast<std::uint32_t>(launch.group_count), turn);
  const GroupShape& shape = launch.shape_of(state.group.group);
  state.current_warp = first_warp(order, state, shape.warps);
  state.group.barriers = state.group.meetings = 0;
  state.group.rounds = {};
  state.group.local_memory.assign(launch.local_bytes, std::byte{0});
  fill_with_garbage(state.group.local_memory, {}, setup.options.garbage);
  state.group.local_written.assign(setup.options.track_uninitialised ? launch.local_bytes : 0, 0);
  state.group.warps.resize(shape.warps);
  for (std::size_t i = 0; i < shape.warps; ++i) prepare_warp(setup, launch, shape, state.group.warps[i], i);
}

void prepare_launch(const Setup& setup, MachineState& state, std::uint32_t launch) {
  state.launch = launch;
  state.counts_changes = false;
  state.waiting.clear();
  if (!state.ended_early()) apply_host_calls(setup.plan, state, launch);
  if (launch < setup.launches.size()) {
    prepare_group(setup, state, 0);
  } else {
    state.group.group =
        static_cast<std::uint32_t>(setup.launches.empty() ? 0 : setup.launches.back().group_count);
  }
}

}  // namespace lockstep::sim
