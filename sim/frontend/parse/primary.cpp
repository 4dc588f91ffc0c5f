// Parses names, literals, parentheses and calls.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "sim/frontend/builtins/functions.hpp"
#include "sim/frontend/parse/declarations.hpp"
#include "sim/frontend/parse/dialect.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/parse/statements.hpp"
#include "sim/frontend/preprocess/cuda_names.hpp"
#include "sim/frontend/preprocess/literal.hpp"
#include "sim/frontend/types/conversion.hpp"
#include "sim/frontend/types/operators.hpp"

namespace lockstep::sim::language {
namespace {

// statement-expression = "(" block ")", whose value is that of the last statement if this statement is
// an expression
Expr* statement_expression(Parser& p, const SourceRange& open) {
  if (!p.context.function)
    p.context.fail(open, "a statement expression ({ … }) is not supported outside of functions");
  ++p.open.constructs;  // labels of an enclosing switch are not allowed in it
  ++p.open.statement_expressions;
  Stmt* statements = parse_block(p, true);
  --p.open.statement_expressions;
  --p.open.constructs;
  const SourceRange range = join(open, p.expect(")", "after this expression").range);
  Expr* value = nullptr;
  if (!statements->children.empty() && statements->children.back()->kind == StmtKind::expression) {
    value = value_of(p.context, statements->children.back()->expr);
    statements->children.pop_back();
  } else {
    Expr* zero = integer_literal(p.context, 0, p.context.types.int_type(), range);
    value = cast_node(p.context, CastKind::to_void, p.context.types.void_type(), zero);
  }
  Expr* expr = new_expr(p.context, ExprKind::statement_expression, value->type, range, {value});
  expr->block = statements;
  put_above(p.context, *expr, statements->height);
  return expr;
}

// Creates an unnamed __constant variable that contains the bytes of the literal.
Expr* string_literal(Parser& p, std::string text, const SourceRange& range) {
  QualifiedType type;
  type.type = p.context.types.array(p.context.types.basic(TypeKind::char_), text.size() + 1);
  VariableDecl* variable = new_variable(p.context, "", type, Storage::constant, range);
  for (const char c : text) variable->initial_bytes.push_back(static_cast<std::byte>(c));
  variable->initial_bytes.push_back(std::byte{0});
  p.context.unit.constants.push_back(variable);
  Expr* expr = new_expr(p.context, ExprKind::string_literal, type.type, range);
  expr->text = std::move(text);
  expr->variable = variable;
  expr->is_lvalue = true;
  expr->space = AddressSpace::constant;
  expr->is_const = true;
  return expr;
}

// vec-step = "vec_step" "(" (type-name | expression) ")"
Expr* vec_step(Parser& p) {
  const Token& name = p.take();
  p.expect("(", "after vec_step");
  const Type* type = starts_type(p) ? parse_type_name(p).type : parse_expression(p)->type;
  const SourceRange range = join(name.range, p.expect(")", "after vec_step").range);
  return integer_literal(p.context, type->count == 3 ? 4 : type->count, p.context.types.int_type(), range);
}

// value-as-type = ("__builtin_astype" | "__builtin_convertvector") "(" assignment "," type-name ")"
Expr* value_as_type(Parser& p) {
  const Token& name = p.take();
  p.expect("(", fmt::format("after {}", name.text));
  Expr* value = value_of(p.context, parse_assignment(p));
  p.expect(",", "after the value");
  const Type* type = parse_type_name(p).type;
  const SourceRange range = join(name.range, p.expect(")", "after the type").range);
  if (name.is("__builtin_astype")) return reinterpret(p.context, type, value, range);
  if (!type->is_vector() || !value->type->is_vector() || type->count != value->type->count)
    p.context.fail(range,
                   fmt::format("{} cannot be converted to {}", to_string(*value->type), to_string(*type)));
  return convert_arithmetic(p.context, value, type);
}

Expr* enumerator_or_variable(Parser& p, const Symbol& symbol, const Token& name) {
  switch (symbol.kind) {
    case Symbol::Kind::variable:
      return variable_reference(p.context, symbol.variable, name.range);
    case Symbol::Kind::enumerator:
      return integer_literal(p.context, symbol.value, symbol.type.type, name.range);
    case Symbol::Kind::type:
      p.context.fail(name.range, "an expression is expected here, not a type");
    case Symbol::Kind::function:
      break;
  }
  p.context.fail(name.range, "function pointers are not supported; a function can only be called");
}

void unknown_name(Parser& p, const Token& name, bool is_call) {
  if (p.spoiled_names.contains(name.text)) throw Abandoned{};
  // An unknown name is reported only once in each function.
  if (!p.open.reported_names.insert(name.text).second) throw Abandoned{};
  if (const auto refused = refused_function(name.text); is_call && !refused.empty())
    p.context.fail(name.range, fmt::format("{}: {}", refused, name.text));
  if (!is_call && p.peek(1).is_identifier()) unknown_type(p, name);
  const std::string_view what = is_call ? "unknown function" : "unknown identifier";
  if (const std::string own = p.dialect != nullptr ? cuda_name_of(name.text) : std::string(); !own.empty())
    p.context.fail(name.range, fmt::format("{} '{}': CUDA has {}", what, name.text, own));
  Spelling spelling(name.text);
  p.scopes.suggest(spelling);
  if (is_call) p.dialect != nullptr ? suggest_cuda_functions(spelling) : suggest_builtin_functions(spelling);
  const std::string hint = is_call ? spelling.hint() : hint_of_unknown(p, name, spelling, false);
  p.context.fail(name.range, fmt::format("{} '{}'{}", what, name.text, hint));
}

Expr* call_function(Parser& p, const Symbol& symbol, const Token& name, std::vector<Expr*> values,
                    const SourceRange& range) {
  for (Expr*& value : values) value = value_of(p.context, value);
  FunctionDecl* function = symbol.functions.front();
  if (symbol.functions.size() > 1) function = best_overload(p.context, symbol.functions, values, range);
  const std::vector<const Type*>& wanted = function->type->parameters;
  if (values.size() != wanted.size())
    p.context.fail(range, fmt::format("'{}' takes {}, not {}", name.text, plural(wanted.size(), "argument"),
                                      values.size()));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] =
        convert(p.context, values[i], wanted[i], fmt::format("argument {} of '{}'", i + 1, name.text));
  Expr* expr = new_expr(p.context, ExprKind::call, function->result(), range, std::move(values));
  expr->function = function;
  expr->operator_range = name.range;
  if (p.context.function) {
    if (p.open.callees.insert(function).second) {
      p.context.function->callees.push_back(function);
      p.context.calls.push_back({p.context.function, function, range});
    }
  }
  return expr;
}

// call = name arguments
Expr* call(Parser& p, const Token& name) {
  const Symbol* symbol = p.scopes.find(name.text);
  if (symbol && symbol->kind != Symbol::Kind::function) return enumerator_or_variable(p, *symbol, name);
  if (!symbol && (p.dialect != nullptr || !is_builtin_function(name.text))) unknown_name(p, name, true);
  std::vector<Expr*> values = parse_arguments(p);
  const SourceRange range = join(name.range, p.last_range());
  if (symbol) return call_function(p, *symbol, name, std::move(values), range);
  return call_builtin(p.context, name, std::move(values), range);
}

// Parses a variable, an enumerator, a call, or a keyword that is an expression.
Expr* identifier(Parser& p) {
  const Token& name = p.peek();
  const Symbol* symbol = p.scopes.find(name.text);
  if (!symbol) {
    if (name.is("true") || name.is("false"))
      return integer_literal(p.context, name.is("true") ? 1 : 0, p.context.types.int_type(), p.take().range);
    const bool asks_name = name.is("__func__") || name.is("__FUNCTION__") || name.is("__PRETTY_FUNCTION__");
    if (asks_name && p.context.function) return string_literal(p, p.context.function->name, p.take().range);
    if (name.is("vec_step")) return vec_step(p);
    if (name.is("__builtin_astype") || name.is("__builtin_convertvector")) return value_as_type(p);
    if (name.is("asm") || name.is("__asm__") || name.is("__asm"))
      p.fail_here("inline assembly is not supported");
    if (starts_type(p)) p.fail_here("an expression is expected here, not a type");
  }
  if (p.peek(1).is("(") && !(symbol && symbol->kind == Symbol::Kind::variable)) {
    p.take();
    return call(p, name);
  }
  if (!symbol) unknown_name(p, name, false);
  p.take();
  return enumerator_or_variable(p, *symbol, name);
}

Expr* number(Parser& p) {
  const Token& token = p.take();
  const auto parsed = parse_number(token.text, p.context.options.single_precision_constants);
  if (!parsed) p.context.fail(token.range, parsed.error());
  TypeTable& types = p.context.types;
  if (parsed->is_floating) {
    const bool single = parsed->has_f || p.context.options.single_precision_constants;
    const Type* type = parsed->has_h ? types.basic(TypeKind::half)
                       : single      ? types.float_type()
                                     : types.double_type();
    return floating_literal(p.context, parsed->floating, type, token.range);
  }
  // The type is the first of these types that can represent the value (C99 6.4.4.1). Decimal literals do not
  // become unsigned.
  const std::uint64_t value = parsed->integer;
  const bool may_be_unsigned = parsed->has_u || !parsed->is_decimal;
  const Type* type = types.ulong_type();
  if (!parsed->has_l && !parsed->has_u && value <= INT32_MAX)
    type = types.int_type();
  else if (!parsed->has_l && may_be_unsigned && value <= UINT32_MAX)
    type = types.uint_type();
  else if (!parsed->has_u && value <= INT64_MAX)
    type = types.long_type();
  return integer_literal(p.context, value, type, token.range);
}

Expr* character(Parser& p) {
  const Token& token = p.take();
  const auto parsed = parse_character(token.text);
  if (!parsed) p.context.fail(token.range, parsed.error());
  return integer_literal(p.context, static_cast<std::uint64_t>(std::int64_t{*parsed}),
                         p.context.types.int_type(), token.range);
}

}  // namespace

