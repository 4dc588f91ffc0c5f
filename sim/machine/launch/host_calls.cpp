// Performs the calls of the host between launches, which write, fill and copy buffers. The bytes that the
// host wrote count as initialised.
#include "sim/machine/launch/host_calls.hpp"

#include <algorithm>
#include <cstring>

namespace lockstep::sim {
namespace {

void mark_written(CopyOnWrite<std::uint8_t>& written, std::uint64_t offset, std::uint64_t bytes) {
  if (!written.empty()) std::memset(written.write().data() + offset, 1, bytes);
}

void fill(std::byte* to, std::uint64_t bytes, const std::vector<std::byte>& pattern) {
  for (std::uint64_t at = 0; at < bytes; at += pattern.size())
    std::memcpy(to + at, pattern.data(), pattern.size());
}

// Copies the map of written bytes. Bytes that were never written count as unwritten in the copy, too.
void copy_written(MachineState& state, const HostCall& call) {
  CopyOnWrite<std::uint8_t>& to = state.buffer_written[call.buffer];
  const CopyOnWrite<std::uint8_t>& from = state.buffer_written[call.source];
  if (to.empty()) return;
  if (from.empty()) return mark_written(to, call.offset, call.bytes);
  std::uint8_t* const changed = to.write().data();
  std::memmove(changed + call.offset, from.data() + call.source_offset, call.bytes);
}

void apply(const HostCall& call, MachineState& state) {
  if (!call.changes_buffer() || call.bytes == 0) return;
  std::byte* const to = state.buffers[call.buffer].write().data() + call.offset;
  if (call.kind == HostCall::Kind::copy) {
    std::memmove(to, state.buffers[call.source].data() + call.source_offset, call.bytes);
    return copy_written(state, call);
  }
  if (call.kind == HostCall::Kind::fill)
    fill(to, call.bytes, *call.data);
  else
    std::memcpy(to, call.data->data(), call.bytes);
  mark_written(state.buffer_written[call.buffer], call.offset, call.bytes);
}

}  // namespace

void apply_host_calls(const Plan& plan, MachineState& state, std::uint32_t launch) {
  for (const HostCall& call : host_calls_before(plan, launch)) apply(call, state);
}

}  // namespace lockstep::sim
