// Parses initial values.
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/parse/initialisers.hpp"

namespace lockstep::sim::language {
namespace {

// designators = { "." name | "[" constant "]" } "="
std::vector<Initializer::Designator> designators(Parser& p) {
  std::vector<Initializer::Designator> result;
  while (p.next_is(".") || p.next_is("[")) {
    Initializer::Designator designator;
    designator.range = p.peek().range;
    if (p.take().is(".")) {
      if (!p.peek().is_identifier()) p.fail_here("the name of a member is missing here");
      designator.member = p.take().text;
    } else {
      Expr* index = parse_conditional(p);
      constant_integer(p, index, "an index");
      designator.index = index;
      p.expect("]", "after the index");
    }
    result.push_back(designator);
  }
  if (!result.empty()) p.expect("=", "after the designator");
  return result;
}

// initializer = initializer-list | assignment
Initializer* initial_value(Parser& p) {
  if (p.next_is("{")) return parse_initializer_list(p);
  Expr* value = parse_assignment(p);
  Initializer& result = p.initializers.emplace_back();
  result.expr = value;
  result.range = value->range;
  return &result;
}

}  // namespace

// "=" initializer. The variable is already declared, so the name remains known after an error in its
// initial value.
void parse_initializer(Parser& p, VariableDecl& variable) {
  p.take();
  initialize(p.context, variable, *initial_value(p));
}

// initializer-list = "{" [ [designators "="] initializer { "," … } [","] ] "}"
Initializer* parse_initializer_list(Parser& p) {
  const NestingLevel guard = p.enter_nesting();
  Initializer& result = p.initializers.emplace_back();
  result.range = p.take().range;
  while (!p.next_is("}")) {
    Initializer::Item item;
    item.designators = designators(p);
    item.value = initial_value(p);
    result.items.push_back(std::move(item));
    if (!p.take_if(",")) break;
  }
  result.range = join(result.range, p.expect("}", "after the initial values").range);
  return &result;
}

}  // namespace lockstep::sim::language
