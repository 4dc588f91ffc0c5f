// Compiles calls of program functions. Arguments are moved to the callee's registers. The result is copied
// before the next call can overwrite it.
#include <algorithm>

#include "sim/compiler/expressions/expressions.hpp"
#include "sim/compiler/expressions/places.hpp"

namespace lockstep::sim::language {
namespace {

bool has_call(const Expr& expr) {
  if (expr.kind == ExprKind::call || expr.kind == ExprKind::statement_expression) return true;
  return std::ranges::any_of(expr.operands, [](const Expr* e) { return has_call(*e); });
}

std::vector<FrameRegister> registers_of(const Home& home, unsigned count) {
  std::vector<FrameRegister> registers;
  for (std::uint32_t i = 0; i < count; ++i) registers.push_back({home.first.function, home.first.index + i});
  return registers;
}

// Copies a record that a call returned, because the next call of the same function returns its record in the
// same place.
Address saved_record(FunctionCompiler& f, const Expr& expr) {
  Home home{.kind = Home::Kind::private_memory};
  home.private_object =
      f.unit.add_private_object(f.index, "result", *expr.type, expr.type->alignment, expr.range);
  f.emit.copy(symbolic(home), record_address(f, expr), *expr.type);
  return symbolic(home);
}

// Computes the arguments and passes them to the callee. An argument that contains a call may call the same
// function. In this case, all arguments are computed before any argument is passed.
void pass_arguments(FunctionCompiler& f, const Expr& expr, const FunctionSignature& callee) {
  const bool direct = std::ranges::none_of(expr.operands, [](const Expr* e) { return has_call(*e); });
  std::vector<Value> values(expr.operands.size());
  std::vector<Address> records(expr.operands.size());
  const auto pass = [&](std::size_t i) {
    const Home& home = callee.parameters[i];
    const Type& type = *expr.operands[i]->type;
    RangeScope range(f.code, expr.operands[i]->range);
    if (type.is_record())
      f.emit.copy(symbolic(home), records[i], type);
    else
      write_registers(f, registers_of(home, component_count(type)), values[i]);
  };
  for (std::size_t i = 0; i < expr.operands.size(); ++i) {
    const Expr& argument = *expr.operands[i];
    if (argument.type->is_record())
      records[i] = direct || argument.is_lvalue ? record_address(f, argument) : saved_record(f, argument);
    else
      values[i] = compile_value(f, argument, direct ? Into{callee.parameters[i].first} : Into{});
    if (direct) pass(i);
  }
  for (std::size_t i = 0; !direct && i < expr.operands.size(); ++i) pass(i);
}

}  // namespace

Value call(FunctionCompiler& f, const Expr& expr, Into into) {
  const FunctionIndex index = f.unit.require(*expr.function, false, expr.range);
  const FunctionSignature& callee = f.unit.signatures[index];
  pass_arguments(f, expr, callee);
  FunctionUnit& caller = f.unit.functions[f.index];
  if (caller.is_callee.insert(index).second) caller.callees.push_back(index);
  const std::uint32_t at = f.emit.emit({.op = Opcode::call}, {});
  f.code.drafts()[at].relocation = Draft::Relocation::callee;
  f.code.drafts()[at].owner = index;
  if (callee.result.kind != Home::Kind::registers) return {};
  const unsigned count = component_count(*expr.type);
  const FrameRegister first = into ? *into : f.emit.allocate(count);
  Value result{expr.type->scalar()->lane_type(), {}};
  for (std::uint32_t i = 0; i < count; ++i) {
    const FrameRegister target{first.function, first.index + i};
    f.emit.assign(target, result.type, {false, {index, callee.result.first.index + i}});
    result.components.push_back({false, target});
  }
  return result;
}

}  // namespace lockstep::sim::language
