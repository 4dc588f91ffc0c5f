// Evaluates a tree with the compiler's folding functions, so a constant has the value that the machine
// would compute.
#include "sim/frontend/types/constant.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

#include "sim/bytecode/fold.hpp"
#include "sim/bytecode/half_bits.hpp"
#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {
namespace {

using MaybeConstant = std::optional<Constant>;

bool is_logical(BinaryOp op) { return op == BinaryOp::logical_and || op == BinaryOp::logical_or; }

bool is_half(const Type* type) { return type->scalar()->kind == TypeKind::half; }

std::uint64_t float_bits(float value) { return std::bit_cast<std::uint32_t>(value); }

float float_of(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

// Converts the bits of a scalar in memory to its bits in a register, which differ for a half.
std::uint64_t load_bits(const std::byte* memory, const Type* scalar) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, memory, scalar->size);
  if (is_half(scalar)) return float_bits(half::value_of(static_cast<std::uint16_t>(bits)));
  return scalar->is_integer() ? wrap(bits, scalar) : bits;
}

class Evaluator {
 public:
  MaybeConstant value(const Expr* expr) {
    switch (expr->kind) {
      case ExprKind::integer_literal:
        return one(expr->integer);
      case ExprKind::floating_literal:
        return one(bits_of_floating(expr->type->lane_type(), expr->floating));
      case ExprKind::variable:
        return variable(expr);
      case ExprKind::unary:
        return unary(expr);
      case ExprKind::binary:
        return binary(expr);
      case ExprKind::logical_and:
      case ExprKind::logical_or:
        return logical(expr);
      case ExprKind::conditional:
        return conditional(expr);
      case ExprKind::cast:
        return cast(expr);
      case ExprKind::vector_literal:
        return vector_literal(expr);
      case ExprKind::swizzle:
        return swizzle(expr);
      case ExprKind::address_of:
      case ExprKind::decay:
        return address(expr->operands[0]);
      case ExprKind::pointer_offset:
        return pointer_offset(expr);
      case ExprKind::call:
        return call(expr);
      default:
        return std::nullopt;
    }
  }

 private:
  static MaybeConstant one(std::uint64_t bits) { return Constant{{bits}, nullptr}; }
  static bool is_true(const Type* type, std::uint64_t bits) { return !is_zero(type->lane_type(), bits); }

  // Returns the value of a const scalar whose initial value is constant.
  MaybeConstant variable(const Expr* expr) {
    const VariableDecl* variable = expr->variable;
    if (const auto argument = arguments_.find(variable); argument != arguments_.end())
      return argument->second;
    if (!expr->type->is_arithmetic() || variable->is_volatile) return std::nullopt;
    if (variable->storage == Storage::global && !variable->is_const) return std::nullopt;
    return stored(variable);
  }

  static MaybeConstant stored(const VariableDecl* variable) {
    const Type* type = variable->type;
    if (variable->initial_bytes.size() < type->size) return std::nullopt;
    return one(load_bits(variable->initial_bytes.data(), type));
  }

  // Evaluates a call to a constexpr function that consists of conditions and return statements.
  MaybeConstant call(const Expr* expr) {
    const FunctionDecl* function = expr->function;
    if (function == nullptr || !function->is_constexpr || function->body == nullptr || calls_ == 0)
      return std::nullopt;
    Evaluator inside;
    inside.calls_ = calls_ - 1;
    for (std::size_t i = 0; i < expr->operands.size() && i < function->parameters.size(); ++i) {
      const MaybeConstant argument = value(expr->operands[i]);
      if (!argument) return std::nullopt;
      inside.arguments_.emplace(function->parameters[i], *argument);
    }
    const MaybeConstant result = inside.reached(function->body).value_or(std::nullopt);
    calls_ = inside.calls_;
    return result;
  }

  // Returns the value of the return statement that is reached, which may be unknown; empty if execution
  // continues with the next statement.
  std::optional<MaybeConstant> reached(const Stmt* statement) {
    switch (statement->kind) {
      case StmtKind::empty:
        return std::nullopt;
      case StmtKind::return_:
        return statement->expr == nullptr ? MaybeConstant() : value(statement->expr);
      case StmtKind::block:
        for (const Stmt* child : statement->children)
          if (auto found = reached(child)) return found;
        return std::nullopt;
      case StmtKind::if_: {
        const MaybeConstant condition = value(statement->expr);
        if (!condition) return MaybeConstant();
        const bool holds = is_true(statement->expr->type, condition->components[0]);
        const Stmt* chosen = holds ? statement->body : statement->else_body;
        return chosen == nullptr ? std::nullopt : reached(chosen);
      }
      default:
        return MaybeConstant();
    }
  }

