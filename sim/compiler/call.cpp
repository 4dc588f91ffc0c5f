// Calls of functions of the program: arguments are moved to the callee's own registers, the result is taken
// from there before the next call can overwrite it.
#include <algorithm>

#include "sim/compiler/function.hpp"

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

}  // namespace

// A copy of a record that a call returned, since the next call of the same function returns in the same
// place.
Address FunctionCompiler::saved_record(const Expr& expr) {
  Home home{.kind = Home::Kind::private_memory};
  home.private_object = unit_.add_private_object(index_, "", *expr.type, expr.type->alignment);
  emit_.copy(symbolic(home), record(expr), expr.type->size);
  return symbolic(home);
}

// An argument that calls may run this very callee: then all are computed before any is passed.
void FunctionCompiler::pass_arguments(const Expr& expr, const FunctionSignature& callee) {
  const bool direct = std::ranges::none_of(expr.operands, [](const Expr* e) { return has_call(*e); });
  std::vector<Value> values(expr.operands.size());
  std::vector<Address> records(expr.operands.size());
  const auto pass = [&](std::size_t i) {
    const Home& home = callee.parameters[i];
    const Type& type = *expr.operands[i]->type;
    RangeScope range(code_, expr.operands[i]->range);
    if (type.is_record())
      emit_.copy(symbolic(home), records[i], type.size);
    else
      write_registers(registers_of(home, component_count(type)), values[i]);
  };
  for (std::size_t i = 0; i < expr.operands.size(); ++i) {
    const Expr& argument = *expr.operands[i];
    if (argument.type->is_record())
      records[i] = direct || argument.is_lvalue ? record(argument) : saved_record(argument);
    else
      values[i] = value(argument, direct ? Into{callee.parameters[i].first} : Into{});
    if (direct) pass(i);
  }
  for (std::size_t i = 0; !direct && i < expr.operands.size(); ++i) pass(i);
}

Value FunctionCompiler::call(const Expr& expr, Into into) {
  const FunctionIndex index = unit_.require(*expr.function, false);
  const FunctionSignature& callee = unit_.signatures[index];
  pass_arguments(expr, callee);
  auto& callees = unit_.functions[index_].callees;
  if (std::ranges::find(callees, index) == callees.end()) callees.push_back(index);
  const std::uint32_t at = emit_.emit({.op = Opcode::call}, {});
  code_.drafts()[at].relocation = Draft::Relocation::callee;
  code_.drafts()[at].owner = index;
  if (callee.result.kind != Home::Kind::registers) return {};
  const unsigned count = component_count(*expr.type);
  const FrameRegister first = into ? *into : emit_.allocate(count);
  Value result{expr.type->scalar()->lane_type(), {}};
  for (std::uint32_t i = 0; i < count; ++i) {
    const FrameRegister target{first.function, first.index + i};
    emit_.assign(target, result.type, {false, {index, callee.result.first.index + i}});
    result.components.push_back({false, target});
  }
  return result;
}

}  // namespace lockstep::sim::language
