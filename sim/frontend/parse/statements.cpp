// Statements.
#include <fmt/format.h>

#include "sim/frontend/parse/parser.hpp"
#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language {
namespace {

// The compiler looks at each pair of labels.
constexpr std::size_t kMostLabels = 250;

}  // namespace

Stmt* Parser::new_statement(StmtKind kind, const SourceRange& range) {
  Stmt& statement = context_.unit.statements.emplace_back();
  statement.kind = kind;
  statement.range = range;
  statement.keyword_range = range;
  return &statement;
}

Stmt* Parser::finish(Stmt* statement) {
  if (at_ > 0) statement->range = join(statement->range, tokens_[at_ - 1].range);
  return statement;
}

// block = "{" { statement } "}"; a function's outermost block shares the scope of its parameters
Stmt* Parser::block(bool new_scope) {
  Stmt* statement = new_statement(StmtKind::block, peek().range);
  take();
  if (new_scope) scopes_.enter();
  while (!next_is("}")) {
    if (peek().kind == TokenKind::end || context_.diagnostics.too_many()) {
      if (new_scope) scopes_.leave();
      context_.fail(statement->keyword_range, "'}' is missing for this '{'");
    }
    if (Stmt* child = statement_or_recover()) statement->children.push_back(child);
  }
  if (new_scope) scopes_.leave();
  take();
  return finish(statement);
}

Stmt* Parser::statement_or_recover() {
  const std::size_t begin = at_;
  const std::size_t depth = scopes_.depth();
  const unsigned constructs = constructs_;
  const unsigned loops = loops_;
  const std::size_t switches = switches_.size();
  try {
    return statement();
  } catch (const Abandoned&) {
    if (context_.diagnostics.too_many() || peek().kind == TokenKind::end) throw;
    constructs_ = constructs;
    loops_ = loops;
    switches_.resize(switches);
    while (scopes_.depth() > depth) scopes_.leave();
    if (at_ == begin && next_is("{")) take();
    skip_statement();
    return nullptr;
  }
}

// statement = block | if | for | while | do | switch | case | label | jump | goto | declaration
//           | [expression] ";"
Stmt* Parser::statement() {
  const DepthGuard guard = enter_nesting();
  const Token& token = peek();
  if (token.is(";")) {
    Stmt* empty = new_statement(StmtKind::empty, token.range);
    take();
    return empty;
  }
  if (token.is("{")) return block(true);
  if (!token.is_identifier()) return expression_statement();
  if (token.is("if")) return if_statement();
  if (token.is("for")) return for_statement();
  if (token.is("while")) return while_statement();
  if (token.is("do")) return do_statement();
  if (token.is("switch")) return switch_statement();
  if (token.is("case") || token.is("default")) return case_label();
  if (token.is("break") || token.is("continue")) return jump_statement();
  if (token.is("return")) return return_statement();
  if (token.is("goto")) return goto_statement();
  if (token.is("asm") || token.is("__asm__") || token.is("__asm"))
    fail_here("inline assembly is not supported");
  if (static_assertion()) return new_statement(StmtKind::empty, token.range);
  if (token.is("else")) fail_here("this 'else' has no 'if'");
  if (peek(1).is(":") && !starts_type()) return label_statement();
  if (token.is("__attribute__")) {
    Attributes ignored;  // of the statement behind it: unroll hints and the like
    attributes(ignored);
    return statement();
  }
  return starts_type() ? declaration_statement() : expression_statement();
}

// Where one statement stands and a block could: labels belong to the statement behind them.
Stmt* Parser::body() {
  const auto is_label = [](const Stmt& s) {
    return s.kind == StmtKind::case_ || s.kind == StmtKind::default_ || s.kind == StmtKind::label;
  };
  Stmt* first = statement();
  if (!is_label(*first)) return first;
  Stmt* block = new_statement(StmtKind::block, first->range);
  for (Stmt* next = first;; next = statement()) {
    block->children.push_back(next);
    if (!is_label(*next)) return finish(block);
  }
}

Stmt* Parser::expression_statement() {
  Stmt* statement = new_statement(StmtKind::expression, peek().range);
  statement->expr = expression();
  expect(";", "after this expression");
  return finish(statement);
}

