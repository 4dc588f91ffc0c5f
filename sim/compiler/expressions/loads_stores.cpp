// Compiles reads and writes of places. A vector is read or written by one access. For a swizzle in memory,
// one access covers each run of adjacent components.
#include "sim/compiler/expressions/places.hpp"

namespace lockstep::sim::language {
namespace {

// A run of adjacent components, which one access covers.
struct ComponentRun {
  std::uint8_t first;
  unsigned count;
};

std::vector<ComponentRun> runs_of(const std::vector<std::uint8_t>& components) {
  std::vector<ComponentRun> runs;
  for (std::uint8_t component : components) {
    if (!runs.empty() && runs.back().first + runs.back().count == component)
      ++runs.back().count;
    else
      runs.push_back({component, 1});
  }
  return runs;
}

std::vector<ComponentRun> runs_of(const LvaluePlace& place) {
  return place.components.empty() ? std::vector<ComponentRun>{{0, place.type->count}}
                                  : runs_of(place.components);
}

MemoryShape shape_of(const LvaluePlace& place, const ComponentRun& run) {
  const Type& type = *place.type;
  MemoryShape shape;
  shape.type = type.scalar()->memory_lane_type();
  shape.count = run.count;
  shape.target = place.carries_uninitialised ? kCarriesUninitialised : 0;
  shape.alignment = place.packed                                   ? MemoryShape::Alignment::none
                    : type.is_vector() && place.components.empty() ? MemoryShape::Alignment::vector
                                                                   : MemoryShape::Alignment::component;
  return shape;
}

Address address_of(const LvaluePlace& place, const ComponentRun& run) {
  Address address = place.address;
  address.offset +=
      static_cast<std::int64_t>(run.first * size_bytes(place.type->scalar()->memory_lane_type()));
  return address;
}

}  // namespace

Value read(FunctionCompiler& f, const LvaluePlace& place, Into into) {
  const LaneType lane = place.type->scalar()->lane_type();
  Value result{lane, {}};
  if (place.dynamic_component) {
    Operand chosen{false, place.registers[0]};
    for (std::uint32_t i = 1; i < place.registers.size(); ++i) {
      const Operand hit = f.emit.binary(Opcode::cmp_eq, LaneType::int64, *place.dynamic_component,
                                        Emitter::constant(LaneType::int64, i));
      chosen = f.emit.select(lane, hit, {false, place.registers[i]}, chosen);
    }
    return {lane, {chosen}};
  }
  if (!place.in_memory) {
    for (FrameRegister reg : place.registers) result.components.push_back({false, reg});
    return result;
  }
  for (const ComponentRun& run : runs_of(place)) {
    const MemoryShape shape = shape_of(place, run);
    const bool converts = shape.type != lane;
    const auto done = static_cast<std::uint32_t>(result.components.size());
    const Into target = into && !converts ? Into{{into->function, into->index + done}} : Into{};
    const Value part = f.emit.load(address_of(place, run), shape, target);
    for (const Operand& component : part.components)
      result.components.push_back(f.emit.from_memory(*place.type->scalar(), component));
  }
  return result;
}

void write(FunctionCompiler& f, const LvaluePlace& place, const Value& source) {
  if (place.dynamic_component) {
    for (std::uint32_t i = 0; i < place.registers.size(); ++i) {
      const Operand hit = f.emit.binary(Opcode::cmp_eq, LaneType::int64, *place.dynamic_component,
                                        Emitter::constant(LaneType::int64, i));
      const Operand old{false, place.registers[i]};
      f.emit.assign(place.registers[i], source.type,
                    f.emit.select(source.type, hit, source.components[0], old, place.registers[i]));
    }
    return;
  }
  if (!place.in_memory) return write_registers(f, place.registers, source);
  std::size_t done = 0;
  for (const ComponentRun& run : runs_of(place)) {
    const MemoryShape shape = shape_of(place, run);
    Value part{shape.type, {}};
    for (unsigned i = 0; i < run.count; ++i)
      part.components.push_back(f.emit.to_memory(*place.type->scalar(), source.components[done++]));
    f.emit.store(address_of(place, run), shape, part);
  }
}

void write_registers(FunctionCompiler& f, const std::vector<FrameRegister>& targets, const Value& source) {
  std::vector<Operand> sources = source.components;
  for (std::size_t i = 0; i < targets.size(); ++i)
    for (std::size_t later = i + 1; later < sources.size(); ++later)
      if (!sources[later].is_constant && sources[later].reg == targets[i]) {
        const FrameRegister saved = f.emit.allocate();
        f.emit.assign(saved, source.type, sources[later]);
        sources[later].reg = saved;
      }
  for (std::size_t i = 0; i < targets.size(); ++i) f.emit.assign(targets[i], source.type, sources[i]);
}

}  // namespace lockstep::sim::language
