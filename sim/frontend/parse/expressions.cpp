// Parses expressions by precedence climbing. The recursion is not deeper than the nesting of the text.
#include "sim/frontend/parse/expressions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "sim/frontend/parse/declarations.hpp"
#include "sim/frontend/parse/dialect.hpp"
#include "sim/frontend/parse/statements.hpp"
#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/conversion.hpp"
#include "sim/frontend/types/operators.hpp"

namespace lockstep::sim::language {
namespace {

struct BinaryRule {
  std::string_view text;
  BinaryOp op;
  int level;
};

constexpr BinaryRule kBinaryRules[] = {{"||", BinaryOp::logical_or, 1},
                                       {"&&", BinaryOp::logical_and, 2},
                                       {"|", BinaryOp::bit_or, 3},
                                       {"^", BinaryOp::bit_xor, 4},
                                       {"&", BinaryOp::bit_and, 5},
                                       {"==", BinaryOp::equal, 6},
                                       {"!=", BinaryOp::not_equal, 6},
                                       {"<", BinaryOp::less, 7},
                                       {"<=", BinaryOp::less_equal, 7},
                                       {">", BinaryOp::greater, 7},
                                       {">=", BinaryOp::greater_equal, 7},
                                       {"<<", BinaryOp::shl, 8},
                                       {">>", BinaryOp::shr, 8},
                                       {"+", BinaryOp::add, 9},
                                       {"-", BinaryOp::sub, 9},
                                       {"*", BinaryOp::mul, 10},
                                       {"/", BinaryOp::div, 10},
                                       {"%", BinaryOp::rem, 10}};

// For each character, whether an operator starts with it.
constexpr auto kBeginsRule = [] {
  std::array<bool, 256> begins{};
  for (const BinaryRule& rule : kBinaryRules) begins[static_cast<unsigned char>(rule.text.front())] = true;
  return begins;
}();

Expr* cast(Parser& p);
Expr* unary(Parser& p);

// Returns whether the next tokens form ">>". In CUDA C++, ">>" may close two lists of template arguments, so
// its halves are separate tokens.
bool is_split_shift(const Parser& p) {
  return p.dialect != nullptr && p.next_is(">") && p.peek(1).is(">") && !p.peek(1).space_before;
}

const BinaryRule* rule_of(const Parser& p) {
  const Token& token = p.peek();
  if (token.kind != TokenKind::punctuator || !kBeginsRule[static_cast<unsigned char>(token.text.front())])
    return nullptr;
  if (is_split_shift(p)) return std::ranges::find(kBinaryRules, ">>", &BinaryRule::text);
  for (const BinaryRule& rule : kBinaryRules)
    if (token.text == rule.text) return &rule;
  return nullptr;
}

// Returns the binary operator in a compound assignment such as "+=".
std::optional<BinaryOp> compound_operator(const Token& token) {
  if (token.kind != TokenKind::punctuator || token.text.size() < 2 || token.text.back() != '=')
    return std::nullopt;
  const std::string_view op = token.text.substr(0, token.text.size() - 1);
  if (op == "=" || op == "!" || op == "<" || op == ">") return std::nullopt;
  for (const BinaryRule& rule : kBinaryRules)
    if (op == rule.text) return rule.op;
  return std::nullopt;
}

// Creates a ?: b of GNU C, which is a ? a : b but evaluates a only once, as ({ auto chosen = a; chosen ?
// chosen : b; }).
Expr* choice_without_middle(Parser& p, Expr* condition, const SourceRange& op) {
  if (!p.context.function)
    p.context.fail(op, "'?:' without its middle operand is not supported outside of functions");
  condition = value_of(p.context, condition);
  const QualifiedType type{.type = condition->type, .space = std::nullopt};
  VariableDecl* chosen = new_variable(p.context, "", type, Storage::private_, condition->range);
  chosen->init = condition;
  Stmt* declared = new_statement(p, StmtKind::declaration, condition->range);
  declared->variables.push_back(chosen);
  Stmt* block = new_statement(p, StmtKind::block, condition->range);
  block->children.push_back(declared);
  const auto reference = [&] { return variable_reference(p.context, chosen, condition->range); };
  Expr* value = make_conditional(p.context, reference(), reference(), parse_conditional(p), op);
  Expr* expr = new_expr(p.context, ExprKind::statement_expression, value->type, value->range, {value});
  expr->block = block;
  declared->height = height_of(*declared);
  block->height = height_of(*block);
  put_above(p.context, *expr, block->height);
  return expr;
}

Expr* postfix_of(Parser& p, Expr* expr) {
  for (;;) {
    if (p.dialect != nullptr)
      if (Expr* own = p.dialect->postfix(p, expr)) {
        expr = own;
        continue;
      }
    const Token& op = p.peek();
    if (p.take_if("[")) {
      Expr* index = parse_expression(p);
      expr = make_subscript(p.context, expr, index, p.expect("]", "after the index").range);
    } else if (op.is(".") || op.is("->")) {
      p.take();
      if (!p.peek().is_identifier()) p.fail_here("the name of a member is missing here");
      expr = make_member(p.context, expr, p.take(), op.is("->"));
    } else if (op.is("++") || op.is("--")) {
      p.take();
      expr = make_increment(p.context, expr, op.is("--"), false, op.range);
    } else if (op.is("(")) {
      p.context.fail(expr->range, "this is not a function");
    } else {
      return expr;
    }
  }
}

Expr* parenthesised_type(Parser& p) {
  const SourceRange open = p.take().range;
  const QualifiedType type = parse_type_name(p);
  p.expect(")", "after the type");
  if (p.next_is("{")) return postfix_of(p, parse_compound_literal(p, type, open));
  const bool casts_a_cast = p.next_is("(") && starts_type(p, p.peek(1));
  if (type.type->is_vector() && p.next_is("(") && !casts_a_cast) {
    const SourceRange parenthesis = p.peek().range;
    std::vector<Expr*> parts = parse_arguments(p);
    const SourceRange range = join(open, p.last_range());
    if (parts.empty()) p.context.fail(parenthesis, "a vector needs components");
    // "(float4)(v).x" is a cast of (v).x, because the suffix has a higher precedence than the cast.
    if (parts.size() == 1 && (p.next_is(".") || p.next_is("[") || p.next_is("->")))
      return explicit_cast(p.context, type.type, postfix_of(p, parts[0]), range);
    return postfix_of(p, vector_literal(p.context, type.type, std::move(parts), range));
  }
  Expr* operand = cast(p);
  return explicit_cast(p.context, type.type, operand, join(open, operand->range));
}

// sizeof = ("sizeof" | "_Alignof") ( "(" type-name ")" | unary )
Expr* size_of(Parser& p) {
  const Token& keyword = p.take();
  const NestingLevel guard = p.enter_nesting();
  const Type* type = nullptr;
  const bool has_type = p.next_is("(") && starts_type(p, p.peek(1));
  if (has_type) {
    p.take();
    type = parse_type_name(p).type;
    p.expect(")", "after the type");
    if (p.next_is("{")) p.fail_here("sizeof of a compound literal is not supported; use the type");
  } else {
    type = unary(p)->type;
  }
  const SourceRange range = join(keyword.range, p.last_range());
  if (!type->complete && !type->is_void())
    p.context.fail(range, fmt::format("the size of {} is not known", to_string(*type)));
  const std::uint64_t size = type->is_void() || type->is_function() ? 1 : type->size;
  return integer_literal(p.context, keyword.is("sizeof") ? size : type->alignment,
                         p.context.types.ulong_type(), range);
}

// postfix = primary { "[" expression "]" | "." name | "->" name | "++" | "--" }
Expr* postfix(Parser& p) { return postfix_of(p, parse_primary(p)); }

// unary = ("+" | "-" | "!" | "~" | "*" | "&") cast | ("++" | "--") unary | "sizeof" … | postfix
Expr* overloaded(Parser& p, const Token& op, Expr* operand) {
  return p.dialect != nullptr ? p.dialect->unary(p, op, operand) : nullptr;
}
Expr* overloaded(Parser& p, const Token& op, Expr* left, Expr* right) {
  return p.dialect != nullptr ? p.dialect->binary(p, op, left, right) : nullptr;
}

Expr* unary(Parser& p) {
  const Token& op = p.peek();
  if (op.kind == TokenKind::punctuator) {
    const NestingLevel guard = p.enter_nesting();
    if (op.is("+") || op.is("-") || op.is("!") || op.is("~")) {
      p.take();
      Expr* operand = cast(p);
      if (Expr* own = overloaded(p, op, operand)) return own;
      return make_unary(p.context, op.text, operand, op.range);
    }
    if (p.take_if("*")) {
      Expr* operand = cast(p);
      if (Expr* own = overloaded(p, op, operand)) return own;
      return make_deref(p.context, operand, op.range);
    }
    if (p.take_if("&")) return make_address_of(p.context, cast(p), op.range);
    if (op.is("++") || op.is("--")) {
      p.take();
      Expr* operand = unary(p);
      if (Expr* own = overloaded(p, op, operand)) return own;
      return make_increment(p.context, operand, op.is("--"), true, op.range);
    }
    if (op.is("&&")) p.fail_here("addresses of labels are not supported");
  }
  if (op.is("sizeof") || op.is("__alignof__") || op.is("__alignof") || op.is("_Alignof") || op.is("alignof"))
    return size_of(p);
  return postfix(p);
}

// cast = "(" type-name ")" ( cast | "{" values "}" | "(" values ")" of a vector ) | unary
Expr* cast(Parser& p) {
  if (p.next_is("(") && starts_type(p, p.peek(1))) {
    const NestingLevel guard = p.enter_nesting();
    return parenthesised_type(p);
  }
  return unary(p);
}

Expr* operation(Parser& p, BinaryOp op, Expr* left, Expr* right, const SourceRange& range) {
  const bool is_logical = op == BinaryOp::logical_and || op == BinaryOp::logical_or;
  return is_logical ? make_logical(p.context, op, left, right, range)
                    : make_binary(p.context, op, left, right, range);
}

// binary = cast { operator binary }, with operators of at least this precedence level
Expr* binary(Parser& p, int level) {
  Expr* left = cast(p);
  for (const BinaryRule* rule = rule_of(p); rule && rule->level >= level; rule = rule_of(p)) {
    if (is_split_shift(p)) p.take();
    const Token& token = p.take();
    Expr* right = binary(p, rule->level + 1);
    if (Expr* own = overloaded(p, token, left, right)) {
      left = own;
      continue;
    }
    left = operation(p, rule->op, left, right, token.range);
  }
  return left;
}

}  // namespace

Expr* plain_binary(Parser& p, const Token& op, Expr* left, Expr* right) {
  const auto rule = std::ranges::find(kBinaryRules, op.text, &BinaryRule::text);
  if (rule != std::end(kBinaryRules)) return operation(p, rule->op, left, right, op.range);
  if (op.is("=")) return make_assign(p.context, left, right, op.range);
  return make_compound_assign(p.context, *compound_operator(op), left, right, op.range);
}

// Parses "{ … }" as a value of the expected type.
Expr* braced_value(Parser& p, const Type* type) {
  return parse_compound_literal(p, {.type = type, .space = std::nullopt}, p.peek().range);
}

Expr* parse_sum(Parser& p) {
  constexpr int kLevelOfSums = 9;
  return binary(p, kLevelOfSums);
}

// expression = assignment { "," assignment }
Expr* parse_expression(Parser& p) {
  Expr* expr = parse_assignment(p);
  while (p.take_if(",")) expr = make_comma(p.context, expr, parse_assignment(p));
  return expr;
}

// assignment = conditional [ ("=" | "+=" | …) assignment ]
Expr* parse_assignment(Parser& p) {
  const NestingLevel guard = p.enter_nesting();
  Expr* target = parse_conditional(p);
  const Token& op = p.peek();
  if (op.is("=")) {
    p.take();
    Expr* value =
        p.next_is("{") && p.dialect != nullptr ? braced_value(p, target->type) : parse_assignment(p);
    if (Expr* own = overloaded(p, op, target, value)) return own;
    return make_assign(p.context, target, value, op.range);
  }
  if (const auto compound = compound_operator(op)) {
    p.take();
    Expr* value = parse_assignment(p);
    if (Expr* own = overloaded(p, op, target, value)) return own;
    return make_compound_assign(p.context, *compound, target, value, op.range);
  }
  return target;
}

// conditional = binary [ "?" expression ":" conditional ]
Expr* parse_conditional(Parser& p) {
  Expr* condition = binary(p, 1);
  if (!p.next_is("?")) return condition;
  const NestingLevel guard = p.enter_nesting();
  const SourceRange op = p.take().range;
  if (p.take_if(":")) return choice_without_middle(p, condition, op);
  Expr* then = parse_expression(p);
  p.expect(":", "in this '? :'");
  return make_conditional(p.context, condition, then, parse_conditional(p), op);
}

std::uint64_t constant_integer(Parser& p, Expr* expr, std::string_view what) {
  const auto value = integer_constant(expr);
  if (!value) p.context.fail(expr->range, fmt::format("{} must be an integer constant expression", what));
  return *value;
}

}  // namespace lockstep::sim::language
