// Compiles conversions between scalar types, conversions between scalars and vectors, and reinterpretations
// of bits.
#include "sim/bytecode/fold.hpp"
#include "sim/compiler/expressions/expressions.hpp"

namespace lockstep::sim::language {
namespace {

bool is_half(const Type& type) { return type.scalar()->kind == TypeKind::half; }

LaneType unsigned_of(std::size_t bytes) {
  return bytes == 1   ? LaneType::uint8
         : bytes == 2 ? LaneType::uint16
         : bytes == 4 ? LaneType::uint32
                      : LaneType::uint64;
}

// Reinterprets the bits as another type of the same size. Registers are untyped.
Operand reinterpret(LaneType to, const Operand& operand) {
  if (!operand.is_constant) return operand;
  const std::uint64_t bits = bits_of_integer(unsigned_of(size_bytes(to)), operand.bits);
  return {true, {}, is_floating(to) ? bits : bits_of_integer(to, bits)};
}

Operand component_to_half(FunctionCompiler& f, const Type& from, const Operand& component, ConvertMode mode,
                          Into into) {
  if (is_half(from)) return component;
  const LaneType lane = from.scalar()->lane_type();
  if (is_floating(lane)) return f.emit.from_half(f.emit.to_half(lane, component, mode), into);
  const Operand number = f.emit.convert(LaneType::float32, lane, component);
  return f.emit.from_half(f.emit.to_half(LaneType::float32, number, mode), into);
}

Value bitcast_lanes(FunctionCompiler& f, const Type& to, const Type& from, const Value& source) {
  const LaneType target = is_half(to) ? LaneType::uint16 : to.scalar()->lane_type();
  const std::size_t from_bytes = from.scalar()->size;
  const std::size_t to_bytes = to.scalar()->size;
  Value result{target, {}};
  if (from_bytes == to_bytes) {
    for (const Operand& component : source.components)
      result.components.push_back(reinterpret(target, component));
    while (result.components.size() < to.count) result.components.push_back({true, {}, 0});
    result.components.resize(to.count);
    return result;
  }
  const LaneType wide = unsigned_of(std::max(from_bytes, to_bytes));
  const LaneType narrow = unsigned_of(std::min(from_bytes, to_bytes));
  const std::size_t ratio = size_bytes(wide) / size_bytes(narrow);
  const std::size_t narrow_bits = size_bytes(narrow) * 8;
  for (std::size_t i = 0; i < to.count; ++i) {
    if (to_bytes < from_bytes) {
      if (i / ratio >= source.components.size()) {
        result.components.push_back({true, {}, 0});
        continue;
      }
      const Operand whole = reinterpret(wide, source.components[i / ratio]);
      const Operand count = Emitter::constant(wide, i % ratio * narrow_bits);
      const Operand shifted = count.bits == 0 ? whole : f.emit.binary(Opcode::shr, wide, whole, count);
      result.components.push_back(reinterpret(target, f.emit.convert(narrow, wide, shifted)));
      continue;
    }
    Operand joined = Emitter::constant(wide, 0);
    for (std::size_t part = 0; part < ratio && i * ratio + part < source.components.size(); ++part) {
      const Operand piece =
          f.emit.convert(wide, narrow, reinterpret(narrow, source.components[i * ratio + part]));
      const Operand count = Emitter::constant(wide, part * narrow_bits);
      const Operand placed = part == 0 ? piece : f.emit.binary(Opcode::shl, wide, piece, count);
      joined = part == 0 ? placed : f.emit.binary(Opcode::bit_or, wide, joined, placed);
    }
    result.components.push_back(reinterpret(target, joined));
  }
  return result;
}

// Splits or joins components of different sizes in little-endian byte order. Halves are handled as
// their bits.
Value bitcast(FunctionCompiler& f, const Type& to, const Type& from, const Value& given) {
  Value source = given;
  if (is_half(from))
    for (Operand& component : source.components)
      component = f.emit.to_half(LaneType::float32, component, ConvertMode::rte);
  Value bits = bitcast_lanes(f, to, from, source);
  if (!is_half(to)) return bits;
  for (Operand& component : bits.components) component = f.emit.from_half(component);
  bits.type = LaneType::float32;
  return bits;
}

}  // namespace

Operand rounded(FunctionCompiler& f, const Type& type, const Operand& component, Into into) {
  if (!is_half(type)) return component;
  return f.emit.from_half(f.emit.to_half(LaneType::float32, component, ConvertMode::rte), into);
}

Value rounded(FunctionCompiler& f, const Type& type, Value value, Into into) {
  for (std::uint32_t i = 0; i < value.components.size(); ++i)
    value.components[i] = rounded(f, type, value.components[i], component_of(into, i));
  return value;
}

Value convert(FunctionCompiler& f, const Type& to, const Type& from, const Value& source, ConvertMode mode,
              Into into) {
  Value result{to.scalar()->lane_type(), {}};
  const LaneType source_lane = from.scalar()->lane_type();
  for (std::uint32_t i = 0; i < source.components.size(); ++i) {
    const Into target = component_of(into, i);
    if (is_half(to)) {
      result.components.push_back(component_to_half(f, from, source.components[i], mode, target));
      continue;
    }
    result.components.push_back(
        to.scalar()->is_bool() && !from.scalar()->is_bool()
            ? f.emit.not_zero(source_lane, source.components[i], target)
            : f.emit.convert(result.type, source_lane, source.components[i], target, mode));
  }
  return result;
}

Value cast(FunctionCompiler& f, const Expr& expr, Into into) {
  const Expr& operand = *expr.operands[0];
  const Type& to = *expr.type;
  switch (expr.cast_kind) {
    case CastKind::none:
      return compile_value(f, operand, into);
    case CastKind::numeric:
      // If the conversion does not change the bits, the operand may be computed in `into`. Otherwise, the
      // operand must be in a different register.
      if (to.scalar()->lane_type() == operand.type->scalar()->lane_type() && !to.scalar()->is_bool() &&
          !is_half(to))
        return compile_value(f, operand, into);
      return convert(f, to, *operand.type, compile_value(f, operand), expr.convert_mode, into);
    case CastKind::to_bool: {
      const Operand source = scalar(f, operand);
      if (operand.type->is_bool()) return {LaneType::int32, {source}};
      return {LaneType::int32, {f.emit.not_zero(operand.type->lane_type(), source, into)}};
    }
    case CastKind::splat: {
      const Operand source = scalar(f, operand);
      return {to.scalar()->lane_type(), std::vector<Operand>(to.count, source)};
    }
    case CastKind::bitcast:
      return bitcast(f, to, *operand.type, compile_value(f, operand));
    case CastKind::pointer_to_integer:
      if (to.is_bool())
        return {LaneType::int32, {f.emit.not_zero(LaneType::uint64, scalar(f, operand), into)}};
      return {to.lane_type(), {f.emit.convert(to.lane_type(), LaneType::uint64, scalar(f, operand), into)}};
    case CastKind::integer_to_pointer:
      return {LaneType::uint64,
              {f.emit.convert(LaneType::uint64, operand.type->lane_type(), scalar(f, operand), into)}};
    case CastKind::to_void:
      break;
  }
  discard(f, operand);
  return {};
}

}  // namespace lockstep::sim::language
