// Names, literals, parentheses and calls.
#include <fmt/format.h>

#include <algorithm>

#include "sim/frontend/builtins/functions.hpp"
#include "sim/frontend/parse/parser.hpp"
#include "sim/frontend/preprocess/literal.hpp"
#include "sim/frontend/types/conversion.hpp"
#include "sim/frontend/types/operators.hpp"

namespace lockstep::sim::language {

// primary = name | number | character | string { string } | "(" expression ")" | statement-expression | call
Expr* Parser::primary() {
  const Token& token = peek();
  switch (token.kind) {
    case TokenKind::identifier:
      return identifier();
    case TokenKind::number:
      return number();
    case TokenKind::character:
      return character();
    case TokenKind::string:
      return string();
    case TokenKind::end:
      fail_here("");
    default:
      break;
  }
  if (next_is("(")) {
    const DepthGuard guard = enter_nesting();
    const SourceRange open = take().range;
    if (next_is("{")) return statement_expression(open);
    Expr* expr = expression();
    const SourceRange range = join(open, expect(")", "after this expression").range);
    // So that a caret shows the parentheses too; a variable's name keeps its own place.
    if (expr->kind != ExprKind::variable) expr->range = range;
    return expr;
  }
  if (next_is("^")) fail_here("blocks are not supported");
  fail_here(fmt::format("an expression is expected here, not '{}'", token.text));
}

// statement-expression = "(" block ")"; the value is that of the last statement, if it is an expression
Expr* Parser::statement_expression(const SourceRange& open) {
  if (!context_.function) context_.fail(open, "statements in an expression outside of functions: ({ … })");
  ++constructs_;  // labels of a switch around it cannot stand in it
  ++statement_expressions_;
  Stmt* statements = block(true);
  --statement_expressions_;
  --constructs_;
  const SourceRange range = join(open, expect(")", "after this expression").range);
  Expr* value = nullptr;
  if (!statements->children.empty() && statements->children.back()->kind == StmtKind::expression) {
    value = value_of(context_, statements->children.back()->expr);
    statements->children.pop_back();
  } else {
    Expr* zero = integer_literal(context_, 0, context_.types.int_type(), range);
    value = cast_node(context_, CastKind::to_void, context_.types.void_type(), zero);
  }
  Expr* expr = new_expr(context_, ExprKind::statement_expression, value->type, range, {value});
  expr->block = statements;
  return expr;
}

// compound-literal = "(" type-name ")" "{" values "}"
Expr* Parser::compound_literal(const QualifiedType& type, const SourceRange& open) {
  const Initializer* list = initializer_list();
  const SourceRange range = join(open, list->range);
  if (!context_.function) context_.fail(range, "a compound literal outside of functions is not supported");
  VariableDecl* variable = new_variable(context_, "", type, Storage::private_, range);
  initialize(context_, *variable, *list);
  if (!variable->type->is_array() && !variable->type->is_record()) {
    if (!variable->init) context_.fail(range, "a value is missing between the braces");
    return variable->init;
  }
  context_.function->variables.push_back(variable);
  Expr* expr = new_expr(context_, ExprKind::compound_literal, variable->type, range);
  expr->height = variable->init ? variable->init->height + 1 : 1;
  expr->variable = variable;
  expr->is_lvalue = true;
  expr->is_const = type.is_const;
  return expr;
}

// A variable, enumerator or call; keywords that are expressions.
Expr* Parser::identifier() {
  const Token& name = peek();
  const Symbol* symbol = scopes_.find(name.text);
  if (!symbol) {
    if (name.is("true") || name.is("false"))
      return integer_literal(context_, name.is("true") ? 1 : 0, context_.types.int_type(), take().range);
    const bool asks_name = name.is("__func__") || name.is("__FUNCTION__") || name.is("__PRETTY_FUNCTION__");
    if (asks_name && context_.function) return string_literal(context_.function->name, take().range);
    if (name.is("vec_step")) return vec_step();
    if (name.is("__builtin_astype") || name.is("__builtin_convertvector")) return value_as_type();
    if (name.is("asm") || name.is("__asm__") || name.is("__asm"))
      fail_here("inline assembly is not supported");
    if (starts_type()) fail_here("a type stands where an expression is expected");
  }
  if (peek(1).is("(") && !(symbol && symbol->kind == Symbol::Kind::variable)) {
    take();
    return call(name);
  }
  if (!symbol) unknown_name(name, false);
  take();
  return enumerator_or_variable(*symbol, name);
}

Expr* Parser::enumerator_or_variable(const Symbol& symbol, const Token& name) {
  switch (symbol.kind) {
    case Symbol::Kind::variable:
      return variable_reference(context_, symbol.variable, name.range);
    case Symbol::Kind::enumerator:
      return integer_literal(context_, symbol.value, symbol.type.type, name.range);
    case Symbol::Kind::type:
      context_.fail(name.range, "a type stands where an expression is expected");
    case Symbol::Kind::function:
      break;
  }
  context_.fail(name.range, "function pointers are not supported; a function can only be called");
}

// arguments = "(" [ assignment { "," assignment } ] ")"
std::vector<Expr*> Parser::arguments() {
  const DepthGuard guard = enter_nesting();
  take();
  std::vector<Expr*> result;
  while (!next_is(")")) {
    result.push_back(assignment());
    if (!take_if(",")) break;
  }
  expect(")", "after the arguments");
  return result;
}

// call = name arguments
Expr* Parser::call(const Token& name) {
  const Symbol* symbol = scopes_.find(name.text);
  if (symbol && symbol->kind != Symbol::Kind::function) return enumerator_or_variable(*symbol, name);
  if (!symbol && !is_builtin_function(name.text)) unknown_name(name, true);
  std::vector<Expr*> values = arguments();
  const SourceRange range = join(name.range, tokens_[at_ - 1].range);
  if (symbol) return call_function(*symbol, name, std::move(values), range);
  return call_builtin(context_, name, std::move(values), range);
}

Expr* Parser::call_function(const Symbol& symbol, const Token& name, std::vector<Expr*> values,
                            const SourceRange& range) {
  for (Expr*& value : values) value = value_of(context_, value);
  FunctionDecl* function = symbol.functions.front();
  if (symbol.functions.size() > 1) function = best_overload(context_, symbol.functions, values, range);
  const std::vector<const Type*>& wanted = function->type->parameters;
  if (values.size() != wanted.size())
    context_.fail(
        range, fmt::format("'{}' takes {} argument{}, but {} {} given", name.text, wanted.size(),
                           wanted.size() == 1 ? "" : "s", values.size(), values.size() == 1 ? "is" : "are"));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = convert(context_, values[i], wanted[i], fmt::format("argument {} of '{}'", i + 1, name.text));
  Expr* expr = new_expr(context_, ExprKind::call, function->result(), range, std::move(values));
  expr->function = function;
  expr->operator_range = name.range;
  if (context_.function) {
    std::vector<FunctionDecl*>& callees = context_.function->callees;
    if (std::ranges::find(callees, function) == callees.end()) {
      callees.push_back(function);
      context_.calls.push_back({context_.function, function, range});
    }
  }
  return expr;
}

// vec-step = "vec_step" "(" (type-name | expression) ")"
Expr* Parser::vec_step() {
  const Token& name = take();
  expect("(", "after vec_step");
  const Type* type = starts_type() ? type_name().type : expression()->type;
  const SourceRange range = join(name.range, expect(")", "after vec_step").range);
  return integer_literal(context_, type->count == 3 ? 4 : type->count, context_.types.int_type(), range);
}

// value-as-type = ("__builtin_astype" | "__builtin_convertvector") "(" assignment "," type-name ")"
Expr* Parser::value_as_type() {
  const Token& name = take();
  expect("(", fmt::format("after {}", name.text));
  Expr* value = value_of(context_, assignment());
  expect(",", "after the value");
  const Type* type = type_name().type;
  const SourceRange range = join(name.range, expect(")", "after the type").range);
  if (name.is("__builtin_astype")) return reinterpret(context_, type, value, range);
  if (!type->is_vector() || !value->type->is_vector() || type->count != value->type->count)
    context_.fail(range, fmt::format("there is no conversion from {} to {}", to_string(*value->type),
                                     to_string(*type)));
  return convert_arithmetic(context_, value, type);
}

Expr* Parser::number() {
  const Token& token = take();
  const auto parsed = parse_number(token.text, context_.options.single_precision_constants);
  if (!parsed) context_.fail(token.range, parsed.error());
  TypeTable& types = context_.types;
  if (parsed->is_floating) {
    const bool single = parsed->has_f || context_.options.single_precision_constants;
    const Type* type = parsed->has_h ? types.basic(TypeKind::half)
                       : single      ? types.float_type()
                                     : types.double_type();
    return floating_literal(context_, parsed->floating, type, token.range);
  }
  // C99 6.4.4.1: the first of these types that holds the value; decimal literals do not become unsigned.
  const std::uint64_t value = parsed->integer;
  const bool may_be_unsigned = parsed->has_u || !parsed->is_decimal;
  const Type* type = types.ulong_type();
  if (!parsed->has_l && !parsed->has_u && value <= INT32_MAX)
    type = types.int_type();
  else if (!parsed->has_l && may_be_unsigned && value <= UINT32_MAX)
    type = types.uint_type();
  else if (!parsed->has_u && value <= INT64_MAX)
    type = types.long_type();
  return integer_literal(context_, value, type, token.range);
}

Expr* Parser::character() {
  const Token& token = take();
  const auto parsed = parse_character(token.text);
  if (!parsed) context_.fail(token.range, parsed.error());
  return integer_literal(context_, static_cast<std::uint64_t>(std::int64_t{*parsed}),
                         context_.types.int_type(), token.range);
}

// Adjacent strings are one.
Expr* Parser::string() {
  std::string text;
  SourceRange range = peek().range;
  while (peek().kind == TokenKind::string) {
    range = join(range, peek().range);
    const auto parsed = parse_string(take().text);
    if (!parsed) context_.fail(range, parsed.error());
    text += *parsed;
  }
  return string_literal(std::move(text), range);
}

// Its bytes are those of a nameless __constant variable.
Expr* Parser::string_literal(std::string text, const SourceRange& range) {
  QualifiedType type;
  type.type = context_.types.array(context_.types.basic(TypeKind::char_), text.size() + 1);
  VariableDecl* variable = new_variable(context_, "", type, Storage::constant, range);
  for (const char c : text) variable->initial_bytes.push_back(static_cast<std::byte>(c));
  variable->initial_bytes.push_back(std::byte{0});
  context_.unit.constants.push_back(variable);
  Expr* expr = new_expr(context_, ExprKind::string_literal, type.type, range);
  expr->text = std::move(text);
  expr->variable = variable;
  expr->is_lvalue = true;
  expr->space = AddressSpace::constant;
  expr->is_const = true;
  return expr;
}

void Parser::unknown_name(const Token& name, bool is_call) {
  // Each name once for a function: the first message says it all.
  if (!reported_names_.insert(name.text).second) throw Abandoned{};
  if (const auto refused = refused_function(name.text); is_call && !refused.empty())
    context_.fail(name.range, fmt::format("{}: {}", refused, name.text));
  if (!is_call && peek(1).is_identifier()) unknown_type(name);
  Spelling spelling(name.text);
  scopes_.suggest(spelling);
  if (is_call) suggest_builtin_functions(spelling);
  const std::string_view what = is_call ? "there is no function" : "unknown identifier";
  context_.fail(name.range, fmt::format("{} '{}'{}", what, name.text, spelling.hint()));
}

}  // namespace lockstep::sim::language
