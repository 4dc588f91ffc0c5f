// Parses statements.
#include "sim/frontend/parse/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/text/nesting.hpp"
#include "sim/frontend/parse/declarations.hpp"
#include "sim/frontend/parse/dialect.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language {
namespace {

// The number of labels is limited because the compiler compares each pair of labels.
constexpr std::size_t kMaxLabels = 250;

Stmt* statement(Parser& p);

Stmt* expression_statement(Parser& p) {
  Stmt* statement = new_statement(p, StmtKind::expression, p.peek().range);
  statement->expr = parse_expression(p);
  p.expect(";", "after this expression");
  return finish(p, statement);
}

// "(" expression ")". After an error inside the parentheses, the enclosing statement is still parsed.
Expr* parenthesised(Parser& p, bool as_condition) {
  const std::size_t open = p.position();
  p.expect("(", "before the condition");
  try {
    Expr* expr = parse_expression(p);
    if (as_condition) expr = condition_of(p.context, expr);
    if (!p.next_is(")")) p.fail_here("')' is missing after the condition");
    p.take();
    return expr;
  } catch (const Abandoned&) {
    if (p.context.diagnostics.too_many()) throw;
    p.skip_to_matching_parenthesis(open);
    return integer_literal(p.context, 1, p.context.types.int_type(), p.token_at(open).range);
  }
}

// Parses the body of an if or loop. A label belongs to the statement that follows it.
Stmt* body(Parser& p) {
  const auto is_label = [](const Stmt& s) {
    return s.kind == StmtKind::case_ || s.kind == StmtKind::default_ || s.kind == StmtKind::label;
  };
  Stmt* first = statement(p);
  if (!is_label(*first)) return first;
  Stmt* block = new_statement(p, StmtKind::block, first->range);
  for (Stmt* next = first;; next = statement(p)) {
    block->children.push_back(next);
    if (!is_label(*next)) return finish(p, block);
  }
}

// if = "if" "(" expression ")" statement ["else" statement]
Stmt* if_statement(Parser& p) {
  Stmt* statement_node = new_statement(p, StmtKind::if_, p.peek().range);
  p.take();
  statement_node->expr = parenthesised(p, true);
  ++p.open.constructs;
  p.scopes.enter();
  statement_node->body = body(p);
  p.scopes.leave();
  if (p.take_if("else")) {
    p.scopes.enter();
    statement_node->else_body = body(p);
    p.scopes.leave();
  }
  --p.open.constructs;
  return finish(p, statement_node);
}

void for_header(Parser& p, Stmt& loop) {
  p.expect("(", "after 'for'");
  if (!p.take_if(";")) loop.init = starts_type(p) ? parse_declaration(p) : expression_statement(p);
  if (!p.next_is(";")) loop.expr = condition_of(p.context, parse_expression(p));
  p.expect(";", "after the loop's condition");
  if (!p.next_is(")")) loop.step = parse_expression(p);
  p.expect(")", "after the loop's header");
}

Stmt* loop_body(Parser& p) {
  ++p.open.loops;
  ++p.open.constructs;
  p.scopes.enter();
  Stmt* repeated = body(p);
  p.scopes.leave();
  --p.open.constructs;
  --p.open.loops;
  return repeated;
}

// for = "for" "(" (declaration | [expression] ";") [expression] ";" [expression] ")" statement
Stmt* for_statement(Parser& p) {
  Stmt* loop = new_statement(p, StmtKind::for_, p.peek().range);
  p.take();
  p.scopes.enter();
  const std::size_t open = p.position();
  try {
    for_header(p, *loop);
  } catch (const Abandoned&) {
    if (p.context.diagnostics.too_many()) throw;
    if (!p.token_at(open).is("(")) throw;
    p.skip_to_matching_parenthesis(open);
    p.spoil_names(open, p.position());
  }
  loop->body = loop_body(p);
  p.scopes.leave();
  return finish(p, loop);
}

// while = "while" "(" expression ")" statement
Stmt* while_statement(Parser& p) {
  Stmt* loop = new_statement(p, StmtKind::while_, p.peek().range);
  p.take();
  loop->expr = parenthesised(p, true);
  loop->body = loop_body(p);
  return finish(p, loop);
}

// do = "do" statement "while" "(" expression ")" ";"
Stmt* do_statement(Parser& p) {
  Stmt* loop = new_statement(p, StmtKind::do_, p.peek().range);
  p.take();
  loop->body = loop_body(p);
  p.expect("while", "after the body of 'do'");
  loop->expr = parenthesised(p, true);
  p.expect(";", "after 'do … while (…)'");
  return finish(p, loop);
}

// switch = "switch" "(" expression ")" statement
Stmt* switch_statement(Parser& p) {
  Stmt* choice = new_statement(p, StmtKind::switch_, p.peek().range);
  p.take();
  Expr* value = value_of(p.context, parenthesised(p, false));
  if (!value->type->is_integer())
    p.context.fail(value->range, fmt::format("switch needs an integer, not {}", to_string(*value->type)));
  choice->expr = convert_arithmetic(p.context, value, promoted(p.context, value->type));
  ++p.open.constructs;
  p.open.switches.push_back({.statement = choice, .constructs = p.open.constructs});
  p.scopes.enter();
  choice->body = body(p);
  p.scopes.leave();
  p.open.switches.pop_back();
  --p.open.constructs;
  return finish(p, choice);
}

// Maps the value to an unsigned number, so that unsigned comparison gives the order of values of any type.
std::uint64_t place_of(std::uint64_t value, const Type& type) {
  return type.is_signed() ? value ^ (std::uint64_t{1} << 63) : value;
}

// Adds the values of this label to its switch; returns false if the switch already contains one of them.
bool add_values(OpenStatements::Switch& choice, const Stmt& label) {
  if (label.kind == StmtKind::default_) return !std::exchange(choice.has_default, true);
  const std::uint64_t first = place_of(label.value, *label.value_type);
  const std::uint64_t last = place_of(label.last_value, *label.value_type);
  if (last < first) return true;  // an empty range
  const auto next = choice.values.upper_bound(last);
  if (next != choice.values.begin() && std::prev(next)->second >= first) return false;
  choice.values.emplace_hint(next, first, last);
  return true;
}

constexpr std::size_t kMaxCaseLabels = 1024;  // C requires 1,023; each label is compared with all others

// case = ("case" constant [ "..." constant ] | "default") ":"
Stmt* case_label(Parser& p) {
  const Token& keyword = p.take();
  Stmt* label = new_statement(p, keyword.is("case") ? StmtKind::case_ : StmtKind::default_, keyword.range);
  if (p.open.switches.empty())
    p.context.fail(keyword.range, fmt::format("'{}' outside of a switch", keyword.text));
  if (p.open.switches.back().constructs != p.open.constructs)
    p.context.fail(keyword.range,
                   fmt::format("'{}' inside another statement of the switch is not supported", keyword.text));
  Stmt* choice = p.open.switches.back().statement;
  label->value_type = choice->expr->type;
  if (label->kind == StmtKind::case_) {
    Expr* value = parse_conditional(p);
    label->value = wrap(constant_integer(p, value, "the value of a case"), label->value_type);
    label->last_value = label->value;
    if (p.take_if("..."))
      label->last_value =
          wrap(constant_integer(p, parse_conditional(p), "the last value of a case"), label->value_type);
  }
  if (!add_values(p.open.switches.back(), *label))
    p.context.fail(keyword.range, label->kind == StmtKind::case_ ? "duplicate case in this switch"
                                                                 : "this switch has two defaults");
  p.expect(":", fmt::format("after '{}'", keyword.text));
  if (choice->cases.size() == kMaxCaseLabels)
    p.context.fail(keyword.range,
                   fmt::format("a switch with more than {} labels is not supported", kMaxCaseLabels));
  choice->cases.push_back(label);
  return finish(p, label);
}

// jump = ("break" | "continue") ";"
Stmt* jump_statement(Parser& p) {
  const Token& keyword = p.take();
  const bool breaks = keyword.is("break");
  if (p.open.loops == 0 && !(breaks && !p.open.switches.empty()))
    p.context.fail(keyword.range, fmt::format("'{}' outside of a loop", keyword.text));
  Stmt* jump = new_statement(p, breaks ? StmtKind::break_ : StmtKind::continue_, keyword.range);
  p.expect(";", fmt::format("after '{}'", keyword.text));
  return finish(p, jump);
}

// return = "return" [expression] ";"
Stmt* return_statement(Parser& p) {
  Stmt* jump = new_statement(p, StmtKind::return_, p.take().range);
  const Type* result = p.context.function->result();
  if (!p.next_is(";")) {
    Expr* value = parse_expression(p);
    if (p.dialect != nullptr) {
      value = p.dialect->result(p, value);
      result = p.context.function->result();
    }
    if (result->is_void() && !value->type->is_void())
      p.context.fail(value->range, fmt::format("'{}' returns void, but this statement returns a value",
                                               p.context.function->name));
    jump->expr = result->is_void() ? value : convert(p.context, value, result, "this return");
  } else if (!result->is_void()) {
    p.context.fail(jump->keyword_range, fmt::format("'{}' must return a value of type {}",
                                                    p.context.function->name, to_string(*result)));
  }
  p.expect(";", "after 'return'");
  return finish(p, jump);
}

// Returns the statement of the label, which may appear later in the text.
Stmt* label_named(Parser& p, const Token& name) {
  OpenStatements::Label& label = p.open.labels[name.text];
  if (p.open.labels.size() > kMaxLabels)
    p.context.fail(name.range, fmt::format("more than {} labels in one function", kMaxLabels));
  if (!label.statement) {
    label.statement = new_statement(p, StmtKind::label, name.range);
    label.statement->name = name.text;
    label.first_use = name.range;
  }
  return label.statement;
}

// goto = "goto" name ";"
Stmt* goto_statement(Parser& p) {
  Stmt* jump = new_statement(p, StmtKind::goto_, p.take().range);
  if (p.open.statement_expressions > 0)
    p.context.fail(jump->range, "goto inside a statement expression ({ … }) is not supported");
  if (!p.peek().is_identifier()) p.fail_here("the name of a label is missing here");
  jump->target = label_named(p, p.take());
  p.expect(";", "after 'goto'");
  return finish(p, jump);
}

// label = name ":"
Stmt* label_statement(Parser& p) {
  const Token& name = p.take();
  Stmt* label = label_named(p, name);
  if (p.open.labels[name.text].is_placed)
    p.context.fail(name.range, fmt::format("label '{}' is defined twice in this function", name.text));
  p.open.labels[name.text].is_placed = true;
  label->range = join(name.range, p.take().range);
  label->keyword_range = label->range;
  return label;
}

// statement = block | if | for | while | do | switch | case | label | jump | goto | declaration
//           | [expression] ";"
Stmt* statement(Parser& p) {
  const NestingLevel guard = p.enter_nesting();
  const Token& token = p.peek();
  if (token.is(";")) {
    Stmt* empty = new_statement(p, StmtKind::empty, token.range);
    p.take();
    return empty;
  }
  if (token.is("{")) return parse_block(p, true);
  if (p.dialect != nullptr)
    if (Stmt* own = p.dialect->statement(p)) return own;
  if (!token.is_identifier()) return expression_statement(p);
  if (token.is("if")) return if_statement(p);
  if (token.is("for")) return for_statement(p);
  if (token.is("while")) return while_statement(p);
  if (token.is("do")) return do_statement(p);
  if (token.is("switch")) return switch_statement(p);
  if (token.is("case") || token.is("default")) return case_label(p);
  if (token.is("break") || token.is("continue")) return jump_statement(p);
  if (token.is("return")) return return_statement(p);
  if (token.is("goto")) return goto_statement(p);
  if (token.is("asm") || token.is("__asm__") || token.is("__asm"))
    p.fail_here("inline assembly is not supported");
  if (parse_static_assertion(p)) return new_statement(p, StmtKind::empty, token.range);
  if (token.is("else")) p.fail_here("this 'else' has no 'if'");
  if (p.peek(1).is(":") && !starts_type(p)) return label_statement(p);
  if (token.is("__attribute__")) {
    Attributes ignored;  // attributes of the next statement, such as unroll hints
    parse_attributes(p, ignored);
    return statement(p);
  }
  return starts_type(p) ? parse_declaration(p) : expression_statement(p);
}

Stmt* statement_or_recover(Parser& p) {
  const std::size_t begin = p.position();
  const bool is_declaration = starts_type(p);
  const std::size_t depth = p.scopes.depth();
  const unsigned constructs = p.open.constructs;
  const unsigned loops = p.open.loops;
  const std::size_t switches = p.open.switches.size();
  try {
    return statement(p);
  } catch (const Abandoned&) {
    if (p.context.diagnostics.too_many() || p.peek().kind == TokenKind::end) throw;
    p.open.constructs = constructs;
    p.open.loops = loops;
    p.open.switches.resize(switches);
    while (p.scopes.depth() > depth) p.scopes.leave();
    if (p.position() == begin && p.next_is("{")) p.take();
    p.skip_statement();
    if (is_declaration) p.spoil_names(begin, p.position());
    return nullptr;
  }
}

}  // namespace

