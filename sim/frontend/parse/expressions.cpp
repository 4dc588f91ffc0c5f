// Expressions, from the loosest operator to the tightest. Binary operators are climbed by their level, so
// that the recursion is as deep as the text is nested and no deeper.
#include <fmt/format.h>

#include <optional>

#include "sim/frontend/parse/parser.hpp"
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

const BinaryRule* rule_of(const Token& token) {
  if (token.kind != TokenKind::punctuator) return nullptr;
  for (const BinaryRule& rule : kBinaryRules)
    if (token.text == rule.text) return &rule;
  return nullptr;
}

// The operator of "+=" and its kin.
std::optional<BinaryOp> compound_operator(const Token& token) {
  if (token.kind != TokenKind::punctuator || token.text.size() < 2 || token.text.back() != '=')
    return std::nullopt;
  const std::string_view op = token.text.substr(0, token.text.size() - 1);
  if (op == "=" || op == "!" || op == "<" || op == ">") return std::nullopt;
  for (const BinaryRule& rule : kBinaryRules)
    if (op == rule.text) return rule.op;
  return std::nullopt;
}

}  // namespace

// expression = assignment { "," assignment }
Expr* Parser::expression() {
  Expr* expr = assignment();
  while (take_if(",")) expr = make_comma(context_, expr, assignment());
  return expr;
}

// assignment = conditional [ ("=" | "+=" | …) assignment ]
Expr* Parser::assignment() {
  const DepthGuard guard = enter_nesting();
  Expr* target = conditional();
  const Token& op = peek();
  if (op.is("=")) {
    take();
    return make_assign(context_, target, assignment(), op.range);
  }
  if (const auto compound = compound_operator(op)) {
    take();
    return make_compound_assign(context_, *compound, target, assignment(), op.range);
  }
  return target;
}

// conditional = binary [ "?" expression ":" conditional ]
Expr* Parser::conditional() {
  Expr* condition = binary(1);
  if (!next_is("?")) return condition;
  const DepthGuard guard = enter_nesting();
  const SourceRange op = take().range;
  if (take_if(":")) return choice_without_middle(condition, op);
  Expr* then = expression();
  expect(":", "in this '? :'");
  return make_conditional(context_, condition, then, conditional(), op);
}

// GNU C's a ?: b, which is a ? a : b with a computed once: ({ auto chosen = a; chosen ? chosen : b; })
Expr* Parser::choice_without_middle(Expr* condition, const SourceRange& op) {
  if (!context_.function) context_.fail(op, "?: without its middle outside of functions");
  condition = value_of(context_, condition);
  const QualifiedType type{.type = condition->type, .space = std::nullopt};
  VariableDecl* chosen = new_variable(context_, "", type, Storage::private_, condition->range);
  chosen->init = condition;
  Stmt* declared = new_statement(StmtKind::declaration, condition->range);
  declared->variables.push_back(chosen);
  Stmt* block = new_statement(StmtKind::block, condition->range);
  block->children.push_back(declared);
  const auto reference = [&] { return variable_reference(context_, chosen, condition->range); };
  Expr* value = make_conditional(context_, reference(), reference(), conditional(), op);
  Expr* expr = new_expr(context_, ExprKind::statement_expression, value->type, value->range, {value});
  expr->block = block;
  return expr;
}

// binary = cast { operator binary }, operators of at least this level
Expr* Parser::binary(int level) {
  Expr* left = cast();
  for (const BinaryRule* rule = rule_of(peek()); rule && rule->level >= level; rule = rule_of(peek())) {
    const SourceRange op = take().range;
    Expr* right = binary(rule->level + 1);
    const bool logical = rule->op == BinaryOp::logical_and || rule->op == BinaryOp::logical_or;
    left = logical ? make_logical(context_, rule->op, left, right, op)
                   : make_binary(context_, rule->op, left, right, op);
  }
  return left;
}

// cast = "(" type-name ")" ( cast | "{" values "}" | "(" values ")" of a vector ) | unary
Expr* Parser::cast() {
  if (next_is("(") && starts_type(peek(1))) {
    const DepthGuard guard = enter_nesting();
    return parenthesised_type();
  }
  return unary();
}

