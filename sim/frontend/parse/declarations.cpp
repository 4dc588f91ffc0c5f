// Parses declarations inside functions, typedefs and static assertions.
#include "sim/frontend/parse/declarations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/frontend/parse/dialect.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/parse/statements.hpp"
#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language {
Storage block_storage(Parser& p, const Specifiers& specified, const Declarator& declared) {
  const bool in_kernel = p.context.function->is_kernel;
  if (specified.is_extern) p.context.fail(declared.range, "a variable inside a function cannot be extern");
  const AddressSpace space = declared.type.space.value_or(AddressSpace::private_);
  const bool may_be_global = !declared.type.space || space == AddressSpace::global;
  if (specified.is_static && may_be_global && p.context.options.version >= 200) return Storage::global;
  switch (space) {
    case AddressSpace::local:
      if (!in_kernel && p.dialect == nullptr)
        p.context.fail(declared.range,
                       "a __local variable can only be declared in a kernel; pass a pointer to it");
      if (p.scopes.depth() > 3 && p.dialect == nullptr)
        p.context.diagnostics.warn(declared.range,
                                   "a __local variable should be declared at kernel scope, outside of inner "
                                   "blocks; other compilers reject this",
                                   "local-in-block");
      return Storage::local;
    case AddressSpace::constant:
      return Storage::constant;
    case AddressSpace::global:
    case AddressSpace::generic:
      p.context.fail(
          declared.range,
          fmt::format("a variable inside a function cannot be {0}; declare a pointer to {0} memory",
                      name(*declared.type.space)));
    case AddressSpace::private_:
      break;
  }
  if (specified.is_static)
    p.context.fail(declared.range,
                   "static variables in functions need OpenCL C 2.0 (-cl-std=CL3.0); "
                   "make it __constant or pass it as an argument");
  return Storage::private_;
}

namespace {

// __auto_type name "=" assignment
VariableDecl* inferred_variable(Parser& p, const Specifiers& specified, Declarator declared) {
  if (declared.type.type != specified.type.type)
    p.context.fail(declared.range, "__auto_type must be followed by a name without '*' and '[]'");
  if (!p.next_is("="))
    p.context.fail(declared.range, "__auto_type needs an initial value, which determines the type");
  p.take();
  Initializer& initializer = p.initializers.emplace_back();
  initializer.expr = value_of(p.context, parse_assignment(p));
  initializer.range = initializer.expr->range;
  declared.type.type = initializer.expr->type;
  check_variable_type(p, declared);
  const Storage storage = block_storage(p, specified, declared);
  if (storage == Storage::local)
    p.context.fail(declared.range,
                   "a __local variable cannot have an initial value; let work-items store it");
  VariableDecl* variable =
      new_variable(p.context, std::string(declared.name), declared.type, storage, declared.range);
  if (p.scopes.find_here(declared.name))
    p.context.diagnostics.error(declared.range,
                                fmt::format("'{}' is declared twice in this block", declared.name));
  declare_variable(p, *variable);
  initialize(p.context, *variable, initializer);
  if (storage == Storage::constant) p.context.unit.constants.push_back(variable);
  if (storage == Storage::global) p.context.unit.globals.push_back(variable);
  p.context.function->variables.push_back(variable);
  return variable;
}

VariableDecl* block_variable(Parser& p, const Specifiers& specified, const Declarator& declared) {
  if (p.dialect != nullptr)
    if (VariableDecl* variable = p.dialect->block_variable(p, specified, declared)) return variable;
  if (specified.is_auto) return inferred_variable(p, specified, declared);
  check_variable_type(p, declared);
  const Storage storage = block_storage(p, specified, declared);
  VariableDecl* variable =
      new_variable(p.context, std::string(declared.name), declared.type, storage, declared.range);
  variable->alignment =
      std::max({variable->alignment, specified.attributes.aligned, declared.attributes.aligned});
  variable->may_be_unused = specified.attributes.unused || declared.attributes.unused;
  if (p.scopes.find_here(declared.name))
    p.context.diagnostics.error(declared.range,
                                fmt::format("'{}' is declared twice in this block", declared.name));
  declare_variable(p, *variable);
  if (p.next_is("=")) {
    if (storage == Storage::local)
      p.context.fail(p.peek().range,
                     "a __local variable cannot have an initial value; let work-items store it");
    parse_initializer(p, *variable);
  } else if (storage == Storage::constant) {
    p.context.fail(declared.range, "a __constant variable needs an initial value");
  } else if (!variable->type->complete) {
    p.context.fail(declared.range, "the length of this array is not known");
  }
  if (storage == Storage::constant) p.context.unit.constants.push_back(variable);
  if (storage == Storage::global) p.context.unit.globals.push_back(variable);
  p.context.function->variables.push_back(variable);
  return variable;
}

}  // namespace

