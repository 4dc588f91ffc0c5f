// Declarations inside of functions, and initial values as they are written.
#include <fmt/format.h>

#include <algorithm>

#include "sim/frontend/parse/parser.hpp"
#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language {

// declaration = specifiers [ declarator ["=" initializer] { "," declarator ["=" initializer] } ] ";"
Stmt* Parser::declaration_statement() {
  Stmt* statement = new_statement(StmtKind::declaration, peek().range);
  const Specifiers specified = specifiers();
  while (!next_is(";")) {
    const Declarator declared = declarator(specified.type);
    if (declared.name.empty()) fail_here("a name is missing here");
    if (specified.is_typedef)
      declare_typedef(declared);
    else if (declared.is_function)
      declare_function(specified, declared);
    else if (VariableDecl* variable = block_variable(specified, declared))
      statement->variables.push_back(variable);
    if (!take_if(",")) break;
  }
  expect(";", "after this declaration");
  return finish(statement);
}

void Parser::check_variable_type(const Declarator& declared) {
  const Type* type = declared.type.type;
  const Type* element = type;
  while (element->is_array()) element = element->element;
  if (element->is_void() || (!element->complete && element->is_record()))
    context_.fail(declared.range,
                  fmt::format("a variable cannot be {}{}", to_string(*type),
                              element->is_record() ? ", which is declared but not defined" : ""));
}

Storage Parser::block_storage(const Specifiers& specified, const Declarator& declared) {
  const bool in_kernel = context_.function->is_kernel;
  if (specified.is_extern) context_.fail(declared.range, "a variable of a function cannot be extern");
  switch (declared.type.space.value_or(AddressSpace::private_)) {
    case AddressSpace::local:
      if (!in_kernel)
        context_.fail(declared.range,
                      "a __local variable can only be declared in a kernel; pass a pointer to it");
      if (scopes_.depth() > 3)
        context_.diagnostics.warn(declared.range,
                                  "a __local variable belongs at the beginning of the kernel, outside "
                                  "of inner blocks; other compilers refuse this");
      return Storage::local;
    case AddressSpace::constant:
      return Storage::constant;
    case AddressSpace::global:
    case AddressSpace::generic:
      context_.fail(declared.range,
                    fmt::format("a variable of a function cannot be {}; a pointer can point there",
                                name(*declared.type.space)));
    case AddressSpace::private_:
      break;
  }
  if (specified.is_static)
    context_.fail(declared.range,
                  "static variables in functions are not supported; "
                  "make it __constant or pass it as an argument");
  return Storage::private_;
}

VariableDecl* Parser::block_variable(const Specifiers& specified, const Declarator& declared) {
  check_variable_type(declared);
  const Storage storage = block_storage(specified, declared);
  VariableDecl* variable =
      new_variable(context_, std::string(declared.name), declared.type, storage, declared.range);
  variable->alignment =
      std::max({variable->alignment, specified.attributes.aligned, declared.attributes.aligned});
  if (scopes_.find_here(declared.name))
    context_.diagnostics.error(declared.range,
                               fmt::format("'{}' is declared twice in this block", declared.name));
  declare_variable(*variable);
  if (next_is("=")) {
    if (storage == Storage::local)
      context_.fail(peek().range, "a __local variable cannot have an initial value; let work-items store it");
    read_initializer(*variable);
  } else if (storage == Storage::constant) {
    context_.fail(declared.range, "a __constant variable needs an initial value");
  } else if (!variable->type->complete) {
    context_.fail(declared.range, "the length of this array is not known");
  }
  if (storage == Storage::constant) context_.unit.constants.push_back(variable);
  context_.function->variables.push_back(variable);
  return variable;
}

void Parser::declare_variable(VariableDecl& variable) {
  Symbol symbol;
  symbol.range = variable.range;
  symbol.variable = &variable;
  // The name's text must outlive the scope: that of the declaration is in a deque.
  scopes_.declare(variable.name, std::move(symbol));
}

// "=" initializer; the variable is known already, so that an error in its value does not make it unknown
void Parser::read_initializer(VariableDecl& variable) {
  take();
  initialize(context_, variable, *initializer());
}

// initializer = initializer-list | assignment
Initializer* Parser::initializer() {
  if (next_is("{")) return initializer_list();
  Expr* value = assignment();
  Initializer& result = initializers_.emplace_back();
  result.expr = value;
  result.range = value->range;
  return &result;
}

// initializer-list = "{" [ [designators "="] initializer { "," … } [","] ] "}"
Initializer* Parser::initializer_list() {
  const DepthGuard guard = enter_nesting();
  Initializer& result = initializers_.emplace_back();
  result.range = take().range;
  while (!next_is("}")) {
    Initializer::Item item;
    item.designators = designators();
    item.value = initializer();
    result.items.push_back(std::move(item));
    if (!take_if(",")) break;
  }
  result.range = join(result.range, expect("}", "after the initial values").range);
  return &result;
}

// designators = { "." name | "[" constant "]" } "="
std::vector<Initializer::Designator> Parser::designators() {
  std::vector<Initializer::Designator> result;
  while (next_is(".") || next_is("[")) {
    Initializer::Designator designator;
    designator.range = peek().range;
    if (take().is(".")) {
      if (!peek().is_identifier()) fail_here("the name of a member is missing here");
      designator.member = take().text;
    } else {
      Expr* index = conditional();
      constant_integer(index, "an index");
      designator.index = index;
      expect("]", "after the index");
    }
    result.push_back(designator);
  }
  if (!result.empty()) expect("=", "after the designator");
  return result;
}

}  // namespace lockstep::sim::language