Expr* Parser::parenthesised_type() {
  const SourceRange open = take().range;
  const QualifiedType type = type_name();
  expect(")", "after the type");
  if (next_is("{")) return postfix_of(compound_literal(type, open));
  if (type.type->is_vector() && next_is("(")) {
    const SourceRange parenthesis = peek().range;
    std::vector<Expr*> parts = arguments();
    const SourceRange range = join(open, tokens_[at_ - 1].range);
    if (parts.empty()) context_.fail(parenthesis, "a vector needs components");
    // "(float4)(v).x" is a cast of (v).x: what follows the parenthesis binds tighter.
    if (parts.size() == 1 && (next_is(".") || next_is("[") || next_is("->")))
      return explicit_cast(context_, type.type, postfix_of(parts[0]), range);
    return postfix_of(vector_literal(context_, type.type, std::move(parts), range));
  }
  Expr* operand = cast();
  return explicit_cast(context_, type.type, operand, join(open, operand->range));
}

// unary = ("+" | "-" | "!" | "~" | "*" | "&") cast | ("++" | "--") unary | "sizeof" … | postfix
Expr* Parser::unary() {
  const Token& op = peek();
  if (op.kind == TokenKind::punctuator) {
    const DepthGuard guard = enter_nesting();
    if (op.is("+") || op.is("-") || op.is("!") || op.is("~")) {
      take();
      return make_unary(context_, op.text, cast(), op.range);
    }
    if (take_if("*")) return make_deref(context_, cast(), op.range);
    if (take_if("&")) return make_address_of(context_, cast(), op.range);
    if (op.is("++") || op.is("--")) {
      take();
      return make_increment(context_, unary(), op.is("--"), true, op.range);
    }
    if (op.is("&&")) fail_here("labels are not supported: goto is not supported");
  }
  if (op.is("sizeof") || op.is("__alignof__") || op.is("__alignof") || op.is("_Alignof") || op.is("alignof"))
    return size_of();
  return postfix();
}

// sizeof = ("sizeof" | "_Alignof") ( "(" type-name ")" | unary )
Expr* Parser::size_of() {
  const Token& keyword = take();
  const DepthGuard guard = enter_nesting();
  const Type* type = nullptr;
  const bool has_type = next_is("(") && starts_type(peek(1));
  if (has_type) {
    take();
    type = type_name().type;
    expect(")", "after the type");
    if (next_is("{")) fail_here("take the size of the type instead of a literal of it");
  } else {
    type = unary()->type;
  }
  const SourceRange range = join(keyword.range, tokens_[at_ - 1].range);
  if (!type->complete && !type->is_void())
    context_.fail(range, fmt::format("the size of {} is not known", to_string(*type)));
  const std::uint64_t size = type->is_void() || type->is_function() ? 1 : type->size;
  return integer_literal(context_, keyword.is("sizeof") ? size : type->alignment, context_.types.ulong_type(),
                         range);
}

// postfix = primary { "[" expression "]" | "." name | "->" name | "++" | "--" }
Expr* Parser::postfix() { return postfix_of(primary()); }

Expr* Parser::postfix_of(Expr* expr) {
  for (;;) {
    const Token& op = peek();
    if (take_if("[")) {
      Expr* index = expression();
      expr = make_subscript(context_, expr, index, expect("]", "after the index").range);
    } else if (op.is(".") || op.is("->")) {
      take();
      if (!peek().is_identifier()) fail_here("the name of a member is missing here");
      expr = make_member(context_, expr, take(), op.is("->"));
    } else if (op.is("++") || op.is("--")) {
      take();
      expr = make_increment(context_, expr, op.is("--"), false, op.range);
    } else if (op.is("(")) {
      context_.fail(expr->range, "this is no function");
    } else {
      return expr;
    }
  }
}

std::uint64_t Parser::constant_integer(Expr* expr, std::string_view what) {
  const auto value = integer_constant(expr);
  if (!value)
    context_.fail(expr->range, fmt::format("{} must be an integer that is known when compiling", what));
  return *value;
}

}  // namespace lockstep::sim::language
