// Warns about code that is never executed, and about functions that end without a value.
#include <fmt/format.h>

#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/warnings/walk.hpp"
#include "sim/frontend/warnings/warnings.hpp"

namespace lockstep::sim::language {
namespace {

bool holds_always(const Expr* condition) {
  if (condition == nullptr) return true;
  const auto value = integer_constant(condition);
  return value && *value != 0;
}

// Returns whether the statement contains a break that leaves this loop or switch.
bool has_break(const Stmt* statement) {
  if (statement == nullptr) return false;
  switch (statement->kind) {
    case StmtKind::break_:
      return true;
    case StmtKind::for_:
    case StmtKind::while_:
    case StmtKind::do_:
    case StmtKind::switch_:
      return false;
    default:
      break;
  }
  for (const Stmt* child : statement->children)
    if (has_break(child)) return true;
  return has_break(statement->body) || has_break(statement->else_body);
}

class Flow {
 public:
  explicit Flow(Context& context) : context_(context) {}

  // Returns whether the execution can continue after the statement.
  bool continues(const Stmt& statement) {
    switch (statement.kind) {
      case StmtKind::return_:
      case StmtKind::break_:
      case StmtKind::continue_:
      case StmtKind::goto_:
        return false;
      case StmtKind::block:
        return block(statement);
      case StmtKind::if_: {
        const bool then = continues(*statement.body);
        const bool otherwise = statement.else_body == nullptr || continues(*statement.else_body);
        return then || otherwise;
      }
      case StmtKind::for_:
      case StmtKind::while_:
        continues(*statement.body);
        return !holds_always(statement.expr) || has_break(statement.body);
      case StmtKind::do_: {
        const bool reaches_condition = continues(*statement.body);
        static_cast<void>(reaches_condition);  // a continue inside the body also reaches the condition
        return !holds_always(statement.expr) || has_break(statement.body);
      }
      case StmtKind::switch_:
        return switch_continues(statement);
      default:
        return true;
    }
  }

 private:
  static bool is_label(const Stmt& statement) {
    return statement.kind == StmtKind::label || statement.kind == StmtKind::case_ ||
           statement.kind == StmtKind::default_;
  }

  // Returns whether the statement has an effect. Declarations without an initial value and a break after a
  // return have none.
  static bool is_code(const Stmt& statement) {
    if (statement.kind == StmtKind::empty || statement.kind == StmtKind::break_) return false;
    if (statement.kind != StmtKind::declaration) return true;
    for (const VariableDecl* variable : statement.variables)
      if (variable->init != nullptr) return true;
    return false;
  }

  bool block(const Stmt& statement) {
    bool reached = true, reported = false;
    for (const Stmt* child : statement.children) {
      if (is_label(*child)) reached = true;
      if (!reached && !reported && is_code(*child)) {
        context_.diagnostics.warn(
            child->keyword_range,
            "this statement is never executed, because the statement before it does not continue; "
            "remove it, or move it before that statement",
            "unreachable-code");
        reported = true;
      }
      if (!continues(*child)) reached = false;
    }
    return reached;
  }

  bool switch_continues(const Stmt& statement) {
    const bool reaches_end = continues(*statement.body);
    bool has_default = false;
    for (const Stmt* label : statement.cases) has_default = has_default || label->kind == StmtKind::default_;
    return reaches_end || !has_default || has_break(statement.body);
  }

  Context& context_;
};

}  // namespace

void warn_about_control_flow(Context& context, const FunctionDecl& function) {
  const bool continues = Flow(context).continues(*function.body);
  if (!continues || function.result()->is_void()) return;
  context.diagnostics.warn(
      function.range,
      fmt::format("'{}' returns {}, but can reach its end without a return statement; add one", function.name,
                  to_string(*function.result())),
      "return-type");
}

}  // namespace lockstep::sim::language