// "(" expression ")"; an error inside leaves the statement around it readable
Expr* Parser::parenthesised(bool as_condition) {
  const std::size_t open = at_;
  expect("(", "before the condition");
  try {
    Expr* expr = expression();
    if (as_condition) expr = condition_of(context_, expr);
    if (!next_is(")")) fail_here("')' is missing after the condition");
    take();
    return expr;
  } catch (const Abandoned&) {
    if (context_.diagnostics.too_many()) throw;
    skip_to_matching_parenthesis(open);
    return integer_literal(context_, 1, context_.types.int_type(), tokens_[open].range);
  }
}

// if = "if" "(" expression ")" statement ["else" statement]
Stmt* Parser::if_statement() {
  Stmt* statement_node = new_statement(StmtKind::if_, peek().range);
  take();
  statement_node->expr = parenthesised(true);
  ++constructs_;
  scopes_.enter();
  statement_node->body = body();
  scopes_.leave();
  if (take_if("else")) {
    scopes_.enter();
    statement_node->else_body = body();
    scopes_.leave();
  }
  --constructs_;
  return finish(statement_node);
}

Stmt* Parser::loop_body() {
  ++loops_;
  ++constructs_;
  scopes_.enter();
  Stmt* repeated = body();
  scopes_.leave();
  --constructs_;
  --loops_;
  return repeated;
}

// for = "for" "(" (declaration | [expression] ";") [expression] ";" [expression] ")" statement
Stmt* Parser::for_statement() {
  Stmt* loop = new_statement(StmtKind::for_, peek().range);
  take();
  scopes_.enter();
  const std::size_t open = at_;
  try {
    for_header(*loop);
  } catch (const Abandoned&) {
    if (context_.diagnostics.too_many()) throw;
    if (!tokens_[open].is("(")) throw;
    skip_to_matching_parenthesis(open);
  }
  loop->body = loop_body();
  scopes_.leave();
  return finish(loop);
}

void Parser::for_header(Stmt& loop) {
  expect("(", "after 'for'");
  if (!take_if(";")) loop.init = starts_type() ? declaration_statement() : expression_statement();
  if (!next_is(";")) loop.expr = condition_of(context_, expression());
  expect(";", "after the loop's condition");
  if (!next_is(")")) loop.step = expression();
  expect(")", "after the loop's header");
}

// while = "while" "(" expression ")" statement
Stmt* Parser::while_statement() {
  Stmt* loop = new_statement(StmtKind::while_, peek().range);
  take();
  loop->expr = parenthesised(true);
  loop->body = loop_body();
  return finish(loop);
}

// do = "do" statement "while" "(" expression ")" ";"
Stmt* Parser::do_statement() {
  Stmt* loop = new_statement(StmtKind::do_, peek().range);
  take();
  loop->body = loop_body();
  expect("while", "after the body of 'do'");
  loop->expr = parenthesised(true);
  expect(";", "after 'do … while (…)'");
  return finish(loop);
}

// switch = "switch" "(" expression ")" statement
Stmt* Parser::switch_statement() {
  Stmt* choice = new_statement(StmtKind::switch_, peek().range);
  take();
  Expr* value = value_of(context_, parenthesised(false));
  if (!value->type->is_integer())
    context_.fail(value->range,
                  fmt::format("switch needs an integer, and this is {}", to_string(*value->type)));
  choice->expr = convert_arithmetic(context_, value, promoted(context_, value->type));
  ++constructs_;
  switches_.push_back({choice, constructs_});
  scopes_.enter();
  choice->body = body();
  scopes_.leave();
  switches_.pop_back();
  --constructs_;
  return finish(choice);
}

namespace {

bool values_overlap(const Stmt& a, const Stmt& b) {
  const auto is_before = [&](std::uint64_t x, std::uint64_t y) {
    return a.value_type->is_signed() ? static_cast<std::int64_t>(x) < static_cast<std::int64_t>(y) : x < y;
  };
  return !is_before(a.last_value, b.value) && !is_before(b.last_value, a.value);
}

}  // namespace

