// Lvalues: where they are, how they are read and written; pointers; records, which are handled by address.
// An address is kept symbolic as long as possible, so that constant parts of an index expression and member
// offsets are added once, in the end.
#include <algorithm>

#include "sim/compiler/function.hpp"

namespace lockstep::sim::language {
namespace {

// How far a step of a pointer goes; void counts as a byte.
std::int64_t bytes_of(const Type& pointee) {
  return static_cast<std::int64_t>(std::max<std::uint64_t>(pointee.size, 1));
}

// "p->box", "rows[]": an lvalue in short, for messages.
std::string words_of(const Expr& lvalue) {
  switch (lvalue.kind) {
    case ExprKind::variable:
      return lvalue.variable->name;
    case ExprKind::member: {
      const Expr& record = *lvalue.operands[0];
      const bool arrow = record.kind == ExprKind::deref && record.operands[0]->kind == ExprKind::variable;
      return arrow ? record.operands[0]->variable->name + "->" + lvalue.member->name
                   : words_of(record) + "." + lvalue.member->name;
    }
    case ExprKind::index:
      return words_of(*lvalue.operands[0]) + "[]";
    case ExprKind::decay:
      return words_of(*lvalue.operands[0]);
    default:
      return "(…)";
  }
}

// A part of a packed record, which may stand anywhere.
bool is_packed(const Expr& lvalue) {
  switch (lvalue.kind) {
    case ExprKind::member:
      return lvalue.operands[0]->type->alignment < lvalue.type->alignment ||
             lvalue.member->offset % lvalue.type->alignment != 0 || is_packed(*lvalue.operands[0]);
    case ExprKind::index:
      return lvalue.operands[0]->kind == ExprKind::decay && is_packed(*lvalue.operands[0]->operands[0]);
    default:
      return false;
  }
}

}  // namespace

Address FunctionCompiler::symbolic(const Home& home) {
  Address address;
  if (home.kind == Home::Kind::private_memory) {
    address.base = Address::Base::private_frame;
    address.private_object = home.private_object;
  } else {
    address.operand = Emitter::constant(LaneType::uint64, home.address);
  }
  return address;
}

Place FunctionCompiler::memory_place(const Type& type, Address address, bool packed) {
  Place place;
  place.type = &type;
  place.in_memory = true;
  place.address = address;
  place.packed = packed;
  return place;
}

Place FunctionCompiler::variable_place(const VariableDecl& variable) {
  const Home& where = home(variable);
  if (where.kind != Home::Kind::registers) return memory_place(*variable.type, symbolic(where));
  Place place;
  place.type = variable.type;
  for (std::uint32_t i = 0; i < component_count(*variable.type); ++i)
    place.registers.push_back({where.first.function, where.first.index + i});
  return place;
}

Place FunctionCompiler::swizzle_place(const Expr& expr) {
  Place whole = place(*expr.operands[0]);
  Place part = whole;
  part.type = expr.type;
  part.registers.clear();
  part.components.clear();
  for (std::uint8_t component : expr.components) {
    if (!whole.in_memory)
      part.registers.push_back(whole.registers.at(component));
    else
      part.components.push_back(whole.components.empty() ? component : whole.components.at(component));
  }
  return part;
}

Place FunctionCompiler::component_place(const Expr& expr) {
  const Expr& vector = *expr.operands[0];
  Place whole;
  if (vector.is_lvalue) {
    whole = place(vector);
  } else {
    const Value source = value(vector);
    for (const Operand& component : source.components)
      whole.registers.push_back(emit_.in_register(source.type, component));
  }
  if (whole.in_memory) {
    const Type& element = *vector.type->element;
    const Index chosen = index(*expr.operands[1]);
    return memory_place(element, displaced(whole.address, chosen, bytes_of(element)), whole.packed);
  }
  whole.type = expr.type;
  whole.dynamic_component = scalar(*expr.operands[1]);
  return whole;
}

// What an index of this array must keep to, when it is a part of something: a member, or a row. An address
// may be one `past` the end. A struct's last array of no length reaches as far as the object does.
FunctionCompiler::Bound FunctionCompiler::bound_of(const Expr& array_pointer, std::uint64_t past) {
  if (array_pointer.kind != ExprKind::decay) return {};
  const Expr& array = *array_pointer.operands[0];
  if (array.kind != ExprKind::member && array.kind != ExprKind::index && array.kind != ExprKind::deref)
    return {};
  if (array.type->length == 0) return {};
  auto& bounds = unit_.program.array_bounds;
  const std::uint64_t count = array.type->length + past;
  bounds.push_back({words_of(array), count});
  return {count, static_cast<std::uint32_t>(bounds.size())};
}

Place FunctionCompiler::element_place(const Expr& lvalue, std::uint64_t past) {
  const Address base = pointer(*lvalue.operands[0]);
  const Index chosen = index(*lvalue.operands[1]);
  const Bound bound = bound_of(*lvalue.operands[0], past);
  const Address address = displaced(base, chosen, bytes_of(*lvalue.type), {}, bound);
  return memory_place(*lvalue.type, address, is_packed(lvalue));
}

Place FunctionCompiler::place(const Expr& lvalue) {
  switch (lvalue.kind) {
    case ExprKind::variable:
    case ExprKind::string_literal:
      return variable_place(*lvalue.variable);
    case ExprKind::compound_literal:
      if (!homes_.contains(lvalue.variable)) declare(*lvalue.variable);
      initialise(*lvalue.variable);
      return variable_place(*lvalue.variable);
    case ExprKind::member: {
      Address address = record(*lvalue.operands[0]);
      address.offset += static_cast<std::int64_t>(lvalue.member->offset);
      return memory_place(*lvalue.type, address, is_packed(lvalue));
    }
    case ExprKind::swizzle:
      return swizzle_place(lvalue);
    case ExprKind::component:
      return component_place(lvalue);
    case ExprKind::index:
      return element_place(lvalue, 0);
    case ExprKind::deref:
      return memory_place(*lvalue.type, pointer(*lvalue.operands[0]));
    case ExprKind::cast:
      return place(*lvalue.operands[0]);
    default:
      unit_.refuse(lvalue.range, "the simulator cannot assign to this kind of expression");
      return memory_place(*lvalue.type, {});
  }
}

// An index without its conversion to 64 bits, which pointer arithmetic does by itself.
Index FunctionCompiler::index(const Expr& expr) {
  const Expr* inner = &expr;
  while (inner->kind == ExprKind::cast && inner->cast_kind == CastKind::numeric && inner->type->size == 8 &&
         inner->operands[0]->type->is_integer() && inner->convert_mode == ConvertMode::c)
    inner = inner->operands[0];
  return {inner->type->lane_type(), scalar(*inner)};
}

Address FunctionCompiler::displaced(Address base, const Index& index, std::int64_t element_bytes, Into into,
                                    const Bound& bound) {
  if (index.operand.is_constant && index.operand.bits < bound.count) {
    base.offset += static_cast<std::int64_t>(index.operand.bits) * element_bytes;
    return base;
  }
  // What is known of a register's address is added last, where a constant base or a frame takes it in.
  std::int64_t offset = 0;
  if (base.base == Address::Base::operand) {
    if (base.operand.is_constant)
      base.operand.bits += static_cast<std::uint64_t>(base.offset);
    else
      offset = base.offset;
    base.offset = 0;
  }
  const Operand start{false, emit_.address(base)};
  return {.operand = emit_.element(index.type, start, index.operand, element_bytes, bound.number,
                                   offset == 0 ? into : Into{}),
          .offset = offset};
}

Address FunctionCompiler::pointer(const Expr& expr, Into into) {
  RangeScope range(code_, expr.range);
  switch (expr.kind) {
    case ExprKind::decay:
    case ExprKind::address_of:
      if (expr.operands[0]->type->is_record()) return record(*expr.operands[0]);
      if (expr.operands[0]->kind == ExprKind::index) return element_place(*expr.operands[0], 1).address;
      return place(*expr.operands[0]).address;
    case ExprKind::pointer_offset: {
      const Address base = pointer(*expr.operands[0]);
      const Index distance = index(*expr.operands[1]);
      const std::int64_t bytes = bytes_of(*expr.type->element);
      return displaced(base, distance, expr.binary_op == BinaryOp::sub ? -bytes : bytes, into);
    }
    case ExprKind::cast:
      if (expr.cast_kind == CastKind::none) return pointer(*expr.operands[0], into);
      break;
    default:
      break;
  }
  return {.operand = scalar(expr)};
}

Address FunctionCompiler::record(const Expr& expr) {
  RangeScope range(code_, expr.range);
  if (expr.is_lvalue) return place(expr).address;
  switch (expr.kind) {
    case ExprKind::call:
      call(expr, {});
      return symbolic(unit_.signatures[unit_.require(*expr.function, false)].result);
    case ExprKind::conditional: {
      const FrameRegister chosen = emit_.allocate();
      choose(expr, [&](const Expr& arm) {
        const Operand where{false, emit_.address(record(arm), chosen)};
        emit_.assign(chosen, LaneType::uint64, where);
      });
      return {.operand = {false, chosen}};
    }
    case ExprKind::comma:
      discard(*expr.operands[0]);
      return record(*expr.operands[1]);
    case ExprKind::statement_expression:
      run_block(expr);
      return record(*expr.operands[0]);
    case ExprKind::assign: {
      const Address source = record(*expr.operands[1]);
      const Address target = record(*expr.operands[0]);
      emit_.copy(target, source, expr.type->size);
      return target;
    }
    case ExprKind::cast:
      return record(*expr.operands[0]);
    case ExprKind::member: {
      Address address = record(*expr.operands[0]);
      address.offset += static_cast<std::int64_t>(expr.member->offset);
      return address;
    }
    default:
      return place(expr).address;
  }
}

// Reading and writing places. A vector is one access; of a swizzle in memory, each run of neighbouring
// components is one.

namespace {

// Runs of neighbouring components: each is one access.
struct Run {
  std::uint8_t first;
  unsigned count;
};

std::vector<Run> runs_of(const std::vector<std::uint8_t>& components) {
  std::vector<Run> runs;
  for (std::uint8_t component : components) {
    if (!runs.empty() && runs.back().first + runs.back().count == component)
      ++runs.back().count;
    else
      runs.push_back({component, 1});
  }
  return runs;
}

std::vector<Run> runs_of(const Place& place) {
  return place.components.empty() ? std::vector<Run>{{0, place.type->count}} : runs_of(place.components);
}

MemoryShape shape_of(const Place& place, const Run& run) {
  const Type& type = *place.type;
  MemoryShape shape;
  shape.type = type.scalar()->memory_lane_type();
  shape.count = run.count;
  shape.alignment = place.packed                                   ? MemoryShape::Alignment::none
                    : type.is_vector() && place.components.empty() ? MemoryShape::Alignment::vector
                                                                   : MemoryShape::Alignment::component;
  return shape;
}

Address address_of(const Place& place, const Run& run) {
  Address address = place.address;
  address.offset +=
      static_cast<std::int64_t>(run.first * size_bytes(place.type->scalar()->memory_lane_type()));
  return address;
}

}  // namespace

Value FunctionCompiler::read(const Place& place, Into into) {
  const LaneType lane = place.type->scalar()->lane_type();
  Value result{lane, {}};
  if (place.dynamic_component) {
    Operand chosen{false, place.registers[0]};
    for (std::uint32_t i = 1; i < place.registers.size(); ++i) {
      const Operand hit = emit_.binary(Opcode::cmp_eq, LaneType::int64, *place.dynamic_component,
                                       Emitter::constant(LaneType::int64, i));
      chosen = emit_.select(lane, hit, {false, place.registers[i]}, chosen);
    }
    return {lane, {chosen}};
  }
  if (!place.in_memory) {
    for (FrameRegister reg : place.registers) result.components.push_back({false, reg});
    return result;
  }
  for (const Run& run : runs_of(place)) {
    const MemoryShape shape = shape_of(place, run);
    const bool converts = shape.type != lane;
    const auto done = static_cast<std::uint32_t>(result.components.size());
    const Into target = into && !converts ? Into{{into->function, into->index + done}} : Into{};
    const Value part = emit_.load(address_of(place, run), shape, target);
    for (const Operand& component : part.components)
      result.components.push_back(emit_.from_memory(*place.type->scalar(), component));
  }
  return result;
}

void FunctionCompiler::write(const Place& place, const Value& source) {
  if (place.dynamic_component) {
    for (std::uint32_t i = 0; i < place.registers.size(); ++i) {
      const Operand hit = emit_.binary(Opcode::cmp_eq, LaneType::int64, *place.dynamic_component,
                                       Emitter::constant(LaneType::int64, i));
      const Operand old{false, place.registers[i]};
      emit_.assign(place.registers[i], source.type,
                   emit_.select(source.type, hit, source.components[0], old, place.registers[i]));
    }
    return;
  }
  if (!place.in_memory) return write_registers(place.registers, source);
  std::size_t done = 0;
  for (const Run& run : runs_of(place)) {
    const MemoryShape shape = shape_of(place, run);
    Value part{shape.type, {}};
    for (unsigned i = 0; i < run.count; ++i)
      part.components.push_back(emit_.to_memory(*place.type->scalar(), source.components[done++]));
    emit_.store(address_of(place, run), shape, part);
  }
}

// All at once: no target may be overwritten while it is still a source of a later component.
void FunctionCompiler::write_registers(const std::vector<FrameRegister>& targets, const Value& source) {
  std::vector<Operand> sources = source.components;
  for (std::size_t i = 0; i < targets.size(); ++i)
    for (std::size_t later = i + 1; later < sources.size(); ++later)
      if (!sources[later].is_constant && sources[later].reg == targets[i]) {
        const FrameRegister saved = emit_.allocate();
        emit_.assign(saved, source.type, sources[later]);
        sources[later].reg = saved;
      }
  for (std::size_t i = 0; i < targets.size(); ++i) emit_.assign(targets[i], source.type, sources[i]);
}

}  // namespace lockstep::sim::language
