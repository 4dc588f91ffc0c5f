#include "sim/translation/to_opencl/pointer_spaces.hpp"

#include "sim/frontend/warnings/walk.hpp"

namespace lockstep::sim::translation::opencl {
namespace {

using language::CastKind;
using language::ExprKind;
using language::Member;
using language::Special;
using language::Stmt;
using language::StmtKind;
using language::Storage;
using language::Type;

// Returns the address space that the pointer type states, which it does for parameters of kernels and
// for constants.
std::optional<AddressSpace> declared(const Type& pointer) {
  if (pointer.space == AddressSpace::generic || pointer.hides_space) return std::nullopt;
  return pointer.space;
}

AddressSpace of_storage(const VariableDecl& variable) {
  switch (variable.storage) {
    case Storage::local:
      return AddressSpace::local;
    case Storage::global:
      return AddressSpace::global;
    case Storage::constant:
      return variable.space == AddressSpace::constant ? AddressSpace::constant : AddressSpace::private_;
    default:
      return AddressSpace::private_;
  }
}

// Returns the member at this offset that has the type `value`.
const Member* member_at(const Type& type, std::uint64_t offset, const Type& value) {
  if (type.is_array() && type.element->size > 0)
    return member_at(*type.element, offset % type.element->size, value);
  if (!type.is_record()) return nullptr;
  for (const Member& member : type.members) {
    if (offset < member.offset || offset >= member.offset + std::max<std::uint64_t>(member.type->size, 1))
      continue;
    if (member.type == &value && member.offset == offset) return &member;
    return member_at(*member.type, offset - member.offset, value);
  }
  return nullptr;
}

}  // namespace

PointerSpaces::PointerSpaces(const language::TranslationUnit& unit) {
  do {
    members_changed_ = false;
    functions_.clear();
    for (const FunctionDecl* function : unit.functions)
      if (function->is_kernel) of(*function, of_kernel(*function));
  } while (members_changed_);
}

ParameterSpaces PointerSpaces::of_kernel(const FunctionDecl& kernel) {
  ParameterSpaces spaces;
  for (const VariableDecl* parameter : kernel.parameters)
    spaces.push_back(parameter->type->is_pointer() ? declared(*parameter->type).value_or(AddressSpace::global)
                                                   : AddressSpace::private_);
  return spaces;
}

bool PointerSpaces::join(std::optional<AddressSpace>& space, std::optional<AddressSpace> other) {
  if (!other || space == other || space == AddressSpace::generic) return false;
  space = space ? AddressSpace::generic : *other;
  return true;
}

void PointerSpaces::join_variable(FunctionSpaces& spaces, const VariableDecl& variable,
                                  std::optional<AddressSpace> space) {
  std::optional<AddressSpace> now;
  if (const auto found = spaces.variables.find(&variable); found != spaces.variables.end())
    now = found->second;
  if (!join(now, space)) return;
  spaces.variables[&variable] = *now;
  changed_ = true;
}

void PointerSpaces::join_member(const Member& member, std::optional<AddressSpace> space) {
  std::optional<AddressSpace> now;
  if (const auto found = members_.find(&member); found != members_.end()) now = found->second;
  if (!join(now, space)) return;
  members_[&member] = *now;
  members_changed_ = true;
}

const FunctionSpaces& PointerSpaces::of(const FunctionDecl& function, const ParameterSpaces& parameters) {
  const auto [found, is_new] = functions_.try_emplace({&function, parameters});
  FunctionSpaces& spaces = found->second;
  if (!is_new) return spaces;
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    if (function.parameters[i]->type->is_pointer()) spaces.variables[function.parameters[i]] = parameters[i];
  const bool changed_before = changed_;
  bool changed_here = false;
  do {
    changed_ = false;
    look_at(function, spaces);
    changed_here = changed_here || changed_;
  } while (changed_);
  changed_ = changed_before || changed_here;
  return spaces;
}

void PointerSpaces::look_at(const FunctionDecl& function, FunctionSpaces& spaces) {
  const auto on_statement = [&](const Stmt& statement) {
    for (const VariableDecl* variable : statement.variables) {
      if (variable->init == nullptr) continue;
      if (variable->type->is_pointer())
        join_variable(spaces, *variable, of_value(spaces, *variable->init));
      else
        initialise(spaces, *variable->type, *variable->init);
    }
    if (statement.kind == StmtKind::return_ && statement.expr != nullptr && function.result()->is_pointer() &&
        join(spaces.result, of_value(spaces, *statement.expr)))
      changed_ = true;
  };
  const auto on_expression = [&](const Expr& expr) {
    if (expr.kind == ExprKind::assign) assign(spaces, *expr.operands[0], *expr.operands[1]);
    if (expr.kind == ExprKind::call) of(*expr.function, of_call(spaces, expr));
    if (expr.kind == ExprKind::compound_literal && expr.variable->init != nullptr) {
      if (expr.variable->type->is_pointer())
        join_variable(spaces, *expr.variable, of_value(spaces, *expr.variable->init));
      else
        initialise(spaces, *expr.variable->type, *expr.variable->init);
    }
  };
  walk(function.body, on_statement, on_expression);
}

void PointerSpaces::assign(FunctionSpaces& spaces, const Expr& target, const Expr& value) {
  if (!target.type->is_pointer()) return;
  const std::optional<AddressSpace> space = of_value(spaces, value);
  if (target.kind == ExprKind::variable) join_variable(spaces, *target.variable, space);
  if (target.kind == ExprKind::member) join_member(*target.member, space);
}

void PointerSpaces::initialise(FunctionSpaces& spaces, const Type& type, const Expr& value) {
  if (value.kind != ExprKind::initializer_list) return;
  for (const language::InitElement& element : value.elements)
    if (element.value->type->is_pointer())
      if (const Member* member = member_at(type, element.offset, *element.value->type))
        join_member(*member, of_value(spaces, *element.value));
}

ParameterSpaces PointerSpaces::of_call(const FunctionSpaces& caller, const Expr& call) {
  ParameterSpaces spaces;
  for (std::size_t i = 0; i < call.function->parameters.size(); ++i) {
    const Type& type = *call.function->parameters[i]->type;
    if (!type.is_pointer())
      spaces.push_back(AddressSpace::private_);
    else if (const auto fixed = declared(type))
      spaces.push_back(*fixed);
    else
      spaces.push_back(of_value(caller, *call.operands[i]).value_or(AddressSpace::private_));
  }
  return spaces;
}

AddressSpace PointerSpaces::of_variable(const FunctionSpaces& function, const VariableDecl& variable) const {
  if (const auto fixed = declared(*variable.type)) return *fixed;
  const auto found = function.variables.find(&variable);
  return found == function.variables.end() ? AddressSpace::private_ : found->second;
}

AddressSpace PointerSpaces::of_member(const Member& member) const {
  if (const auto fixed = declared(*member.type)) return *fixed;
  const auto found = members_.find(&member);
  return found == members_.end() ? AddressSpace::private_ : found->second;
}

AddressSpace PointerSpaces::of_object(const FunctionSpaces& function, const Expr& object) {
  switch (object.kind) {
    case ExprKind::variable:
      return of_storage(*object.variable);
    case ExprKind::string_literal:
      return AddressSpace::constant;
    case ExprKind::deref:
    case ExprKind::index:
      return of_value(function, *object.operands[0]).value_or(AddressSpace::private_);
    case ExprKind::member:
    case ExprKind::swizzle:
    case ExprKind::component:
      return of_object(function, *object.operands[0]);
    default:
      return AddressSpace::private_;
  }
}

std::optional<AddressSpace> PointerSpaces::of_value(const FunctionSpaces& function, const Expr& pointer) {
  if (!pointer.type->is_pointer()) return std::nullopt;
  if (const auto fixed = declared(*pointer.type)) return fixed;
  switch (pointer.kind) {
    case ExprKind::variable: {
      const auto found = function.variables.find(pointer.variable);
      return found == function.variables.end() ? std::nullopt : std::optional(found->second);
    }
    case ExprKind::member: {
      const auto found = members_.find(pointer.member);
      return found == members_.end() ? std::nullopt : std::optional(found->second);
    }
    case ExprKind::compound_literal: {
      const auto found = function.variables.find(pointer.variable);
      return found == function.variables.end() ? std::nullopt : std::optional(found->second);
    }
    case ExprKind::address_of:
    case ExprKind::decay:
      return of_object(function, *pointer.operands[0]);
    case ExprKind::pointer_offset:
    case ExprKind::increment:
    case ExprKind::compound_assign:
    case ExprKind::statement_expression:
      return of_value(function, *pointer.operands[0]);
    case ExprKind::assign:
    case ExprKind::comma:
      return of_value(function, *pointer.operands[1]);
    case ExprKind::conditional: {
      std::optional<AddressSpace> space = of_value(function, *pointer.operands[1]);
      join(space, of_value(function, *pointer.operands[2]));
      return space;
    }
    case ExprKind::cast:
      return pointer.cast_kind == CastKind::none ? of_value(function, *pointer.operands[0])
                                                 : std::optional(AddressSpace::generic);
    case ExprKind::call:
      return of(*pointer.function, of_call(function, pointer)).result;
    case ExprKind::integer_literal:
      return std::nullopt;
    default:
      return AddressSpace::generic;  // a pointer that was loaded from memory
  }
}

}  // namespace lockstep::sim::translation::opencl