  MaybeConstant unary(const Expr* expr) {
    MaybeConstant operand = value(expr->operands[0]);
    if (!operand || operand->base) return std::nullopt;
    const Type* type = expr->operands[0]->type;
    for (std::uint64_t& bits : operand->components) {
      if (expr->unary_op == UnaryOp::logical_not) {
        bits = is_true(type, bits) ? 0 : truth(expr->type);
        continue;
      }
      const Opcode op = expr->unary_op == UnaryOp::minus ? Opcode::neg : Opcode::bit_not;
      const auto folded = fold_unary(op, type->lane_type(), bits);
      if (!folded) return std::nullopt;
      bits = *folded;
    }
    return operand;
  }

  static std::uint64_t rounded_to_half(double value) {
    return float_bits(half::value_of(half::bits_of(value)));
  }

  // Returns the value of "true" in a result of this type.
  static std::uint64_t truth(const Type* type) { return type->is_vector() ? ~std::uint64_t{0} : 1; }

  MaybeConstant binary(const Expr* expr) {
    MaybeConstant left = value(expr->operands[0]);
    const MaybeConstant right = value(expr->operands[1]);
    if (!left || !right || is_logical(expr->binary_op) || left->base || right->base) return std::nullopt;
    const Opcode op = opcode_of(expr->binary_op);
    const LaneType type = expr->operands[0]->type->lane_type();
    for (std::size_t i = 0; i < left->components.size(); ++i) {
      const auto folded = fold_binary(op, type, left->components[i], right->components[i]);
      if (!folded) return std::nullopt;
      left->components[i] = is_comparison(expr->binary_op) ? (*folded != 0 ? truth(expr->type) : 0)
                            : is_half(expr->type)          ? rounded_to_half(float_of(*folded))
                                                           : *folded;
    }
    return left;
  }

  MaybeConstant logical(const Expr* expr) {
    const bool is_and = expr->kind == ExprKind::logical_and;
    const MaybeConstant left = value(expr->operands[0]);
    if (!left) return std::nullopt;
    if (is_true(expr->operands[0]->type, left->components[0]) != is_and) return one(is_and ? 0 : 1);
    const MaybeConstant right = value(expr->operands[1]);
    if (!right) return std::nullopt;
    return one(is_true(expr->operands[1]->type, right->components[0]) ? 1 : 0);
  }

  MaybeConstant conditional(const Expr* expr) {
    const MaybeConstant condition = value(expr->operands[0]);
    if (!condition) return std::nullopt;
    return value(expr->operands[is_true(expr->operands[0]->type, condition->components[0]) ? 1 : 2]);
  }

  MaybeConstant cast(const Expr* expr) {
    MaybeConstant operand = value(expr->operands[0]);
    if (!operand) return std::nullopt;
    const Type* from = expr->operands[0]->type;
    switch (expr->cast_kind) {
      case CastKind::none:
        return operand;
      case CastKind::pointer_to_integer:
      case CastKind::integer_to_pointer:
        return operand->base ? std::nullopt : operand;
      case CastKind::to_bool:
        if (operand->base) return one(1);
        return one(is_true(from, operand->components[0]) ? 1 : 0);
      case CastKind::splat:
        operand->components.assign(expr->type->count, operand->components[0]);
        return operand;
      case CastKind::numeric:
        return numeric(expr, from, std::move(*operand));
      case CastKind::bitcast:
        return bitcast(expr, *operand);
      default:
        return std::nullopt;
    }
  }

  MaybeConstant numeric(const Expr* expr, const Type* from, Constant operand) {
    if (expr->convert_mode != ConvertMode::c) return std::nullopt;
    for (std::uint64_t& bits : operand.components) {
      const LaneType to = is_half(expr->type) ? LaneType::float64 : expr->type->lane_type();
      const auto folded = fold_convert(to, from->lane_type(), bits);
      if (!folded) return std::nullopt;
      bits = is_half(expr->type) ? rounded_to_half(std::bit_cast<double>(*folded)) : *folded;
    }
    return operand;
  }

  MaybeConstant bitcast(const Expr* expr, const Constant& operand) {
    VariableDecl memory;
    memory.initial_bytes.resize(expr->type->size);
    store_constant(operand, expr->operands[0]->type, 0, memory);
    const Type* element = expr->type->scalar();
    Constant result;
    for (unsigned i = 0; i < expr->type->count; ++i)
      result.components.push_back(load_bits(memory.initial_bytes.data() + i * element->size, element));
    return result;
  }

