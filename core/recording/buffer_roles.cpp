#include "core/recording/buffer_roles.hpp"

#include <algorithm>
#include <vector>

namespace lockstep {
namespace {

bool is_all_zero(const std::vector<std::byte>& bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

}  // namespace

void give_roles(Plan& plan) {
  for (PlanBuffer& buffer : plan.buffers) {
    const bool has_content =
        buffer.content.pattern == Content::Pattern::bytes && !is_all_zero(*buffer.content.bytes);
    buffer.role = has_content ? PlanBuffer::Role::input : PlanBuffer::Role::scratch;
  }
  for (const HostCall& call : plan.host_calls) {
    if (!call.names_buffer()) continue;
    PlanBuffer& buffer = plan.buffers[call.buffer];
    const bool writes = call.kind == HostCall::Kind::write || call.kind == HostCall::Kind::unmap;
    if (writes && call.data && !is_all_zero(*call.data)) buffer.role = PlanBuffer::Role::input;
    const bool reads = call.kind == HostCall::Kind::read || call.kind == HostCall::Kind::map;
    if (reads && buffer.role == PlanBuffer::Role::scratch) buffer.role = PlanBuffer::Role::output;
  }
}

}  // namespace lockstep
