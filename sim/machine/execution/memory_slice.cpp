// In the usual case, all addresses are in one object, aligned and in bounds; this is checked in one pass over
// the lanes. Otherwise each lane is checked separately.
#include "sim/machine/execution/memory_slice.hpp"

#include "sim/machine/execution/findings.hpp"
#include "sim/machine/execution/lanes.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kOffsetMask = (std::uint64_t{1} << 40) - 1;

MemorySlice part_of(std::byte* data, std::uint8_t* written, const NamedObject& object) {
  return {data + object.offset, written == nullptr ? nullptr : written + object.offset, object.bytes};
}

template <class V>
std::uint8_t* map_of(V& written) {
  return written.empty() ? nullptr : written.data();
}

MemorySlice buffer_view(Execution& x, Space space, std::uint32_t object, AccessKind kind);

MemorySlice part_view(Execution& x, Space space, std::uint32_t object, AccessKind kind) {
  const auto* part = part_at(x.setup, *x.launch, make_address(space, object, 0));
  if (part == nullptr) return {};
  MemorySlice view = buffer_view(x, space, part->buffer + 1, kind);
  view.data += part->offset;
  if (view.written != nullptr) view.written += part->offset;
  view.bytes = part->bytes;
  return view;
}

// Returns the view of a buffer. A buffer of a __constant parameter is read-only. For a load, the contents
// remain shared with other states.
MemorySlice buffer_view(Execution& x, Space space, std::uint32_t object, AccessKind kind) {
  if (object > x.state.buffers.size()) return part_view(x, space, object, kind);
  if (object == 0) return {};
  auto& buffer = x.state.buffers[object - 1];
  auto& written = x.state.buffer_written[object - 1];
  const auto access =
      space == Space::constant ? PlanBuffer::Access::read_only : x.setup.plan.buffers[object - 1].access;
  MemorySlice view{nullptr, nullptr, buffer.size(), 0, access};
  if (kind != AccessKind::load && !view.forbids(kind)) {
    view.data = buffer.write().data();
    if (!written.empty()) view.written = written.write().data();
  } else {
    view.data = const_cast<std::byte*>(buffer.data());
    if (!written.empty()) view.written = const_cast<std::uint8_t*>(written.data());
  }
  return view;
}

// Returns the view of a constant variable. Nothing is written through this view, because locate_one() drops
// stores to read-only memory.
MemorySlice constant_view(const Execution& x, std::uint32_t object) {
  const auto& objects = x.launch->program_constants;
  if (object - kFirstConstant >= objects.size()) return {};
  const NamedObject& variable = objects[object - kFirstConstant];
  return {const_cast<std::byte*>(x.launch->program->constant_data.data()) + variable.offset, nullptr,
          variable.bytes, 0, PlanBuffer::Access::read_only};
}

MemorySlice private_view(Execution& x, std::uint32_t object) {
  const auto& objects = x.launch->private_objects;
  if (object >= objects.size()) return {};
  MemorySlice view = part_of(x.warp->private_memory.data(), map_of(x.warp->private_written), objects[object]);
  view.lane_stride = x.launch->program->private_bytes;
  return view;
}

// Returns whether an address is near null, on either side, as if an index had been added to a null pointer.
bool is_null(std::uint64_t address) {
  const auto distance = static_cast<std::int64_t>(address);
  constexpr std::int64_t kReach = std::int64_t{1} << 40;
  return distance > -kReach && distance < kReach;
}

struct Faults {
  std::uint64_t null = 0, outside = 0, misaligned = 0, undefined = 0;
};

void locate_one(Execution& x, const AccessRequest& request, unsigned lane, Located& located, Faults& faults) {
  const std::uint64_t bit = std::uint64_t{1} << lane;
  const auto address = get_lane<std::uint64_t>(request.addresses, lane);
  if (is_null(address)) {
    faults.null |= bit;
    return;
  }
  const Space space = space_of(address);
  const MemorySlice view = view_of(x, space, object_of(address), request.kind);
  const auto offset = static_cast<std::uint64_t>(offset_of(address));
  if (offset > view.bytes || view.bytes - offset < request.bytes || view.data == nullptr ||
      view.forbids(request.kind)) {
    faults.outside |= bit;
    return;
  }
  if ((address & (request.alignment - 1)) != 0) faults.misaligned |= bit;
  if (view.is_undefined(request.kind)) faults.undefined |= bit;
  const std::uint64_t place = lane * view.lane_stride + offset;
  located.data[lane] = view.data + place;
  located.written[lane] = view.written == nullptr ? nullptr : view.written + place;
  located.ok |= bit;
}

void report_to_observers(Execution& x, const Operation& op, const AccessRequest& request, Space space,
                         std::uint64_t lanes, std::uint64_t denied, const AccessShape* shape = nullptr) {
  if (space == Space::private_ || (lanes | denied) == 0 || x.access_observers.empty()) return;
  const auto* addresses = reinterpret_cast<const std::uint64_t*>(request.addresses);
  std::array<std::uint64_t, kMaxLanes> whole;
  if (!x.launch->parts.empty()) {
    for (unsigned lane = 0; lane < x.width; ++lane)
      whole[lane] = whole_address(x.setup, *x.launch, addresses[lane]);
    addresses = whole.data();
  }
  ObservedAccess access{space, {request.kind, request.bytes, lanes, {addresses, x.width}}, denied, shape};
  const bool is_copy = op.instruction->op == Opcode::copy && op.instruction->mode != 0;
  if (is_copy) access.access.widest = op.instruction->mode;
  const Moment now = x.moment();
  for (Observer* observer : x.access_observers) observer->on_access(x.state, now, *op.instruction, access);
}