// declaration = specifiers [ declarator ["=" initializer] { "," declarator ["=" initializer] } ] ";"
Stmt* parse_declaration(Parser& p) {
  Stmt* statement = new_statement(p, StmtKind::declaration, p.peek().range);
  const Specifiers specified = parse_specifiers(p);
  while (!p.next_is(";")) {
    const Declarator declared = parse_declarator(p, specified.type);
    if (declared.name.empty()) p.fail_here("a name is missing here");
    if (specified.is_typedef)
      declare_typedef(p, declared);
    else if (declared.is_function)
      declare_function(p, specified, declared);
    else if (VariableDecl* variable = block_variable(p, specified, declared))
      statement->variables.push_back(variable);
    if (!p.take_if(",")) break;
  }
  p.expect(";", "after this declaration");
  return finish(p, statement);
}

void check_variable_type(Parser& p, const Declarator& declared) {
  const Type* type = declared.type.type;
  const Type* element = type;
  while (element->is_array()) element = element->element;
  if (element->is_image()) p.context.fail(declared.range, "an image can only be a parameter of a function");
  if (type->is_array() && element->is_sampler())
    p.context.fail(declared.range, "arrays of samplers are not allowed");
  if (element->is_void() || (!element->complete && element->is_record()))
    p.context.fail(declared.range,
                   fmt::format("a variable cannot be {}{}", to_string(*type),
                               element->is_record() ? ", which is declared but not defined" : ""));
}

void declare_variable(Parser& p, VariableDecl& variable) {
  Symbol symbol;
  symbol.range = variable.range;
  symbol.variable = &variable;
  // The text of the name must exist as long as the scope. This holds for the name in the declaration, because
  // the declaration is in a deque.
  p.scopes.declare(variable.name, std::move(symbol));
}

// typedef = "typedef" specifiers declarator
void declare_typedef(Parser& p, const Declarator& declared) {
  if (declared.name.empty()) p.context.fail(declared.range, "a name is missing here");
  Symbol symbol;
  symbol.kind = Symbol::Kind::type;
  symbol.range = declared.range;
  symbol.type = declared.type;
  if (const Symbol* other = p.scopes.find_here(declared.name);
      other && (other->kind != Symbol::Kind::type || other->type.type != symbol.type.type))
    p.context.fail(declared.range,
                   fmt::format("'{}' is declared twice, as different kinds of symbol", declared.name));
  // A struct without a tag gets the name of its typedef.
  const Type* type = declared.type.type;
  if (type->is_record() && type->name.empty()) const_cast<Type*>(type)->name = declared.name;
  p.scopes.declare(declared.name, std::move(symbol));
}

// static-assertion = "_Static_assert" "(" constant [ "," string ] ")" ";"
bool parse_static_assertion(Parser& p) {
  if (!p.next_is("_Static_assert") && !(p.dialect != nullptr && p.next_is("static_assert"))) return false;
  const SourceRange range = p.take().range;
  p.expect("(", "after _Static_assert");
  const bool holds = constant_integer(p, parse_conditional(p), "the condition of _Static_assert") != 0;
  std::string message;
  if (p.take_if(",")) message = parse_string(p)->text;
  p.expect(")", "after _Static_assert");
  p.expect(";", "after _Static_assert");
  if (!holds) p.context.diagnostics.error(range, fmt::format("static assertion failed: {}", message));
  return true;
}

}  // namespace lockstep::sim::language
