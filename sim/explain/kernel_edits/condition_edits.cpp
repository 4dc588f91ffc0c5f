#include "sim/explain/kernel_edits/condition_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "sim/explain/kernel_edits/places.hpp"
#include "sim/frontend/warnings/walk.hpp"

namespace lockstep::sim {
namespace {

using namespace language;

constexpr std::size_t kMostGuards = 60;

struct Comparison {
  BinaryOp op;
  std::string_view text;
  std::array<std::string_view, 3> others;  // the likeliest operator first
};
constexpr Comparison kComparisons[] = {
    {BinaryOp::less, "<", {">=", "<=", ">"}},    {BinaryOp::less_equal, "<=", {"<", ">", ">="}},
    {BinaryOp::greater, ">", {"<=", ">=", "<"}}, {BinaryOp::greater_equal, ">=", {"<", ">", "<="}},
    {BinaryOp::equal, "==", {"!=", "<=", ">="}}, {BinaryOp::not_equal, "!=", {"==", "<", ">"}},
};

void add_comparisons(const std::string& text, const Expr& condition, Edits& edits) {
  walk(
      &condition, [](const Stmt&) {},
      [&](const Expr& expr) {
        const auto* const known = std::ranges::find(kComparisons, expr.binary_op, &Comparison::op);
        const bool is_known = expr.kind == ExprKind::binary && known != std::end(kComparisons);
        // If the operator comes from a macro, the text at this place is different.
        if (!is_known || text_of(text, expr.operator_range) != known->text) return;
        for (const std::string_view other : known->others)
          edits.push_back({fmt::format("Write {} in place of {} at line {}", other, known->text,
                                       expr.operator_range.line),
                           expr.operator_range.line,
                           with_replaced(text, expr.operator_range, std::string(other))});
      });
}

bool is_integer_variable(const VariableDecl& variable) {
  return variable.type->is_integer() && variable.type->is_scalar();
}

// Returns the integer variables in an expression.
std::vector<const VariableDecl*> variables_in(const Expr& expr) {
  std::vector<const VariableDecl*> found;
  walk(
      &expr, [](const Stmt&) {},
      [&](const Expr& part) {
        if (part.kind != ExprKind::variable || !is_integer_variable(*part.variable)) return;
        if (std::ranges::find(found, part.variable) == found.end()) found.push_back(part.variable);
      });
  return found;
}

// Returns the subscript expression of an access: the access itself or the target of a store; null if there
// is none.
const Expr* subscript_at(const FunctionDecl& function, const SourceRange& access) {
  const Expr* found = nullptr;
  each_expression(function, [&](const Expr& expr) {
    if (expr.range != access || expr.operands.empty()) return;
    const bool stores = expr.kind == ExprKind::assign || expr.kind == ExprKind::compound_assign ||
                        expr.kind == ExprKind::increment;
    const Expr& place = stores ? *expr.operands[0] : expr;
    if (place.kind == ExprKind::index) found = &place;
  });
  return found;
}

bool asks_for(const Expr* value, std::initializer_list<WorkItemQuery> queries) {
  bool does = false;
  walk(
      value, [](const Stmt&) {},
      [&](const Expr& part) {
        const bool is_query = part.kind == ExprKind::special && part.special == Special::work_item;
        does = does || (is_query && std::ranges::find(queries, part.query) != queries.end());
      });
  return does;
}

// Returns the variables that are initialised with one of these queries.
std::vector<const VariableDecl*> holders_of(const FunctionDecl& function,
                                            std::initializer_list<WorkItemQuery> queries) {
  std::vector<const VariableDecl*> found;
  for (const VariableDecl* variable : function.variables)
    if (is_integer_variable(*variable) && asks_for(variable->init, queries)) found.push_back(variable);
  return found;
}

struct Counter {
  const VariableDecl* variable;
  bool halves;  // whether the loop decreases the variable
};

bool makes_smaller(const Expr& change, const VariableDecl* variable) {
  const bool is_change = change.kind == ExprKind::compound_assign || change.kind == ExprKind::increment;
  if (!is_change || uncast(*change.operands[0]).variable != variable) return false;
  if (change.kind == ExprKind::increment) return change.is_decrement;
  return change.binary_op == BinaryOp::div || change.binary_op == BinaryOp::shr ||
         change.binary_op == BinaryOp::sub;
}

// Returns the variables in the conditions of the loops around a place.
std::vector<Counter> loop_counters(const Place& place) {
  std::vector<Counter> found;
  for (const Stmt* statement : place.statements) {
    const bool is_loop = statement->kind == StmtKind::for_ || statement->kind == StmtKind::while_ ||
                         statement->kind == StmtKind::do_;
    if (!is_loop || statement->expr == nullptr) continue;
    for (const VariableDecl* variable : variables_in(*statement->expr)) {
      bool halves = false;
      walk(
          statement, [](const Stmt&) {},
          [&](const Expr& expr) { halves = halves || makes_smaller(expr, variable); });
      found.push_back({variable, halves});
    }
  }
  return found;
}

// Returns the number of elements of an array that is subscripted by its name; "" for a pointer.
std::string array_bound(const Expr& subscript) {
  const Expr& pointer = uncast(*subscript.operands[0]);
  return pointer.kind == ExprKind::decay ? std::to_string(pointer.operands[0]->type->length) : std::string();
}

// Returns the innermost block that is not the body of another statement; null if there is no such block.
const Stmt* bare_block(const Place& place) {
  for (std::size_t i = place.statements.size(); i-- > 0;) {
    const bool is_of_function = i == 0 || place.statements[i - 1]->kind == StmtKind::block;
    if (place.statements[i]->kind == StmtKind::block && is_of_function) return place.statements[i];
  }
  return nullptr;
}

// Returns the variables in an index, and the variables in their initialisers.
std::vector<const VariableDecl*> parts_of(const Expr& index) {
  std::vector<const VariableDecl*> parts = variables_in(index);
  for (const VariableDecl* part : variables_in(index)) {
    if (part->init == nullptr) continue;
    for (const VariableDecl* inner : variables_in(*part->init))
      if (is_integer_variable(*inner) && std::ranges::find(parts, inner) == parts.end())
        parts.push_back(inner);
  }
  return parts;
}

// Returns conditions that keep the index, or a variable in the index, below or above a bound.
std::vector<std::string> conditions_for(const std::string& text, const FunctionDecl& function,
                                        const Place& place, const Expr& subscript) {
  const Expr& index = written(*subscript.operands[1]);
  const std::string whole = text_of(text, index.range);
  const std::vector<const VariableDecl*> parts = parts_of(index);
  std::vector<std::string> sizes;
  for (const VariableDecl* parameter : function.parameters)
    if (is_integer_variable(*parameter)) sizes.push_back(parameter->name);
  if (const std::string bound = array_bound(subscript); !bound.empty()) sizes.push_back(bound);
  const std::vector<Counter> counters = loop_counters(place);
  for (const VariableDecl* size : holders_of(function, {WorkItemQuery::local_size})) {
    if (std::ranges::find(counters, size, &Counter::variable) != counters.end()) continue;
    sizes.push_back(size->name);
    sizes.push_back("2 * " + size->name);
  }
  std::vector<std::string> conditions;
  const auto add = [&](std::string condition) {
    if (std::ranges::find(conditions, condition) == conditions.end())
      conditions.push_back(std::move(condition));
  };
  for (const std::string& size : sizes) add(fmt::format("{} < {}", whole, size));
  for (const VariableDecl* part : parts)
    for (const Counter& counter : counters) {
      if (part == counter.variable) continue;
      const std::string& distance = counter.variable->name;
      add(fmt::format("{} {} {}", part->name, counter.halves ? "<" : ">=", distance));
      if (counter.halves) continue;
      add(fmt::format("{} % (2 * {}) == 0", part->name, distance));
      add(fmt::format("{} < {}", part->name, distance));
    }
  for (const VariableDecl* part : parts) {
    for (const std::string& size : sizes)
      if (part->name != size) add(fmt::format("{} < {}", part->name, size));
    add(fmt::format("{} > 0", part->name));
  }
  for (const VariableDecl* id : holders_of(function, {WorkItemQuery::local_id, WorkItemQuery::global_id}))
    add(fmt::format("{} == 0", id->name));
  if (conditions.size() > kMostGuards) conditions.resize(kMostGuards);
  return conditions;
}

}  // namespace

Edits comparison_edits(const std::string& text, const FunctionDecl& function) {
  Edits edits;
  each_statement(function, [&](const Stmt& statement) {
    const bool has_condition = statement.kind == StmtKind::if_ || statement.kind == StmtKind::for_ ||
                               statement.kind == StmtKind::while_ || statement.kind == StmtKind::do_;
    if (has_condition && statement.expr != nullptr && statement.expr->range.file == 0)
      add_comparisons(text, *statement.expr, edits);
  });
  each_expression(function, [&](const Expr& expr) {
    if (expr.kind == ExprKind::conditional && expr.range.file == 0)
      add_comparisons(text, *expr.operands[0], edits);
  });
  return edits;
}

Edits guard_edits(const TranslationUnit& unit, const std::string& text, const SourceRange& access) {
  const Place place = place_of(unit, access);
  if (place.function == nullptr) return {};
  const Expr* subscript = subscript_at(*place.function, access);
  if (subscript == nullptr) return {};
  Edits edits;
  for (const std::string& condition : conditions_for(text, *place.function, place, *subscript))
    for (const Stmt* guarded : {place.innermost(StmtKind::expression), bare_block(place)}) {
      if (guarded == nullptr) continue;
      const std::size_t begin = offset_in(text, guarded->range.line, guarded->range.column);
      edits.push_back({fmt::format("Guard line {} with if ({})", guarded->range.line, condition),
                       guarded->range.line,
                       text.substr(0, begin) + fmt::format("if ({}) ", condition) + text.substr(begin)});
    }
  return edits;
}

Edits conditional_load_edits(const TranslationUnit& unit, const std::string& text, const SourceRange& access,
                             const std::string& identity) {
  const Place place = place_of(unit, access);
  if (place.function == nullptr) return {};
  const Expr* subscript = subscript_at(*place.function, access);
  if (subscript == nullptr) return {};
  const std::string load = text_of(text, subscript->range);
  const std::size_t begin = offset_in(text, subscript->range.line, subscript->range.column);
  if (text.compare(begin, load.size(), load) != 0) return {};
  Edits edits;
  for (const std::string& condition : conditions_for(text, *place.function, place, *subscript)) {
    const std::string loads = fmt::format("({} ? {} : {})", condition, load, identity);
    edits.push_back({fmt::format("Change line {}, {} in place of {}", subscript->range.line, loads, load),
                     subscript->range.line,
                     text.substr(0, begin) + loads + text.substr(begin + load.size())});
  }
  return edits;
}

}  // namespace lockstep::sim
