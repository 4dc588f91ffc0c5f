#include "sim/frontend/cuda/lambdas.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "sim/frontend/cuda/classes.hpp"
#include "sim/frontend/cuda/qualified_names.hpp"
#include "sim/frontend/cuda/references.hpp"
#include "sim/frontend/parse/statements.hpp"
#include "sim/frontend/types/operators.hpp"

namespace lockstep::sim::language::cuda {
namespace {

struct Captures {
  enum class Others : std::uint8_t { none, copied, referred };
  Others others = Others::none;
  std::map<std::string_view, bool> named;  // whether the variable is captured by reference
};

// captures = "[" [ "=" | "&" ] { [","] ["&"] name } "]"
Captures captures(Parser& p) {
  Captures result;
  p.take();
  while (!p.next_is("]")) {
    if (p.take_if(",")) continue;
    if (p.take_if("=")) {
      result.others = Captures::Others::copied;
      continue;
    }
    const bool refers = p.take_if("&");
    if (refers && (p.next_is("]") || p.next_is(","))) {
      result.others = Captures::Others::referred;
    } else if (p.next_is("this") || p.peek(1).is("=") || !p.peek().is_identifier()) {
      p.fail_here("this capture is not supported; name a variable of the function");
    } else {
      result.named[p.take().text] = refers;
    }
  }
  p.take();
  return result;
}

struct Kept {
  std::string_view name;
  VariableDecl* variable = nullptr;
  bool by_reference = false;
};

bool may_be_kept(const Parser& p, const VariableDecl& variable) {
  const bool is_of_function = variable.storage == Storage::private_ || variable.storage == Storage::parameter;
  return is_of_function && variable.function == p.context.function && variable.initial_bytes.empty() &&
         variable.name != "this";
}

// Returns those variables of the enclosing function that the lambda uses between the next token and the end
// of its body.
std::vector<Kept> kept_variables(Parser& p, const Captures& captures) {
  std::vector<Kept> kept;
  std::size_t end = p.position();
  while (end < p.end_position() && !p.token_at(end).is("{"))
    end = p.token_at(end).is("(") ? end_of_brackets(p, end) : end + 1;
  end = end_of_brackets(p, end);
  std::set<std::string_view> seen;
  for (std::size_t at = p.position(); at < end; ++at) {
    const Token& token = p.token_at(at);
    const bool is_member = p.token_at(at - 1).is(".") || p.token_at(at - 1).is("->");
    if (!token.is_identifier() || is_member || !seen.insert(token.text).second) continue;
    const Symbol* symbol = p.scopes.find(token.text);
    if (symbol == nullptr || symbol->variable == nullptr || !may_be_kept(p, *symbol->variable)) continue;
    const auto named = captures.named.find(token.text);
    if (named == captures.named.end() && captures.others == Captures::Others::none) continue;
    const bool refers =
        named != captures.named.end() ? named->second : captures.others == Captures::Others::referred;
    // An array is captured by reference instead of copied, because the enclosing function exists as long as
    // the lambda.
    kept.push_back({token.text, symbol->variable, refers || symbol->variable->type->is_array()});
  }
  return kept;
}

const Type* referred_type(const VariableDecl& variable) {
  return variable.is_reference ? variable.type->element : variable.type;
}

// Creates the closure class, which has a member for each captured variable. Without captured variables, the
// class contains one byte, so that it has a size.
Type* closure_type(Parser& p, const std::vector<Kept>& kept) {
  State& state = state_of(p);
  Type* record = p.context.types.new_record(fmt::format("lambda {}", ++state.lambdas), false);
  std::vector<Member> members;
  for (const Kept& one : kept) {
    Member member{.name = std::string(one.name), .type = referred_type(*one.variable)};
    member.is_reference = one.by_reference;
    if (one.by_reference)
      member.type =
          reference_type(p.context,
                         {.type = member.type, .is_const = one.variable->is_const, .space = std::nullopt})
              .type;
    members.push_back(std::move(member));
  }
  if (members.empty()) members.push_back({.name = "", .type = p.context.types.basic(TypeKind::uchar)});
  p.context.types.lay_out(*record, std::move(members), false, 0);
  Class& about = state.of_type[record];
  auto bindings = std::make_shared<Bindings>();
  bindings->outer = state.bindings;
  about.bindings = std::move(bindings);
  about.is_complete = true;
  about.is_closure = true;
  return record;
}

// Returns the values of the members when the lambda is created.
std::vector<Expr*> kept_values(Parser& p, const Type& record, const std::vector<Kept>& kept,
                               const SourceRange& range) {
  std::vector<Expr*> values;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    Expr* value = variable_reference(p.context, kept[i].variable, range);
    values.push_back(kept[i].by_reference ? bound_reference(p.context, value, record.members[i].type)
                                          : value);
  }
  if (values.empty())
    values.push_back(integer_literal(p.context, 0, p.context.types.basic(TypeKind::uchar), range));
  return values;
}

// Parses the body in place, because the body can use the surrounding names.
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
  const Captures asked = captures(p);
  while (p.take_if("__device__") || p.take_if("__host__") || p.take_if("mutable")) {
  }
  const std::vector<Kept> kept = kept_variables(p, asked);
  Type* record = closure_type(p, kept);
  Declarator declared;
  declared.range = range;
  declared.name = "operator()";
  declared.type.type = p.context.types.int_type();
  if (p.next_is("(")) {
    // The parameters are parsed like those of an unnamed function.
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
  return record_value(p, record, kept_values(p, *record, kept, range), join(range, p.last_range()));
}

Expr* kept_variable(Parser& p) {
  const FunctionDecl* function = p.context.function;
  if (function == nullptr || function->parameters.empty() || function->parameters[0]->name != "this")
    return nullptr;
  const Type* record = function->parameters[0]->type->element;
  const Class* about = state_of(p).class_of(record);
  const Symbol* symbol = p.scopes.find(p.peek().text);
  if (about == nullptr || !about->is_closure || symbol == nullptr || symbol->variable == nullptr)
    return nullptr;
  if (symbol->variable->function == function || record->find_member(p.peek().text) == nullptr) return nullptr;
  const Token& name = p.take();
  return make_member(p.context, variable_reference(p.context, function->parameters[0], name.range), name,
                     true);
}

}  // namespace lockstep::sim::language::cuda
