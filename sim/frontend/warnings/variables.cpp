// Warns about variables that are never read.
#include <fmt/format.h>

#include <map>

#include "sim/frontend/warnings/walk.hpp"
#include "sim/frontend/warnings/warnings.hpp"

namespace lockstep::sim::language {
namespace {

// For each variable, counts the expressions that only write it: assignments and ++ whose value is not used.
class Writes {
 public:
  std::map<const VariableDecl*, std::size_t> count;

  void statement(const Stmt& statement) {
    if (statement.kind == StmtKind::expression) discarded(statement.expr);
    if (statement.kind == StmtKind::for_) discarded(statement.step);
  }

 private:
  void discarded(const Expr* expr) {
    if (expr == nullptr) return;
    if (expr->kind == ExprKind::cast) return discarded(expr->operands[0]);
    if (expr->kind == ExprKind::comma)
      for (const Expr* operand : expr->operands) discarded(operand);
    const bool writes = expr->kind == ExprKind::assign || expr->kind == ExprKind::compound_assign ||
                        expr->kind == ExprKind::increment;
    if (writes && expr->operands[0]->kind == ExprKind::variable) ++count[expr->operands[0]->variable];
  }
};

}  // namespace

void warn_about_variables(Context& context, const FunctionDecl& function) {
  Writes writes;
  each_statement(function, [&](const Stmt& statement) { writes.statement(statement); });
  for (const VariableDecl* variable : function.variables) {
    const bool is_watched = variable->storage == Storage::private_ || variable->storage == Storage::local;
    if (variable->name.empty() || !is_watched || variable->is_volatile || variable->may_be_unused) continue;
    if (variable->references == 0)
      context.diagnostics.warn(variable->range,
                               fmt::format("variable '{}' is not used; remove it", variable->name),
                               "unused-variable");
    else if (variable->references == writes.count[variable])
      context.diagnostics.warn(
          variable->range,
          fmt::format("variable '{}' is set but never read; remove it or use its value", variable->name),
          "unused-but-set-variable");
  }
}

}  // namespace lockstep::sim::language
