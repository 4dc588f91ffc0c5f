// The provenance of values that the host moves: values that it writes to an input buffer are inputs, a copy
// takes the provenance of its source, and a buffer filled with one value may hold identities.
#include <algorithm>

#include "core/plan/element.hpp"
#include "sim/observers/provenance/observer.hpp"

namespace lockstep::sim {

void ProvenanceObserver::apply_host_calls(std::size_t launch) {
  for (const HostCall& call : host_calls_before(machine_.plan(), launch)) {
    if (!call.changes_buffer() || call.bytes == 0) continue;
    if (call.kind == HostCall::Kind::copy) {
      copy_buffer(call);
      continue;
    }
    const std::size_t size = size_bytes(machine_.plan().buffers[call.buffer].type);
    const std::uint64_t first = call.offset / size;
    const std::uint64_t end = (call.offset + call.bytes + size - 1) / size;
    write_inputs(call, std::span(shadow_.buffer_provenance[call.buffer].write()).subspan(first, end - first),
                 first);
  }
}

void ProvenanceObserver::write_inputs(const HostCall& call, std::span<ProvenanceId> ids,
                                      std::uint64_t first) {
  const PlanBuffer& buffer = machine_.plan().buffers[call.buffer];
  const bool is_one_value =
      call.kind == HostCall::Kind::fill || repeats_one_value(*call.data, size_bytes(buffer.type));
  if (call.kind != HostCall::Kind::fill && buffer.role == PlanBuffer::Role::input) {
    for (std::size_t i = 0; i < ids.size(); ++i)
      ids[i] = graph_ ? first_leaves_[call.buffer] + static_cast<ProvenanceId>(first + i) : 1;
    return;
  }
  const bool is_identity = is_one_value && identities_ && identities_->filled[call.buffer];
  std::ranges::fill(ids, is_identity ? identity() : 0);
}

// If elements differ in size, each gets the provenance of its first byte.
void ProvenanceObserver::copy_buffer(const HostCall& call) {
  const std::vector<PlanBuffer>& buffers = machine_.plan().buffers;
  const std::size_t to_size = size_bytes(buffers[call.buffer].type);
  const std::size_t from_size = size_bytes(buffers[call.source].type);
  std::vector<ProvenanceId>& to = shadow_.buffer_provenance[call.buffer].write();
  const std::vector<ProvenanceId>& from = shadow_.buffer_provenance[call.source];
  for (std::uint64_t at = 0; at < call.bytes;) {
    const std::uint64_t index = (call.offset + at) / to_size;
    to[index] = from[(call.source_offset + at) / from_size];
    at = (index + 1) * to_size - call.offset;
  }
}

}  // namespace lockstep::sim
