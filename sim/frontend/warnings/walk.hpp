// Visits all statements and expressions below a node. A node is visited before the nodes below it.
#pragma once

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

template <class OnStatement, class OnExpression>
void walk(const Stmt* statement, OnStatement&& on_statement, OnExpression&& on_expression);

template <class OnStatement, class OnExpression>
void walk(const Expr* expr, OnStatement&& on_statement, OnExpression&& on_expression) {
  if (expr == nullptr) return;
  on_expression(*expr);
  for (const Expr* operand : expr->operands) walk(operand, on_statement, on_expression);
  for (const InitElement& element : expr->elements) walk(element.value, on_statement, on_expression);
  if (expr->kind == ExprKind::compound_literal) walk(expr->variable->init, on_statement, on_expression);
  walk(expr->block, on_statement, on_expression);
}

template <class OnStatement, class OnExpression>
void walk(const Stmt* statement, OnStatement&& on_statement, OnExpression&& on_expression) {
  if (statement == nullptr) return;
  on_statement(*statement);
  walk(statement->init, on_statement, on_expression);
  walk(statement->expr, on_statement, on_expression);
  walk(statement->step, on_statement, on_expression);
  for (const VariableDecl* variable : statement->variables) walk(variable->init, on_statement, on_expression);
  for (const Stmt* child : statement->children) walk(child, on_statement, on_expression);
  walk(statement->body, on_statement, on_expression);
  walk(statement->else_body, on_statement, on_expression);
}

template <class OnExpression>
void each_expression(const FunctionDecl& function, OnExpression&& on_expression) {
  walk(
      function.body, [](const Stmt&) {}, on_expression);
}

template <class OnStatement>
void each_statement(const FunctionDecl& function, OnStatement&& on_statement) {
  walk(function.body, on_statement, [](const Expr&) {});
}

// Returns the expression without implicit conversions.
inline const Expr& written(const Expr& expr) {
  const Expr* inner = &expr;
  while (inner->kind == ExprKind::cast && inner->is_implicit) inner = inner->operands[0];
  return *inner;
}

// Returns the expression without any conversion.
inline const Expr& uncast(const Expr& expr) {
  const Expr* inner = &expr;
  while (inner->kind == ExprKind::cast) inner = inner->operands[0];
  return *inner;
}

inline bool is_compare_exchange(const Expr& expr) {
  return expr.kind == ExprKind::special && expr.atomic_op == AtomicOp::compare_exchange &&
         (expr.special == Special::atomic || expr.special == Special::atomic_compare_exchange);
}

}  // namespace lockstep::sim::language
