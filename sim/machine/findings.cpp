// Messages about single accesses, divisions and the step budget. They name both parties, the object and the
// index; a finding at the same lines gets a message once and is counted after that.
#include "sim/machine/findings.hpp"

#include <fmt/format.h>

#include <bit>
#include <optional>

#include "core/base/text.hpp"
#include "core/plan/element.hpp"
#include "sim/machine/describe.hpp"
#include "sim/machine/handlers/lanes.hpp"

namespace lockstep::sim {
namespace {

std::string_view verb(AccessKind kind) {
  switch (kind) {
    case AccessKind::load:
      return "reads";
    case AccessKind::store:
      return "writes";
    default:
      return "atomically updates";
  }
}

// "one past the end of in (1000 ints); the index must stay below 1000"
std::string where_outside(const BoundLaunch& launch, std::uint64_t address) {
  const NamedObject* object = object_at(launch, address);
  if (object == nullptr) return "which is outside of all memory objects";
  const auto size = static_cast<std::int64_t>(size_bytes(object->type));
  const std::int64_t offset = offset_of(address);
  const std::string extent = describe_extent(launch, address);
  if (offset < 0) {
    const std::int64_t before = (-offset + size - 1) / size;
    return fmt::format("{} before the beginning of {}; the index must not be negative",
                       before == 1 ? "one" : std::to_string(before), extent);
  }
  const std::int64_t past = offset / size - static_cast<std::int64_t>(object->bytes) / size + 1;
  if (past <= 0) return "extending past the end of " + extent;
  return fmt::format("{} past the end of {}; the index must stay below {}",
                     past == 1 ? "one" : std::to_string(past), extent,
                     static_cast<std::int64_t>(object->bytes) / size);
}

// The restriction of the buffer at an address inside it; empty when there is none.
std::string_view what_is_allowed(const Execution& x, std::uint64_t address) {
  const std::uint32_t object = object_of(address);
  if (space_of(address) != Space::global || object == 0 || object > x.setup.plan.buffers.size()) return {};
  const PlanBuffer& buffer = x.setup.plan.buffers[object - 1];
  const std::int64_t offset = offset_of(address);
  if (offset < 0 || static_cast<std::uint64_t>(offset) >= buffer.bytes()) return {};
  switch (buffer.access) {
    case PlanBuffer::Access::read_only:
      return "may only be read";
    case PlanBuffer::Access::write_only:
      return "may only be written";
    case PlanBuffer::Access::read_write:
      break;
  }
  return {};
}

// Why a read value is not initialised.
std::string_view what_was_left_out(std::uint64_t address) {
  switch (space_of(address)) {
    case Space::private_:
      return "it has not been initialised";
    case Space::local:
      return "no work-item has written it before; initialise it first, followed by a barrier";
    default:
      return "no work-item has written it before";
  }
}

std::string access_message(const Execution& x, Finding::Kind kind, const AccessRequest& request,
                           std::uint64_t address, unsigned lane) {
  const std::uint64_t item = x.work_item(x.state.current_warp, lane);
  const std::string_view does = verb(request.kind);
  const std::uint32_t line = x.range(x.pc).line;
  const std::string spot = describe_place(*x.launch, address);
  const std::string place = fmt::format("{} at line {}", spot, line);
  switch (kind) {
    case Finding::Kind::null_pointer:
      return fmt::format("work-item {} {} through a null pointer at line {}", item, does, line);
    case Finding::Kind::misaligned:
      return fmt::format("work-item {} {} {} bytes at {}, which is not aligned to {} bytes, at line {}", item,
                         does, request.bytes, spot, request.alignment, line);
    case Finding::Kind::uninitialised_read:
      return fmt::format("work-item {} {} {}, but {}", item, does, place, what_was_left_out(address));
    default:
      break;
  }
  if (space_of(address) == Space::constant && request.kind != AccessKind::load) {
    return fmt::format("work-item {} {} {}, but constant memory cannot be written", item, does, place);
  }
  if (const std::string_view allowed = what_is_allowed(x, address); !allowed.empty())
    return fmt::format("work-item {} {} {}, but this buffer {}", item, does, place, allowed);
  return fmt::format("work-item {} {} {}, {}", item, does, place, where_outside(*x.launch, address));
}

}  // namespace

void report_access(Execution& x, Finding::Kind kind, const AccessRequest& request, std::uint64_t lanes) {
  if (lanes == 0) return;
  report(x, kind, x.pc, x.pc, static_cast<unsigned>(std::popcount(lanes)), [&] {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    const auto address = get_lane<std::uint64_t>(request.addresses, lane);
    Finding finding;
    finding.space = space_of(address);
    finding.message = access_message(x, kind, request, address, lane);
    finding.first = party(x, x.work_item(x.state.current_warp, lane), x.pc);
    finding.first.is_store = request.kind != AccessKind::load;
    return finding;
  });
}

void report_division_by_zero(Execution& x, std::uint64_t lanes) {
  report(x, Finding::Kind::division_by_zero, x.pc, x.pc, static_cast<unsigned>(std::popcount(lanes)), [&] {
    const std::uint64_t item =
        x.work_item(x.state.current_warp, static_cast<unsigned>(std::countr_zero(lanes)));
    Finding finding;
    finding.message = fmt::format("work-item {} divides an integer by zero", item);
    finding.first = party(x, item, x.pc);
    return finding;
  });
}

void report_index(Execution& x, const Operation& op, std::uint64_t lanes) {
  report(x, Finding::Kind::out_of_bounds, x.pc, x.pc, static_cast<unsigned>(std::popcount(lanes)), [&] {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    const std::uint64_t item = x.work_item(x.state.current_warp, lane);
    const ArrayBound& bound = x.launch->program->array_bounds[op.instruction->target - 1];
    const Instruction& i = *op.instruction;
    const std::uint64_t bits = x.state.register_bits(*x.warp, i.b, i.type, lane);
    const std::string index =
        with_type(i.type, [&]<class T>() { return std::to_string(static_cast<T>(bits)); });
    Finding finding;
    finding.space = space_of(x.state.register_bits(*x.warp, i.a, LaneType::uint64, lane));
    finding.message = fmt::format("work-item {} uses index {} of {}, which has {} {}", item, index,
                                  bound.name, bound.count, noun_for(bound.count, "element"));
    finding.first = party(x, item, x.pc);
    return finding;
  });
}

}  // namespace lockstep::sim
