#include <fmt/format.h>

#include <functional>

#include "sim/frontend/cuda/calls.hpp"
#include "sim/frontend/cuda/classes.hpp"
#include "sim/frontend/cuda/qualified_names.hpp"
#include "sim/frontend/cuda/references.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/parse/statements.hpp"
#include "sim/frontend/types/conversion.hpp"
#include "sim/frontend/types/operators.hpp"

namespace lockstep::sim::language::cuda {
namespace {

Stmt* expression_statement(Parser& p, Expr* expr) {
  Stmt* statement = new_statement(p, StmtKind::expression, expr->range);
  statement->expr = expr;
  return finish(p, statement);
}

Expr* member_of(Parser& p, Expr* object, std::string_view name, const SourceRange& range) {
  Token token;
  token.kind = TokenKind::identifier;
  token.text = name;
  token.range = range;
  return make_member(p.context, object, token, false);
}

Stmt* assignment(Parser& p, Expr* target, Expr* value) {
  target->is_const = false;
  return expression_statement(p, make_assign(p.context, target, value, value->range));
}

// Returns the initial value of a member in the class definition: "= value" or "{value}".
Stmt* default_of_member(Parser& p, Expr* object, std::string_view name, std::size_t position) {
  const std::size_t here = p.position();
  p.go_to(position);
  Expr* target = member_of(p, object, name, p.peek().range);
  Expr* value = nullptr;
  if (p.next_is("{") && p.peek(1).is("}"))
    value = constructed(p, target->type, {}, p.peek().range);
  else if (p.next_is("{"))
    value = parse_compound_literal(p, {.type = target->type, .space = std::nullopt}, p.peek().range);
  else
    value = parse_assignment(p);
  p.go_to(here);
  return assignment(p, target, value);
}

// Returns a zero value of a type that has no constructor.
Expr* zero(Parser& p, const Type* type, const SourceRange& range) {
  if (type->is_pointer() || type->is_integer()) return integer_literal(p.context, 0, type, range);
  if (type->is_floating()) return floating_literal(p.context, 0, type, range);
  if (type->is_vector())
    return convert(p.context, integer_literal(p.context, 0, p.context.types.int_type(), range), type,
                   "this value");
  return record_value(p, type, {}, range);
}

// Constructs an object by a statement expression: ({ T object; …; object; })
Expr* object_by(Parser& p, const Type* type, const SourceRange& range,
                const std::function<void(Expr* object, Stmt& block)>& make) {
  VariableDecl* variable =
      new_variable(p.context, "", {.type = type, .space = std::nullopt}, Storage::private_, range);
  Stmt* declared = new_statement(p, StmtKind::declaration, range);
  declared->variables.push_back(variable);
  Stmt* block = new_statement(p, StmtKind::block, range);
  block->children.push_back(finish(p, declared));
  make(variable_reference(p.context, variable, range), *block);
  block->height = height_of(*block);
  Expr* value = variable_reference(p.context, variable, range);
  Expr* expr = new_expr(p.context, ExprKind::statement_expression, type, range, {value});
  expr->block = block;
  put_above(p.context, *expr, block->height);
  return expr;
}

}  // namespace

Expr* record_value(Parser& p, const Type* type, const std::vector<Expr*>& values, const SourceRange& range) {
  if (p.context.function == nullptr) p.context.fail(range, "this value is allowed only inside functions");
  Initializer list;
  list.range = range;
  for (Expr* value : values) {
    Initializer& item = p.initializers.emplace_back();
    item.range = value->range;
    item.expr = value;
    list.items.push_back({.designators = {}, .value = &item});
  }
  VariableDecl* variable =
      new_variable(p.context, "", {.type = type, .space = std::nullopt}, Storage::private_, range);
  initialize(p.context, *variable, list);
  p.context.function->variables.push_back(variable);
  Expr* expr = new_expr(p.context, ExprKind::compound_literal, type, range);
  if (variable->init != nullptr) put_above(p.context, *expr, variable->init->height);
  expr->variable = variable;
  expr->is_lvalue = true;
  return expr;
}

bool has_constructor(Parser& p, const Type& type) {
  const Class* about = state_of(p).class_of(&type);
  if (&type == state_of(p).dim3) return true;
  return about != nullptr && (!about->constructors.empty() || !about->defaults.empty());
}

Stmt* construction(Parser& p, Expr* object, std::vector<Expr*> values, const SourceRange& range) {
  const Type* type = object->type;
  const Candidates constructors = constructors_of(p, *type);
  if (constructors.empty()) return assignment(p, object, constructed(p, type, std::move(values), range));
  Expr* call = call_of(p, type->name, constructors, {}, make_address_of(p.context, object, range), values,
                       range, range);
  return expression_statement(p, call);
}

Expr* constructed(Parser& p, const Type* type, std::vector<Expr*> values, const SourceRange& range) {
  if (!type->is_record()) {
    if (values.empty()) return zero(p, type, range);
    if (type->is_vector() && values.size() > 1)
      return vector_literal(p.context, type, std::move(values), range);
    if (values.size() > 1) p.context.fail(range, fmt::format("{} takes one value", to_string(*type)));
    return explicit_cast(p.context, type, values[0], range);
  }
  if (values.size() == 1 && values[0]->type == type) return values[0];
  if (type == state_of(p).dim3)
    while (values.size() < type->members.size())
      values.push_back(integer_literal(p.context, 1, p.context.types.uint_type(), range));
  if (p.context.function == nullptr) p.context.fail(range, "this value is allowed only inside functions");
  const Class* about = state_of(p).class_of(type);
  if (about != nullptr && !about->constructors.empty())
    return object_by(p, type, range, [&](Expr* object, Stmt& block) {
      block.children.push_back(construction(p, object, values, range));
    });
  if (about == nullptr || about->defaults.empty() || !values.empty())
    return record_value(p, type, values, range);
  return object_by(p, type, range, [&](Expr* object, Stmt& block) {
    block.children.push_back(assignment(p, object, record_value(p, type, {}, range)));
    for (const auto& [name, position] : about->defaults)
      block.children.push_back(default_of_member(p, object, name, position));
  });
}

std::vector<Stmt*> member_values(Parser& p, FunctionDecl& constructor) {
  std::vector<Stmt*> result;
  const Class& about = *state_of(p).class_of(state_of(p).record());
  Expr* object = make_deref(p.context, this_pointer(p, constructor.range), constructor.range);
  for (const auto& [name, position] : about.defaults)
    result.push_back(default_of_member(p, object, name, position));
  if (!p.take_if(":")) return result;
  do {
    if (!p.peek().is_identifier()) p.fail_here("the name of a member is missing here");
    const Token& name = p.take();
    const std::string_view close = p.next_is("{") ? "}" : ")";
    if (!p.next_is("(") && !p.next_is("{")) p.fail_here("the value of this member is missing here");
    p.take();
    std::vector<Expr*> values;
    while (!p.next_is(close)) {
      values.push_back(parse_assignment(p));
      if (!p.take_if(",")) break;
    }
    const SourceRange range = join(name.range, p.expect(close, "after the value of this member").range);
    if (name.text == about.name) {  // delegates to another constructor
      result.push_back(construction(p, object, std::move(values), range));
      continue;
    }
    const Member* member = object->type->find_member(name.text);
    if (member != nullptr && member->is_reference)
      p.context.fail(name.range, "members that are references are not supported");
    Expr* target = member_of(p, object, name.text, name.range);
    result.push_back(assignment(p, target, constructed(p, target->type, std::move(values), range)));
  } while (p.take_if(","));
  return result;
}

}  // namespace lockstep::sim::language::cuda