[[gnu::noinline]] void locate_slowly(Execution& x, const Operation& op, const AccessRequest& request,
                                     Located& located) {
  Faults faults;
  std::array<std::uint64_t, 16> by_space{}, denied{};
  located.uniform = located.contiguous = false;
  located.shape = nullptr;
  located.ok = 0;
  for_each_lane(x.lanes, [&](unsigned lane) {
    const std::uint64_t bit = std::uint64_t{1} << lane;
    locate_one(x, request, lane, located, faults);
    const auto space = static_cast<std::size_t>(space_of(get_lane<std::uint64_t>(request.addresses, lane)));
    by_space[space] |= located.ok & bit & ~faults.misaligned;
    denied[space] |= faults.outside & bit;
  });
  report_access(x, Finding::Kind::null_pointer, request, faults.null);
  report_access(x, Finding::Kind::out_of_bounds, request, faults.outside);
  report_access(x, Finding::Kind::misaligned, request, faults.misaligned);
  report_access(x, Finding::Kind::write_only_read, request, faults.undefined);
  for (const Space space : {Space::local, Space::global, Space::constant}) {
    const auto index = static_cast<std::size_t>(space);
    report_to_observers(x, op, request, space, by_space[index], denied[index]);
  }
}

// The greatest distance of an address from the first byte of the first lane's object, and the union of the
// bits of all distances. For a lane in a different object, or before the start of this object, the distance
// exceeds the size of any object.
struct Spread {
  std::uint64_t furthest = 0;
  std::uint64_t low_bits = 0;
  void add(std::uint64_t distance) {
    furthest = distance > furthest ? distance : furthest;
    low_bits |= distance;
  }
};

template <unsigned W>
bool is_contiguous(const Execution& x, const AccessRequest& request) {
  const unsigned width = W != 0 ? W : x.width;
  const auto first = get_lane<std::uint64_t>(request.addresses, 0);
  std::uint64_t difference = 0;
  for (unsigned lane = 0; lane < width; ++lane) {
    difference |=
        get_lane<std::uint64_t>(request.addresses, lane) ^ (first + std::uint64_t{lane} * request.bytes);
  }
  return difference == 0;
}

template <unsigned W>
Spread spread_of(const Execution& x, const AccessRequest& request, const Located& located) {
  Spread spread;
  const unsigned width = W != 0 ? W : x.width;
  const auto distance = [&](unsigned lane) {
    return get_lane<std::uint64_t>(request.addresses, lane) - located.base;
  };
  if (located.contiguous) {
    spread.add(distance(0));
    spread.add(distance(width - 1));
  } else if (x.lanes == x.all_lanes) {
    for (unsigned lane = 0; lane < width; ++lane) spread.add(distance(lane));
  } else {
    for_each_lane(x.lanes, [&](unsigned lane) { spread.add(distance(lane)); });
  }
  return spread;
}

}  // namespace

MemorySlice view_of(Execution& x, Space space, std::uint32_t object, AccessKind kind) {
  auto& group = x.state.group;
  switch (space) {
    case Space::global:
      return buffer_view(x, space, object, kind);
    case Space::constant:
      return object < kFirstConstant ? buffer_view(x, space, object, kind) : constant_view(x, object);
    case Space::local:
      if (object >= x.launch->local_objects.size()) return {};
      return part_of(group.local_memory.data(), map_of(group.local_written), x.launch->local_objects[object]);
    case Space::private_:
      return private_view(x, object);
    default:
      return {};
  }
}

// Computes the same from the shape of the access; `first` is the distance of the first lane. A negative
// distance from the start of the object becomes larger than any object.
Spread spread_of(const AccessShape& shape, std::uint64_t first) {
  Spread spread;
  spread.add(first + static_cast<std::uint64_t>(shape.lowest));
  spread.add(first + static_cast<std::uint64_t>(shape.highest));
  spread.low_bits = first | shape.low_bits;
  return spread;
}

template <unsigned W>
void locate(Execution& x, const Operation& op, const AccessRequest& request, Located& located) {
  const auto first_lane = static_cast<unsigned>(std::countr_zero(x.lanes));
  const auto first = get_lane<std::uint64_t>(request.addresses, first_lane);
  const Space space = space_of(first);
  located.base = (first & ~kOffsetMask) | kOffsetBias;
  located.first = first;
  located.view = view_of(x, space, object_of(first), request.kind);
  located.shape = x.shapes.is_empty()
                      ? nullptr
                      : x.shapes.find(x.pc, reinterpret_cast<const std::uint64_t*>(request.addresses),
                                      x.lanes, x.width, request.bytes);
  Spread spread;
  if (located.shape != nullptr) {
    located.contiguous =
        x.lanes == x.all_lanes && located.view.lane_stride == 0 && located.shape->is_consecutive();
    spread = spread_of(*located.shape, first - located.base);
  } else {
    located.contiguous =
        x.lanes == x.all_lanes && located.view.lane_stride == 0 && is_contiguous<W>(x, request);
    spread = spread_of<W>(x, request, located);
  }
  const bool inside =
      located.view.bytes >= request.bytes && spread.furthest <= located.view.bytes - request.bytes;
  const bool aligned = (spread.low_bits & (request.alignment - 1)) == 0;
  const MemorySlice& view = located.view;
  if (!inside || !aligned || view.forbids(request.kind) || view.is_undefined(request.kind))
    return locate_slowly(x, op, request, located);
  located.uniform = true;
  located.ok = x.lanes;
  report_to_observers(x, op, request, space, x.lanes, 0, located.shape);
}

template void locate<32>(Execution&, const Operation&, const AccessRequest&, Located&);
template void locate<0>(Execution&, const Operation&, const AccessRequest&, Located&);

}  // namespace lockstep::sim
