#include "sim/frontend/cuda/lambdas.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/frontend/cuda/classes.hpp"
#include "sim/frontend/parse/statements.hpp"

namespace lockstep::sim::language::cuda {
namespace {

void skip_captures(Parser& p) {
  p.take();
  if (!p.take_if("=")) p.take_if("&");
  if (!p.next_is("]"))
    p.fail_here("lambdas that keep values are not supported; give the values as arguments of the call");
  p.take();
}

// The class: one byte, so that it has a size.
Type* closure_type(Parser& p) {
  State& state = state_of(p);
  Type* record = p.context.types.new_record(fmt::format("lambda {}", ++state.lambdas), false);
  p.context.types.lay_out(*record, {Member{.name = "", .type = p.context.types.basic(TypeKind::uchar)}},
                          false, 0);
  Class& about = state.of_type[record];
  auto bindings = std::make_shared<Bindings>();
  bindings->outer = state.bindings;
  about.bindings = std::move(bindings);
  about.is_complete = true;
  return record;
}

// The body sees the names around it, so it is read in its place.
void read_in_place(Parser& p, FunctionDecl& function, const Declarator& declared, bool infers) {
  State& state = state_of(p);
  FunctionDecl* around = std::exchange(p.context.function, nullptr);
  OpenStatements open = std::exchange(p.open, {});
  const FunctionDecl* inferred = std::exchange(state.inferred, infers ? &function : nullptr);
  const auto restore = [&] {
    p.context.function = around;
    p.open = std::move(open);
  };
  try {
    parse_function_body(p, function, declared);
  } catch (...) {
    restore();
    state.inferred = inferred;
    throw;
  }
  if (infers && state.inferred == &function)
    function.type = p.context.types.function(p.context.types.void_type(), function.type->parameters);
  state.inferred = inferred;
  restore();
}

}  // namespace

Expr* parse_lambda(Parser& p) {
  const SourceRange range = p.peek().range;
  if (p.context.function == nullptr) p.fail_here("lambdas outside of functions are not supported");
  skip_captures(p);
  while (p.take_if("__device__") || p.take_if("__host__") || p.take_if("mutable")) {
  }
  Type* record = closure_type(p);
  Declarator declared;
  declared.range = range;
  declared.name = "operator()";
  declared.type.type = p.context.types.int_type();
  if (p.next_is("(")) {
    // As the parameters of a function without a name.
    declared = parse_declarator(p, {.type = p.context.types.int_type(), .space = std::nullopt});
    declared.range = range;
    declared.name = "operator()";
  } else {
    declared.is_function = true;
    declared.type.type = p.context.types.function(declared.type.type, {});
  }
  declared.is_const = true;
  add_this(p, *record, declared);
  FunctionDecl& function = p.context.unit.function_pool.emplace_back();
  function.name = "operator()";
  function.type = declared.type.type;
  function.range = range;
  p.dialect->function_declared(p, function, declared);
  function.body = new_statement(p, StmtKind::block, range);
  if (!p.next_is("{")) p.fail_here("the body of this lambda is missing here");
  read_in_place(p, function, declared, !declared.has_result_type);
  state_of(p).of_type[record].methods.emplace("operator()", Method{.function = &function});
  Expr* zero = integer_literal(p.context, 0, p.context.types.basic(TypeKind::uchar), range);
  return record_value(p, record, {zero}, join(range, p.last_range()));
}

}  // namespace lockstep::sim::language::cuda
