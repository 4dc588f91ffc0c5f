// Compiles lvalues, pointers and records, which are handled by address. An address remains symbolic as
// long as possible, so that the constant parts of indices and the offsets of members are added together,
// at the end.
#include "sim/compiler/expressions/places.hpp"

#include <algorithm>

#include "sim/compiler/expressions/expressions.hpp"
#include "sim/compiler/expressions/statement_expression.hpp"

namespace lockstep::sim::language {
namespace {

// Returns the number of bytes by which a pointer increment moves; void counts as one byte.
std::int64_t bytes_of(const Type& pointee) {
  return static_cast<std::int64_t>(std::max<std::uint64_t>(pointee.size, 1));
}

// Returns the text of the index in a message: "4", "row" or "…".
std::string index_words(const Expr& index) {
  const Expr* inner = &index;
  while (inner->kind == ExprKind::cast && inner->is_implicit) inner = inner->operands[0];
  if (inner->kind == ExprKind::integer_literal) return std::to_string(inner->integer);
  return inner->kind == ExprKind::variable ? inner->variable->name : "…";
}

// Returns a short form of an lvalue for messages, such as "p->box" or "rows[y]".
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
      return words_of(*lvalue.operands[0]) + "[" + index_words(*lvalue.operands[1]) + "]";
    case ExprKind::decay:
      return words_of(*lvalue.operands[0]);
    default:
      return "(…)";
  }
}

// Returns whether an lvalue is part of a packed record, which may have any alignment.
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

LvaluePlace swizzle_place(FunctionCompiler& f, const Expr& expr) {
  LvaluePlace whole = locate_lvalue(f, *expr.operands[0]);
  LvaluePlace part = whole;
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

LvaluePlace component_place(FunctionCompiler& f, const Expr& expr) {
  const Expr& vector = *expr.operands[0];
  LvaluePlace whole;
  if (vector.is_lvalue) {
    whole = locate_lvalue(f, vector);
  } else {
    const Value source = compile_value(f, vector);
    for (const Operand& component : source.components)
      whole.registers.push_back(f.emit.in_register(source.type, component));
  }
  if (whole.in_memory) {
    const Type& element = *vector.type->element;
    const Index chosen = subscript(f, *expr.operands[1]);
    return memory_place(element, displaced(f, whole.address, chosen, bytes_of(element)), whole.packed);
  }
  whole.type = expr.type;
  whole.dynamic_component = scalar(f, *expr.operands[1]);
  return whole;
}

// Returns the bound of an index into this array if the array is part of an object (a member or a row). An
// address may be up to `past` elements beyond the end. An array without length at the end of a struct extends
// to the end of the object.
Bound bound_of(FunctionCompiler& f, const Expr& array_pointer, std::uint64_t past) {
  if (array_pointer.kind != ExprKind::decay) return {};
  const Expr& array = *array_pointer.operands[0];
  if (array.kind != ExprKind::member && array.kind != ExprKind::index && array.kind != ExprKind::deref)
    return {};
  if (array.type->length == 0) return {};
  auto& bounds = f.unit.program.array_bounds;
  const std::uint64_t count = array.type->length + past;
  bounds.push_back({words_of(array), count});
  return {count, static_cast<std::uint32_t>(bounds.size())};
}

LvaluePlace element_place(FunctionCompiler& f, const Expr& lvalue, std::uint64_t past) {
  const Address base = pointer(f, *lvalue.operands[0]);
  const Index chosen = subscript(f, *lvalue.operands[1]);
  const Bound bound = bound_of(f, *lvalue.operands[0], past);
  const Address address = displaced(f, base, chosen, bytes_of(*lvalue.type), {}, bound);
  return memory_place(*lvalue.type, address, is_packed(lvalue));
}

bool is_in_private_memory(FunctionCompiler& f, const Expr& lvalue) {
  switch (lvalue.kind) {
    case ExprKind::variable:
      return f.home(*lvalue.variable).kind == Home::Kind::private_memory;
    case ExprKind::member:
      return lvalue.operands[0]->is_lvalue && is_in_private_memory(f, *lvalue.operands[0]);
    case ExprKind::index:
      return lvalue.operands[0]->kind == ExprKind::decay &&
             is_in_private_memory(f, *lvalue.operands[0]->operands[0]);
    default:
      return false;
  }
}

}  // namespace

Address symbolic(const Home& home) {
  Address address;
  if (home.kind == Home::Kind::private_memory) {
    address.base = Address::Base::private_frame;
    address.private_object = home.private_object;
  } else {
    address.operand = Emitter::constant(LaneType::uint64, home.address);
  }
  return address;
}

LvaluePlace memory_place(const Type& type, Address address, bool packed) {
  LvaluePlace place;
  place.type = &type;
  place.in_memory = true;
  place.address = address;
  place.packed = packed;
  return place;
}

LvaluePlace variable_place(FunctionCompiler& f, const VariableDecl& variable) {
  const Home& where = f.home(variable);
  if (where.kind == Home::Kind::program_variable) {
    Address address;
    address.operand = f.emit.variable_address(where.address);
    return memory_place(*variable.type, address);
  }
  if (where.kind != Home::Kind::registers) return memory_place(*variable.type, symbolic(where));
  LvaluePlace place;
  place.type = variable.type;
  for (std::uint32_t i = 0; i < component_count(*variable.type); ++i)
    place.registers.push_back({where.first.function, where.first.index + i});
  return place;
}

bool is_private_vector(FunctionCompiler& f, const Expr& lvalue) {
  return lvalue.type->is_vector() && lvalue.is_lvalue && is_in_private_memory(f, lvalue);
}

