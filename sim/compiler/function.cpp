// The frame of a function: where its parameters and variables live, its entry and its end.
#include "sim/compiler/function.hpp"

#include <algorithm>

#include "sim/bytecode/address.hpp"
#include "sim/compiler/assigned.hpp"

namespace lockstep::sim::language {
namespace {

constexpr std::uint32_t kOpenScope = ~0u;

// The closing brace.
SourceRange end_of(const SourceRange& range) {
  return {range.file, range.end_line, std::max(range.end_column, 2u) - 1, range.end_line, range.end_column};
}

Parameter::Kind kind_of(const Type& type) {
  if (type.is_record()) return Parameter::Kind::structure;
  if (!type.is_pointer()) return Parameter::Kind::value;
  if (type.space == AddressSpace::local) return Parameter::Kind::local_buffer;
  return type.space == AddressSpace::constant ? Parameter::Kind::constant_buffer
                                              : Parameter::Kind::global_buffer;
}

}  // namespace

FunctionCompiler::FunctionCompiler(CompilerUnit& unit, FunctionIndex index)
    : unit_(unit),
      emit_(unit.emitter),
      code_(unit.code),
      index_(index),
      decl_(*unit.signatures[index].decl),
      is_kernel_(unit.signatures[index].is_kernel),
      maybe_unwritten_(maybe_read_before_written(decl_)) {}

void FunctionCompiler::compile() {
  FunctionUnit& unit = unit_.functions[index_];
  RangeScope range(code_, decl_.range);
  code_.begin_function();
  unit.entry = code_.size();
  emit_.begin_function(index_, unit);
  if (is_kernel_) begin_kernel_parameters(unit.kernel.emplace());
  bind_parameters();
  add_local_variables();
  if (!decl_.body->children.empty()) last_statement_ = decl_.body->children.back();
  block(*decl_.body);
  code_.set_range(end_of(decl_.body->range));
  code_.end_function(is_kernel_);
  end_scope(0, emit_.mark());
}

void FunctionCompiler::begin_kernel_parameters(Kernel& kernel) {
  const FunctionSignature& signature = unit_.signatures[index_];
  kernel.name = decl_.name;
  std::ranges::copy(decl_.required_group_size, kernel.required_group_size);
  for (std::size_t i = 0; i < decl_.parameters.size(); ++i) {
    const VariableDecl& variable = *decl_.parameters[i];
    const Type& type = *variable.type;
    Parameter parameter;
    parameter.kind = kind_of(type);
    parameter.name = variable.name;
    parameter.type_name = to_string(type);
    parameter.type = element_lane_type(type.is_pointer() ? *type.element : type);
    parameter.count = component_count(type);
    parameter.bytes = static_cast<std::uint32_t>(type.size);
    parameter.is_const = type.is_pointer() && type.pointee_const;
    parameter.is_record = (type.is_pointer() ? *type.element : type).is_record();
    const Home& home = signature.parameters[i];
    if (home.kind == Home::Kind::registers)
      parameter.first = static_cast<Register>(home.first.index);
    else
      parameter.private_offset = unit_.objects[home.private_object].object.offset;
    kernel.parameters.push_back(std::move(parameter));
  }
}

// An address names the object, so that its place in local memory can wait for the call graph.
void FunctionCompiler::add_local_variables() {
  for (const VariableDecl* variable : decl_.variables) {
    if (variable->storage != Storage::local) continue;
    OwnedLocalVariable local{index_, std::max(variable->alignment, variable->type->alignment), {}};
    local.variable.name = variable->name;
    local.variable.type = element_lane_type(*variable->type);
    local.variable.bytes = variable->type->size;
    unit_.local_variables.push_back(std::move(local));
    Home home{.kind = Home::Kind::fixed};
    home.address = make_address(Space::local, static_cast<std::uint32_t>(unit_.local_variables.size()), 0);
    homes_[variable] = home;
  }
}

void FunctionCompiler::bind_parameters() {
  const FunctionSignature& signature = unit_.signatures[index_];
  for (std::size_t i = 0; i < decl_.parameters.size(); ++i) {
    const VariableDecl& variable = *decl_.parameters[i];
    Home home = signature.parameters[i];
    if (is_kernel_ && variable.type->scalar()->kind == TypeKind::half) {
      RangeScope range(code_, variable.range);
      for (std::uint32_t c = 0; c < component_count(*variable.type); ++c) {
        const FrameRegister bits{index_, home.first.index + c};
        emit_.from_half({false, bits}, bits);
      }
    }
    if (home.kind == Home::Kind::registers && lives_in_memory(variable)) {
      RangeScope range(code_, variable.range);
      Value argument{variable.type->scalar()->lane_type(), {}};
      for (std::uint32_t c = 0; c < component_count(*variable.type); ++c)
        argument.components.push_back({false, {index_, home.first.index + c}});
      home = {.kind = Home::Kind::private_memory};
      home.private_object =
          unit_.add_private_object(index_, variable.name, *variable.type, variable.alignment);
      write(memory_place(*variable.type, symbolic(home)), argument);
    }
    homes_[&variable] = home;
    name_variable(variable, home);
  }
}

bool FunctionCompiler::lives_in_memory(const VariableDecl& variable) const {
  return variable.address_taken || variable.type->is_array() || variable.type->is_record() ||
         maybe_unwritten_.contains(&variable);
}

Home FunctionCompiler::declare(const VariableDecl& variable) {
  Home home;
  if (lives_in_memory(variable)) {
    home.kind = Home::Kind::private_memory;
    home.private_object = unit_.add_private_object(index_, variable.name, *variable.type, variable.alignment);
  } else {
    home.kind = Home::Kind::registers;
    home.first = emit_.allocate(component_count(*variable.type));
  }
  homes_[&variable] = home;
  return home;
}

const Home& FunctionCompiler::home(const VariableDecl& variable) {
  if (const auto found = unit_.constants.find(&variable); found != unit_.constants.end())
    return found->second;
  const auto found = homes_.find(&variable);
  if (found != homes_.end()) return found->second;
  declare(variable);
  return homes_.at(&variable);
}

void FunctionCompiler::name_variable(const VariableDecl& variable, const Home& home) {
  if (variable.name.empty()) return;
  Variable named;
  named.name = variable.name;
  named.type_name = to_string(*variable.type);
  named.begin = code_.size();
  named.end = kOpenScope;
  if (home.kind == Home::Kind::registers) {
    named.type = variable.type->scalar()->lane_type();
    named.count = component_count(*variable.type);
    named.first = static_cast<Register>(home.first.index);
  } else {
    const PrivateObject& object = unit_.objects[home.private_object].object;
    named.type = object.type;
    named.count = static_cast<unsigned>(object.bytes / size_bytes(object.type));
    named.in_register = false;
    named.private_offset = object.offset;
  }
  unit_.functions[index_].variables.push_back(std::move(named));
}

// Variables named since `first_variable` whose scope is still open end here.
void FunctionCompiler::end_scope(std::size_t first_variable, std::uint32_t register_mark) {
  auto& variables = unit_.functions[index_].variables;
  for (std::size_t i = first_variable; i < variables.size(); ++i)
    if (variables[i].end == kOpenScope) variables[i].end = code_.size();
  emit_.release_to(register_mark);
}

// Calls of functions of the program: arguments are moved to the callee's own registers, the result is taken
// from there before the next call can overwrite it.

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