// case = ("case" constant [ "..." constant ] | "default") ":"
Stmt* Parser::case_label() {
  const Token& keyword = take();
  Stmt* label = new_statement(keyword.is("case") ? StmtKind::case_ : StmtKind::default_, keyword.range);
  if (switches_.empty()) context_.fail(keyword.range, fmt::format("'{}' outside of a switch", keyword.text));
  if (switches_.back().constructs != constructs_)
    context_.fail(
        keyword.range,
        fmt::format("'{}' inside of another statement of the switch is not supported", keyword.text));
  Stmt* choice = switches_.back().statement;
  label->value_type = choice->expr->type;
  if (label->kind == StmtKind::case_) {
    Expr* value = conditional();
    label->value = wrap(constant_integer(value, "the value of a case"), label->value_type);
    label->last_value = label->value;
    if (take_if("..."))
      label->last_value =
          wrap(constant_integer(conditional(), "the last value of a case"), label->value_type);
  }
  for (const Stmt* other : choice->cases)
    if (other->kind == label->kind && values_overlap(*label, *other))
      context_.fail(keyword.range, label->kind == StmtKind::case_ ? "this case stands twice in the switch"
                                                                  : "two defaults in one switch");
  expect(":", fmt::format("after '{}'", keyword.text));
  choice->cases.push_back(label);
  return finish(label);
}

// jump = ("break" | "continue") ";"
Stmt* Parser::jump_statement() {
  const Token& keyword = take();
  const bool breaks = keyword.is("break");
  if (loops_ == 0 && !(breaks && !switches_.empty()))
    context_.fail(keyword.range, fmt::format("'{}' outside of a loop", keyword.text));
  Stmt* jump = new_statement(breaks ? StmtKind::break_ : StmtKind::continue_, keyword.range);
  expect(";", fmt::format("after '{}'", keyword.text));
  return finish(jump);
}

// The label's statement, which may still have to be read.
Stmt* Parser::label_named(const Token& name) {
  Label& label = labels_[name.text];
  if (labels_.size() > kMostLabels)
    context_.fail(name.range, fmt::format("more than {} labels in one function", kMostLabels));
  if (!label.statement) {
    label.statement = new_statement(StmtKind::label, name.range);
    label.statement->name = name.text;
    label.first_use = name.range;
  }
  return label.statement;
}

// goto = "goto" name ";"
Stmt* Parser::goto_statement() {
  Stmt* jump = new_statement(StmtKind::goto_, take().range);
  if (statement_expressions_ > 0)
    context_.fail(jump->range, "goto inside of an expression is not supported: ({ … })");
  if (!peek().is_identifier()) fail_here("the name of a label is missing here");
  jump->target = label_named(take());
  expect(";", "after 'goto'");
  return finish(jump);
}

// label = name ":"
Stmt* Parser::label_statement() {
  const Token& name = take();
  Stmt* label = label_named(name);
  if (labels_[name.text].is_placed)
    context_.fail(name.range, fmt::format("label '{}' stands twice in this function", name.text));
  labels_[name.text].is_placed = true;
  label->range = join(name.range, take().range);
  label->keyword_range = label->range;
  return label;
}

void Parser::check_labels() {
  for (const auto& [name, label] : labels_)
    if (!label.is_placed)
      context_.diagnostics.error(label.first_use,
                                 fmt::format("there is no label '{}' in this function", name));
}

// return = "return" [expression] ";"
Stmt* Parser::return_statement() {
  Stmt* jump = new_statement(StmtKind::return_, take().range);
  const Type* result = context_.function->result();
  if (!next_is(";")) {
    Expr* value = expression();
    if (result->is_void() && !value->type->is_void())
      context_.fail(value->range,
                    fmt::format("'{}' gives void and returns a value here", context_.function->name));
    jump->expr = result->is_void() ? value : convert(context_, value, result, "this return");
  } else if (!result->is_void()) {
    context_.fail(jump->keyword_range, fmt::format("'{}' must return a value of type {}",
                                                   context_.function->name, to_string(*result)));
  }
  expect(";", "after 'return'");
  return finish(jump);
}

}  // namespace lockstep::sim::language