bool is_private_vector_variable(FunctionCompiler& f, const Expr& lvalue) {
  return lvalue.kind == ExprKind::variable && is_private_vector(f, lvalue);
}

LvaluePlace place_to_copy(FunctionCompiler& f, const Expr& vector) {
  LvaluePlace source = locate_lvalue(f, vector);
  source.carries_uninitialised = true;
  return source;
}

LvaluePlace locate_lvalue(FunctionCompiler& f, const Expr& lvalue) {
  switch (lvalue.kind) {
    case ExprKind::variable:
    case ExprKind::string_literal:
      return variable_place(f, *lvalue.variable);
    case ExprKind::compound_literal:
      if (!f.homes.contains(lvalue.variable)) f.declare(*lvalue.variable);
      initialise(f, *lvalue.variable);
      return variable_place(f, *lvalue.variable);
    case ExprKind::member: {
      Address address = record_address(f, *lvalue.operands[0]);
      address.offset += static_cast<std::int64_t>(lvalue.member->offset);
      return memory_place(*lvalue.type, address, is_packed(lvalue));
    }
    case ExprKind::swizzle:
      return swizzle_place(f, lvalue);
    case ExprKind::component:
      return component_place(f, lvalue);
    case ExprKind::index:
      return element_place(f, lvalue, 0);
    case ExprKind::deref:
      return memory_place(*lvalue.type, pointer(f, *lvalue.operands[0]));
    case ExprKind::cast:
      return locate_lvalue(f, *lvalue.operands[0]);
    default:
      f.unit.refuse(lvalue.range, "the simulator cannot assign to this kind of expression");
      return memory_place(*lvalue.type, {});
  }
}

// Compiles an index without its conversion to 64 bits, because the pointer arithmetic includes
// this conversion.
Index subscript(FunctionCompiler& f, const Expr& expr) {
  const Expr* inner = &expr;
  while (inner->kind == ExprKind::cast && inner->cast_kind == CastKind::numeric && inner->type->size == 8 &&
         inner->operands[0]->type->is_integer() && inner->convert_mode == ConvertMode::c)
    inner = inner->operands[0];
  return {inner->type->lane_type(), scalar(f, *inner)};
}

Address displaced(FunctionCompiler& f, Address base, const Index& index, std::int64_t element_bytes,
                  Into into, const Bound& bound) {
  if (index.operand.is_constant && index.operand.bits < bound.count) {
    base.offset += static_cast<std::int64_t>(index.operand.bits) * element_bytes;
    return base;
  }
  // If the base address is in a register, the constant offset is added last. An address with a constant base
  // or in a frame already includes the offset.
  std::int64_t offset = 0;
  if (base.base == Address::Base::operand) {
    if (base.operand.is_constant)
      base.operand.bits += static_cast<std::uint64_t>(base.offset);
    else
      offset = base.offset;
    base.offset = 0;
  }
  const Operand start{false, f.emit.address(base)};
  return {.operand = f.emit.element(index.type, start, index.operand, element_bytes, bound.number,
                                    offset == 0 ? into : Into{}),
          .offset = offset};
}

Address pointer(FunctionCompiler& f, const Expr& expr, Into into) {
  RangeScope range(f.code, expr.range);
  switch (expr.kind) {
    case ExprKind::decay:
    case ExprKind::address_of:
      if (expr.operands[0]->type->is_record()) return record_address(f, *expr.operands[0]);
      if (expr.operands[0]->kind == ExprKind::index) return element_place(f, *expr.operands[0], 1).address;
      return locate_lvalue(f, *expr.operands[0]).address;
    case ExprKind::pointer_offset: {
      const Address base = pointer(f, *expr.operands[0]);
      const Index distance = subscript(f, *expr.operands[1]);
      const std::int64_t bytes = bytes_of(*expr.type->element);
      return displaced(f, base, distance, expr.binary_op == BinaryOp::sub ? -bytes : bytes, into);
    }
    case ExprKind::cast:
      if (expr.cast_kind == CastKind::none) return pointer(f, *expr.operands[0], into);
      break;
    default:
      break;
  }
  return {.operand = scalar(f, expr)};
}

Address record_address(FunctionCompiler& f, const Expr& expr) {
  RangeScope range(f.code, expr.range);
  if (expr.is_lvalue) return locate_lvalue(f, expr).address;
  switch (expr.kind) {
    case ExprKind::call:
      call(f, expr, {});
      return symbolic(f.unit.signatures[f.unit.require(*expr.function, false, expr.range)].result);
    case ExprKind::conditional: {
      const FrameRegister chosen = f.emit.allocate();
      choose(f, expr, [&](const Expr& arm) {
        const Operand where{false, f.emit.address(record_address(f, arm), chosen)};
        f.emit.assign(chosen, LaneType::uint64, where);
      });
      return {.operand = {false, chosen}};
    }
    case ExprKind::comma:
      discard(f, *expr.operands[0]);
      return record_address(f, *expr.operands[1]);
    case ExprKind::statement_expression:
      run_block(f, expr);
      return record_address(f, *expr.operands[0]);
    case ExprKind::assign: {
      const Address source = record_address(f, *expr.operands[1]);
      const Address target = record_address(f, *expr.operands[0]);
      f.emit.copy(target, source, *expr.type);
      return target;
    }
    case ExprKind::cast:
      return record_address(f, *expr.operands[0]);
    case ExprKind::member: {
      Address address = record_address(f, *expr.operands[0]);
      address.offset += static_cast<std::int64_t>(expr.member->offset);
      return address;
    }
    default:
      return locate_lvalue(f, expr).address;
  }
}

}  // namespace lockstep::sim::language