// primary = name | number | character | string { string } | "(" expression ")" | statement-expression | call
Expr* parse_primary(Parser& p) {
  if (p.dialect != nullptr)
    if (Expr* own = p.dialect->primary(p)) return own;
  const Token& token = p.peek();
  switch (token.kind) {
    case TokenKind::identifier:
      return identifier(p);
    case TokenKind::number:
      return number(p);
    case TokenKind::character:
      return character(p);
    case TokenKind::string:
      return parse_string(p);
    case TokenKind::end:
      p.fail_here("");
    default:
      break;
  }
  if (p.next_is("(")) {
    const NestingLevel guard = p.enter_nesting();
    const SourceRange open = p.take().range;
    if (p.next_is("{")) return statement_expression(p, open);
    Expr* expr = parse_expression(p);
    const SourceRange range = join(open, p.expect(")", "after this expression").range);
    // The caret of a message includes the parentheses, unless they enclose only the name of a variable.
    if (expr->kind != ExprKind::variable) expr->range = range;
    return expr;
  }
  if (p.next_is("^")) p.fail_here("blocks are not supported");
  p.fail_here(fmt::format("an expression is expected here, not '{}'", token.text));
}

// compound-literal = "(" type-name ")" "{" values "}"
Expr* parse_compound_literal(Parser& p, const QualifiedType& type, const SourceRange& open) {
  const Initializer* list = parse_initializer_list(p);
  const SourceRange range = join(open, list->range);
  if (!p.context.function) p.context.fail(range, "a compound literal outside of functions is not supported");
  VariableDecl* variable = new_variable(p.context, "", type, Storage::private_, range);
  initialize(p.context, *variable, *list);
  if (!variable->type->is_array() && !variable->type->is_record()) {
    if (!variable->init) p.context.fail(range, "a value is missing between the braces");
    return variable->init;
  }
  p.context.function->variables.push_back(variable);
  Expr* expr = new_expr(p.context, ExprKind::compound_literal, variable->type, range);
  if (variable->init) put_above(p.context, *expr, variable->init->height);
  expr->variable = variable;
  expr->is_lvalue = true;
  expr->is_const = type.is_const;
  return expr;
}

// arguments = "(" [ assignment { "," assignment } ] ")"
std::vector<Expr*> parse_arguments(Parser& p) {
  const NestingLevel guard = p.enter_nesting();
  p.take();
  std::vector<Expr*> result;
  while (!p.next_is(")")) {
    result.push_back(parse_assignment(p));
    if (!p.take_if(",")) break;
    if (p.next_is(")")) p.fail_here("an argument is missing after ','");
  }
  p.expect(")", "after the arguments");
  return result;
}

// Adjacent strings are concatenated.
Expr* parse_string(Parser& p) {
  std::string text;
  SourceRange range = p.peek().range;
  while (p.peek().kind == TokenKind::string) {
    range = join(range, p.peek().range);
    const auto parsed = parse_string(p.take().text);
    if (!parsed) p.context.fail(range, parsed.error());
    text += *parsed;
  }
  return string_literal(p, std::move(text), range);
}

}  // namespace lockstep::sim::language
