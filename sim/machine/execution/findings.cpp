// Messages about single accesses, divisions and the step budget. They name both parties, the object and the
// index. Repeated findings at the same lines get one message and are counted.
#include "sim/machine/execution/findings.hpp"

#include <fmt/format.h>

#include <bit>
#include <optional>

#include "core/base/text/text.hpp"
#include "core/plan/element.hpp"
#include "sim/machine/execution/lanes.hpp"
#include "sim/machine/launch/describe.hpp"

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

// Returns the access restriction of the buffer that contains an address; empty if the buffer is
// not restricted.
std::string_view what_is_allowed(const Execution& x, std::uint64_t address) {
  const std::uint64_t whole = whole_address(x.setup, *x.launch, address);
  const std::uint32_t object = object_of(whole);
  if (space_of(address) != Space::global || object == 0 || object > x.setup.plan.buffers.size()) return {};
  const BoundLaunch::Part* part = part_at(x.setup, *x.launch, address);
  if (part != nullptr && static_cast<std::uint64_t>(offset_of(address)) >= part->bytes) return {};
  const PlanBuffer& buffer = x.setup.plan.buffers[object - 1];
  const std::int64_t offset = offset_of(whole);
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

// Returns the reason why a value that is read is not initialised.
std::string_view what_was_left_out(std::uint64_t address) {
  return space_of(address) == Space::private_ ? "it has not been initialised"
                                              : "no work-item has written it before";
}

std::string access_message(const Execution& x, Finding::Kind kind, const AccessRequest& request,
                           std::uint64_t address, unsigned lane) {
  const std::uint64_t item = x.work_item(x.state.current_warp, lane);
  const std::string_view does = verb(request.kind);
  const std::uint32_t line = x.range(x.pc).line;
  const Instruction& instruction = x.launch->program->code[x.pc];
  const bool is_part = kind == Finding::Kind::uninitialised_read && instruction.op == Opcode::load;
  AccessedValue accessed{is_part ? static_cast<std::uint32_t>(size_bytes(instruction.type)) : request.bytes};
  if (instruction.op != Opcode::copy) accessed.type = instruction.type;
  const std::string spot = describe_place(*x.launch, address, accessed);
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
  return fmt::format("work-item {} {} {}, {}", item, does, place, describe_outside(*x.launch, address));
}

// Returns the lanes whose addresses are in `object`, given by the upper bits of an address.
std::uint64_t lanes_in_object(const AccessRequest& request, std::uint64_t lanes, std::uint64_t object) {
  std::uint64_t found = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    if (get_lane<std::uint64_t>(request.addresses, lane) >> 40 == object) found |= std::uint64_t{1} << lane;
  });
  return found;
}

void report_object(Execution& x, Finding::Kind kind, const AccessRequest& request, std::uint64_t lanes) {
  const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
  const auto address = get_lane<std::uint64_t>(request.addresses, lane) + request.part;
  const bool is_null = kind == Finding::Kind::null_pointer;
  const Space space = is_null ? Space::null : space_of(address);
  const std::uint32_t object = is_null ? 0 : object_of(address);
  const bool is_store = request.kind != AccessKind::load;
  report(x, key_of_access(x, kind, space, object, is_store), static_cast<unsigned>(std::popcount(lanes)),
         [&] {
           Finding finding;
           finding.space = space;
           finding.object = object;
           finding.message = access_message(x, kind, request, address, lane);
           finding.first = party(x, x.work_item(x.state.current_warp, lane), x.pc);
           finding.first.is_store = is_store;
           return finding;
         });
}

}  // namespace

void report_access(Execution& x, Finding::Kind kind, const AccessRequest& request, std::uint64_t lanes) {
  if (x.observers.empty()) return;
  if (kind == Finding::Kind::null_pointer && lanes != 0) return report_object(x, kind, request, lanes);
  while (lanes != 0) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    const std::uint64_t object = get_lane<std::uint64_t>(request.addresses, lane) >> 40;
    const std::uint64_t same = lanes_in_object(request, lanes, object);
    report_object(x, kind, request, same);
    lanes &= ~same;
  }
}

void report_division_by_zero(Execution& x, std::uint64_t lanes) {
  if (x.observers.empty()) return;
  const FindingKey key = key_of_access(x, Finding::Kind::division_by_zero, Space::null, 0, false);
  report(x, key, static_cast<unsigned>(std::popcount(lanes)), [&] {
    const std::uint64_t item =
        x.work_item(x.state.current_warp, static_cast<unsigned>(std::countr_zero(lanes)));
    Finding finding;
    finding.message = fmt::format("work-item {} divides an integer by zero", item);
    finding.first = party(x, item, x.pc);
    return finding;
  });
}

void report_index(Execution& x, const Operation& op, std::uint64_t lanes) {
  if (x.observers.empty()) return;
  const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
  const Instruction& i = *op.instruction;
  const Space space = space_of(x.state.register_bits(*x.warp, i.a, LaneType::uint64, lane));
  const FindingKey key = key_of_access(x, Finding::Kind::out_of_bounds, space, i.target, false);
  report(x, key, static_cast<unsigned>(std::popcount(lanes)), [&] {
    const std::uint64_t item = x.work_item(x.state.current_warp, lane);
    const ArrayBound& bound = x.launch->program->array_bounds[i.target - 1];
    const std::uint64_t bits = x.state.register_bits(*x.warp, i.b, i.type, lane);
    const std::string index =
        with_type(i.type, [&]<class T>() { return std::to_string(static_cast<T>(bits)); });
    Finding finding;
    finding.space = space;
    finding.object = i.target;
    finding.message = fmt::format("work-item {} uses index {} of {}, which has {} {}", item, index,
                                  bound.name, bound.count, noun_for(bound.count, "element"));
    finding.first = party(x, item, x.pc);
    return finding;
  });
}

}  // namespace lockstep::sim