  MaybeConstant vector_literal(const Expr* expr) {
    Constant result;
    for (const Expr* operand : expr->operands) {
      const MaybeConstant part = value(operand);
      if (!part) return std::nullopt;
      result.components.insert(result.components.end(), part->components.begin(), part->components.end());
    }
    return result;
  }

  MaybeConstant swizzle(const Expr* expr) {
    const MaybeConstant whole = value(expr->operands[0]);
    if (!whole) return std::nullopt;
    Constant result;
    for (const std::uint8_t index : expr->components) result.components.push_back(whole->components[index]);
    return result;
  }

  MaybeConstant address(const Expr* lvalue) {
    switch (lvalue->kind) {
      case ExprKind::variable:
      case ExprKind::string_literal:
        if (lvalue->variable->storage != Storage::constant && lvalue->variable->storage != Storage::global)
          return std::nullopt;
        return Constant{{0}, lvalue->variable};
      case ExprKind::member: {
        MaybeConstant record = address(lvalue->operands[0]);
        if (record) record->components[0] += lvalue->member->offset;
        return record;
      }
      case ExprKind::deref:
        return value(lvalue->operands[0]);
      case ExprKind::index: {
        MaybeConstant base = value(lvalue->operands[0]);
        const MaybeConstant index = value(lvalue->operands[1]);
        if (!base || !index) return std::nullopt;
        base->components[0] += index->components[0] * lvalue->type->size;
        return base;
      }
      default:
        return std::nullopt;
    }
  }

  MaybeConstant pointer_offset(const Expr* expr) {
    MaybeConstant base = value(expr->operands[0]);
    const MaybeConstant index = value(expr->operands[1]);
    if (!base || !index) return std::nullopt;
    const std::uint64_t size = std::max<std::uint64_t>(expr->type->element->size, 1);
    const std::uint64_t bytes = index->components[0] * size;
    base->components[0] += expr->binary_op == BinaryOp::sub ? 0 - bytes : bytes;
    return base;
  }

  unsigned calls_ = 512;  // number of further calls allowed
  std::map<const VariableDecl*, Constant> arguments_;
};

}  // namespace

Opcode opcode_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::mul:
      return Opcode::mul;
    case BinaryOp::div:
      return Opcode::div;
    case BinaryOp::rem:
      return Opcode::rem;
    case BinaryOp::add:
      return Opcode::add;
    case BinaryOp::sub:
      return Opcode::sub;
    case BinaryOp::shl:
      return Opcode::shl;
    case BinaryOp::shr:
      return Opcode::shr;
    case BinaryOp::bit_xor:
      return Opcode::bit_xor;
    case BinaryOp::less:
      return Opcode::cmp_lt;
    case BinaryOp::less_equal:
      return Opcode::cmp_le;
    case BinaryOp::greater:
      return Opcode::cmp_gt;
    case BinaryOp::greater_equal:
      return Opcode::cmp_ge;
    case BinaryOp::equal:
      return Opcode::cmp_eq;
    case BinaryOp::not_equal:
      return Opcode::cmp_ne;
    case BinaryOp::bit_or:
    case BinaryOp::logical_or:
      return Opcode::bit_or;
    case BinaryOp::bit_and:
    case BinaryOp::logical_and:
      break;
  }
  return Opcode::bit_and;
}

std::optional<Constant> evaluate(const Expr* expr) { return Evaluator().value(expr); }

std::optional<std::uint64_t> integer_constant(const Expr* expr) {
  if (!expr->type->is_integer()) return std::nullopt;
  const auto constant = evaluate(expr);
  if (!constant || constant->base) return std::nullopt;
  return constant->components[0];
}

void store_constant(const Constant& constant, const Type* type, std::uint64_t offset,
                    VariableDecl& variable) {
  const std::uint64_t size = type->scalar()->size;
  for (std::size_t i = 0; i < constant.components.size(); ++i) {
    const std::uint64_t bits =
        is_half(type) ? half::bits_of(float_of(constant.components[i])) : constant.components[i];
    std::memcpy(variable.initial_bytes.data() + offset + i * size, &bits, size);
  }
  if (!constant.base) return;
  std::memset(variable.initial_bytes.data() + offset, 0, size);
  variable.relocations.push_back({offset, constant.base, static_cast<std::int64_t>(constant.components[0])});
}

}  // namespace lockstep::sim::language
