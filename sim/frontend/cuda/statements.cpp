// Parses statements that OpenCL C does not have.
#include "sim/frontend/parse/statements.hpp"

#include "sim/frontend/cuda/classes.hpp"
#include "sim/frontend/cuda/dialect.hpp"
#include "sim/frontend/cuda/qualified_names.hpp"
#include "sim/frontend/parse/expressions.hpp"

namespace lockstep::sim::language::cuda {
namespace {

// Skips one statement without parsing it.
void skip_one(Parser& p) {
  const NestingLevel guard = p.enter_nesting();
  if (p.next_is("{")) {
    p.go_to(end_of_brackets(p, p.position()));
    return;
  }
  const bool is_if = p.next_is("if");
  if (is_if || p.next_is("for") || p.next_is("while")) {
    p.take();
    p.take_if("constexpr");
    if (p.next_is("(")) p.skip_parentheses();
    skip_one(p);
    if (is_if && p.take_if("else")) skip_one(p);
    return;
  }
  while (!p.next_is(";") && !p.next_is("}") && p.peek().kind != TokenKind::end) {
    const bool opens = p.next_is("(") || p.next_is("[") || p.next_is("{");
    opens ? p.go_to(end_of_brackets(p, p.position())) : static_cast<void>(p.take());
  }
  p.take_if(";");
}

}  // namespace

Stmt* chosen_branch(Parser& p) {
  const SourceRange range = p.take().range;
  p.take();
  p.expect("(", "after 'if constexpr'");
  const bool holds = constant_integer(p, parse_expression(p), "the condition of 'if constexpr'") != 0;
  p.expect(")", "after the condition");
  Stmt* result = new_statement(p, StmtKind::block, range);
  const auto branch = [&](bool is_taken) {
    if (!is_taken) return skip_one(p);
    p.scopes.enter();
    result->children.push_back(parse_statement(p));
    p.scopes.leave();
  };
  branch(holds);
  if (p.take_if("else")) branch(!holds);
  return finish(p, result);
}

Stmt* return_list(Parser& p) {
  Stmt* jump = new_statement(p, StmtKind::return_, p.take().range);
  const Type* type = p.context.function->result();
  if (type->is_void()) p.fail_here("this function returns void");
  const bool is_empty = p.peek(1).is("}");
  if (is_empty || (type->is_record() && has_constructor(p, *type))) {
    const SourceRange open = p.take().range;
    std::vector<Expr*> values;
    while (!p.next_is("}")) {
      values.push_back(parse_assignment(p));
      if (!p.take_if(",")) break;
    }
    const SourceRange range = join(open, p.expect("}", "after these values").range);
    jump->expr = constructed(p, type, std::move(values), range);
  } else {
    jump->expr = parse_compound_literal(p, {.type = type, .space = std::nullopt}, p.peek().range);
  }
  p.expect(";", "after 'return'");
  return finish(p, jump);
}

}  // namespace lockstep::sim::language::cuda