Stmt* parse_statement(Parser& p) { return statement(p); }

unsigned height_of(const Stmt& statement) {
  unsigned below = 0;
  const auto consider = [&](const auto* part) {
    below = std::max(below, part != nullptr ? part->height : 0);
  };
  for (const Expr* part : {statement.expr, statement.step}) consider(part);
  for (const Stmt* part : {statement.init, statement.body, statement.else_body}) consider(part);
  for (const Stmt* child : statement.children) consider(child);
  for (const VariableDecl* variable : statement.variables) consider(variable->init);
  return below + 1;
}

Stmt* new_statement(Parser& p, StmtKind kind, const SourceRange& range) {
  Stmt& statement = p.context.unit.statements.emplace_back();
  statement.kind = kind;
  statement.range = range;
  statement.keyword_range = range;
  return &statement;
}

Stmt* finish(Parser& p, Stmt* statement) {
  if (p.position() > 0) statement->range = join(statement->range, p.last_range());
  statement->height = height_of(*statement);
  if (statement->height > kDeepestNesting)
    p.context.fail(statement->keyword_range, nested_too_deeply("this statement"));
  return statement;
}

// block = "{" { statement } "}", where a function's outermost block shares the scope of its parameters
Stmt* parse_block(Parser& p, bool new_scope) {
  Stmt* statement = new_statement(p, StmtKind::block, p.peek().range);
  p.take();
  if (new_scope) p.scopes.enter();
  while (!p.next_is("}")) {
    if (p.peek().kind == TokenKind::end || p.context.diagnostics.too_many()) {
      if (new_scope) p.scopes.leave();
      p.context.fail(statement->keyword_range, "'}' is missing for this '{'");
    }
    if (Stmt* child = statement_or_recover(p)) statement->children.push_back(child);
  }
  if (new_scope) p.scopes.leave();
  p.take();
  return finish(p, statement);
}

void check_labels(Parser& p) {
  for (const auto& [name, label] : p.open.labels)
    if (!label.is_placed)
      p.context.diagnostics.error(label.first_use,
                                  fmt::format("there is no label '{}' in this function", name));
}

}  // namespace lockstep::sim::language
