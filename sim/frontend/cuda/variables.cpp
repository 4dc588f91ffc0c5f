// Parses variables: references, auto, initial values in parentheses or braces, objects of classes,
// extern __shared__.
#include <fmt/format.h>

#include "sim/frontend/cuda/classes.hpp"
#include "sim/frontend/cuda/dialect.hpp"
#include "sim/frontend/cuda/qualified_names.hpp"
#include "sim/frontend/cuda/references.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/parse/statements.hpp"
#include "sim/frontend/types/conversion.hpp"
#include "sim/frontend/types/operators.hpp"

namespace lockstep::sim::language::cuda {
namespace {

VariableDecl* local_variable(Parser& p, const Specifiers& specified, const Declarator& declared,
                             const QualifiedType& type) {
  Declarator placed = declared;
  placed.type = type;
  check_variable_type(p, placed);
  VariableDecl* variable = new_variable(p.context, std::string(declared.name), type,
                                        block_storage(p, specified, placed), declared.range);
  variable->alignment =
      std::max({variable->alignment, specified.attributes.aligned, declared.attributes.aligned});
  variable->may_be_unused = specified.attributes.unused || declared.attributes.unused;
  if (p.scopes.find_here(declared.name))
    p.context.diagnostics.error(declared.range,
                                fmt::format("'{}' is declared twice in this block", declared.name));
  declare_variable(p, *variable);
  p.context.function->variables.push_back(variable);
  return variable;
}

// Parses extern __shared__ T name[]; the launch gives the size of the array.
VariableDecl* dynamic_shared(Parser& p, const Specifiers& specified, const Declarator& declared) {
  if (!declared.type.type->is_array())
    p.context.fail(declared.range,
                   "extern __shared__ must declare an array without a length, such as T name[]");
  QualifiedType type = declared.type;
  type.type = p.context.types.array(type.type->element, 0);
  VariableDecl* variable =
      new_variable(p.context, std::string(declared.name), type, Storage::local, declared.range);
  variable->is_dynamic = true;
  variable->alignment = std::max(variable->alignment, specified.attributes.aligned);
  declare_variable(p, *variable);
  return variable;
}

std::vector<Expr*> values_in(Parser& p, std::string_view close) {
  p.take();
  std::vector<Expr*> values;
  while (!p.next_is(close)) {
    values.push_back(parse_assignment(p));
    if (!p.take_if(",")) break;
  }
  p.expect(close, "after these values");
  return values;
}

VariableDecl* reference_variable(Parser& p, const Specifiers& specified, const Declarator& declared) {
  if (!p.take_if("="))
    p.context.fail(declared.range, "a reference must be initialised with the variable that it refers to");
  Expr* value = parse_assignment(p);
  QualifiedType referred = declared.type;
  if (specified.is_auto) {
    referred.type = value->type;
    referred.is_const = referred.is_const || value->is_const;
  }
  Specifiers plain = specified;
  plain.type.space.reset();
  VariableDecl* variable = local_variable(p, plain, declared, reference_type(p.context, referred));
  variable->is_reference = true;
  variable->init = bound_reference(p.context, value, variable->type);
  return variable;
}

VariableDecl* inferred(Parser& p, const Specifiers& specified, const Declarator& declared) {
  Expr* value = nullptr;
  if (p.next_is("{") || p.next_is("(")) {
    const std::vector<Expr*> values = values_in(p, p.next_is("{") ? "}" : ")");
    if (values.size() != 1) p.context.fail(declared.range, "auto must have exactly one initial value");
    value = values[0];
  } else {
    if (!p.take_if("="))
      p.context.fail(declared.range, "auto needs an initial value, which determines the type");
    value = parse_assignment(p);
  }
  value = value_of(p.context, value);
  QualifiedType type = specified.type;
  type.type = value->type;
  VariableDecl* variable = local_variable(p, specified, declared, type);
  Initializer initializer{.range = value->range, .expr = value, .items = {}};
  initialize(p.context, *variable, initializer);
  return variable;
}

// Parses x(1, 2) and x{1, 2}.
VariableDecl* with_values(Parser& p, const Specifiers& specified, const Declarator& declared) {
  const bool is_list = p.next_is("{");
  const SourceRange range = p.peek().range;
  const Type* type = declared.type.type;
  if (is_list && (type->is_array() || (type->is_record() && !has_constructor(p, *type)))) {
    VariableDecl* variable = local_variable(p, specified, declared, declared.type);
    initialize(p.context, *variable, *parse_initializer_list(p));
    return variable;
  }
  std::vector<Expr*> values = values_in(p, is_list ? "}" : ")");
  VariableDecl* variable = local_variable(p, specified, declared, declared.type);
  if (variable->storage == Storage::local)
    p.context.fail(declared.range,
                   "a __shared__ variable cannot have an initial value; let threads store it");
  Initializer initializer{.range = join(range, p.last_range()), .expr = nullptr, .items = {}};
  initializer.expr = constructed(p, type, std::move(values), initializer.range);
  initialize(p.context, *variable, initializer);
  return variable;
}

// Parses X x; for a class with constructors. Arrays of such objects are not handled here.
VariableDecl* default_object(Parser& p, const Specifiers& specified, const Declarator& declared) {
  VariableDecl* variable = local_variable(p, specified, declared, declared.type);
  Initializer initializer{.range = declared.range, .expr = nullptr, .items = {}};
  initializer.expr = constructed(p, declared.type.type, {}, declared.range);
  initialize(p.context, *variable, initializer);
  return variable;
}

// Returns whether a range-based loop starts: for (auto x : values)
bool is_range_based(const Parser& p) {
  if (!p.peek(1).is("(")) return false;
  const std::size_t end = end_of_brackets(p, p.position() + 1);
  for (std::size_t at = p.position() + 2; at + 1 < end; ++at) {
    if (p.token_at(at).is(";") || p.token_at(at).is("?")) return false;
    if (p.token_at(at).is(":")) return true;
  }
  return false;
}

}  // namespace

VariableDecl* CudaDialect::block_variable(Parser& p, const Specifiers& specified,
                                          const Declarator& declared) {
  if (specified.is_extern && declared.type.space == AddressSpace::local)
    return dynamic_shared(p, specified, declared);
  if (declared.is_reference) return reference_variable(p, specified, declared);
  if (specified.is_auto) return inferred(p, specified, declared);
  if (p.next_is("(") || p.next_is("{")) return with_values(p, specified, declared);
  const Type* type = declared.type.type;
  const bool is_private = declared.type.space.value_or(AddressSpace::private_) == AddressSpace::private_;
  if (!type->is_record() || !is_private || specified.is_extern || !has_constructor(p, *type)) return nullptr;
  if (!p.next_is("=")) return default_object(p, specified, declared);
  if (!p.peek(1).is("{")) return nullptr;
  p.take();
  return with_values(p, specified, declared);
}

bool CudaDialect::program_variable(Parser& p, const Specifiers& specified, const Declarator& declared) {
  if (declared.is_reference) p.context.fail(declared.range, "references at program scope are not supported");
  if (declared.type.space == AddressSpace::local) {
    if (!specified.is_extern)
      p.context.fail(declared.range,
                     "a __shared__ variable outside of functions must be an extern array without a length");
    dynamic_shared(p, specified, declared);
    return true;
  }
  const bool is_constant = declared.type.space == AddressSpace::constant;
  if (!is_constant || p.next_is("=") || specified.is_extern) return false;
  // The contents are zero until the host copies values to the variable.
  check_variable_type(p, declared);
  VariableDecl* variable =
      new_variable(p.context, std::string(declared.name), declared.type, Storage::constant, declared.range);
  if (p.scopes.find_here(declared.name))
    p.context.fail(declared.range, fmt::format("'{}' is declared twice", declared.name));
  declare_variable(p, *variable);
  if (p.next_is("{"))
    initialize(p.context, *variable, *parse_initializer_list(p));
  else
    variable->initial_bytes.assign(variable->type->size, std::byte{0});
  p.context.unit.constants.push_back(variable);
  return true;
}

void constant_of_program(Parser& p, const Specifiers& specified, const Declarator& declared) {
  QualifiedType type = declared.type;
  type.space = AddressSpace::constant;
  if (declared.is_reference || declared.is_function || specified.is_auto)
    p.context.fail(declared.range, "this is not a constant that kernels can use");
  VariableDecl* variable =
      new_variable(p.context, std::string(declared.name), type, Storage::constant, declared.range);
  declare_variable(p, *variable);
  if (p.next_is("{"))
    initialize(p.context, *variable, *parse_initializer_list(p));
  else
    parse_initializer(p, *variable);
  p.context.unit.constants.push_back(variable);
}

void parse_using(Parser& p) {
  p.take();
  Declarator declared;
  declared.name = p.peek().text;
  declared.range = p.take().range;
  p.expect("=", "after the name of this type");
  declared.type = parse_type_name(p);
  p.expect(";", "after this declaration");
  declare_typedef(p, declared);
}

Stmt* CudaDialect::statement(Parser& p) {
  const Token& token = p.peek();
  if (!token.is_identifier()) return nullptr;
  if (token.is("using")) {
    if (p.peek(2).is("="))
      parse_using(p);
    else
      p.skip_statement();
    return new_statement(p, StmtKind::empty, token.range);
  }
  if (token.is("try") || token.is("throw")) p.fail_here("exceptions are not supported in kernels");
  if (token.is("asm")) p.fail_here("inline PTX is not supported");
  if (token.is("delete")) p.fail_here("new and delete are not supported in kernels");
  if (token.is("for") && is_range_based(p))
    p.context.fail(token.range, "range-based for loops are not supported; count with an index");
  if (token.is("if") && p.peek(1).is("constexpr")) return chosen_branch(p);
  if (token.is("return") && p.peek(1).is("{")) return return_list(p);
  return nullptr;
}

}  // namespace lockstep::sim::language::cuda
