#include "sim/trace/snapshots.hpp"

#include <algorithm>

namespace lockstep::sim {

namespace {

template <class T>
std::uint64_t bytes_of(const std::vector<T>& values) {
  return values.size() * sizeof(T);
}

std::uint64_t bytes_of(const Warp& warp) {
  return sizeof(Warp) + bytes_of(warp.stack) + bytes_of(warp.registers) + bytes_of(warp.private_memory) +
         bytes_of(warp.private_written) + bytes_of(warp.returns);
}

}  // namespace

std::uint64_t size_in_memory(const TraceState& state) {
  std::uint64_t bytes = sizeof(TraceState);
  for (const Warp& warp : state.machine.group.warps) bytes += bytes_of(warp);
  bytes += bytes_of(state.machine.group.local_memory) + bytes_of(state.machine.group.local_written);
  for (const auto& buffer : state.machine.buffers) bytes += bytes_of(buffer);
  for (const auto& written : state.machine.buffer_written) bytes += bytes_of(written);
  for (const auto& ids : state.buffer_provenance) bytes += bytes_of(ids);
  return bytes + bytes_of(state.local_provenance) + bytes_of(state.register_provenance) +
         bytes_of(state.private_provenance) + bytes_of(state.input_lanes) + bytes_of(state.clocks);
}

void Snapshots::offer(const TraceState& state) {
  if (state.position % interval_ != 0) return;
  states_.push_back(state);
  bytes_ += size_in_memory(state);
  while (bytes_ > budget_bytes_ && states_.size() > 2) thin();
}

void Snapshots::thin() {
  interval_ *= 2;
  std::erase_if(states_, [&](const TraceState& state) { return state.position % interval_ != 0; });
  bytes_ = 0;
  for (const TraceState& state : states_) bytes_ += size_in_memory(state);
}

const TraceState& Snapshots::before(std::uint64_t position) const {
  const auto after =
      std::upper_bound(states_.begin(), states_.end(), position,
                       [](std::uint64_t wanted, const TraceState& state) { return wanted < state.position; });
  return *std::prev(after);
}

}  // namespace lockstep::sim
