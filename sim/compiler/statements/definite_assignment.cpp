#include "sim/compiler/statements/definite_assignment.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lockstep::sim::language {
namespace {

using WrittenComponents = std::uint32_t;  // a bit for each component of a vector

// For each tracked variable, the components that are definitely written before the current point; empty if
// the point is unreachable. Variables that are not in the map are not tracked.
using Written = std::optional<std::map<const VariableDecl*, WrittenComponents>>;

WrittenComponents all_components(const Type& type) {
  const unsigned count = type.is_vector() ? type.count : 1;
  return (WrittenComponents{1} << count) - 1;
}

// Limits the analysis of one function: the number of variables that are copied or compared at all branches
// together. Beyond this limit, each variable counts as possibly read before it is written.
constexpr std::size_t kMaxCopied = 10'000'000;

bool is_always_true(const Expr* condition) {
  if (condition == nullptr) return true;
  while (condition->kind == ExprKind::cast) condition = condition->operands[0];
  return condition->kind == ExprKind::integer_literal && condition->integer != 0;
}

class AssignmentWalk {
 public:
  std::set<const VariableDecl*> run(const FunctionDecl& function) {
    written_.emplace();
    if (function.body != nullptr) statement(*function.body);
    if (is_used_up())
      for (const VariableDecl* variable : function.variables)
        if (variable->storage == Storage::private_) found_.insert(variable);
    return std::move(found_);
  }

 private:
  // The components written before control reaches the targets of `break` and `continue`.
  struct Target {
    Written after_break, after_continue;
    bool is_loop = true;
    Written at_begin;  // at the start of a switch
    bool has_default = false;
  };

  bool is_used_up() const { return copied_ > kMaxCopied; }

  Written copy_of_written() {
    copied_ += written_ ? written_->size() : 0;
    return written_;
  }

  // Joins two paths: after the join, a component is written if both paths write it.
  Written meet(Written a, const Written& b) {
    if (!a) return b;
    if (!b) return a;
    copied_ += a->size() + b->size();
    for (auto& [variable, components] : *a) {
      const auto other = b->find(variable);
      if (other != b->end()) components &= other->second;
    }
    for (const auto& [variable, components] : *b) a->try_emplace(variable, components);
    return a;
  }

  void read(const VariableDecl* variable, WrittenComponents components) {
    if (!written_) return;
    const auto known = written_->find(variable);
    if (known != written_->end() && (components & ~known->second) != 0) found_.insert(variable);
  }

  void write(const VariableDecl* variable, WrittenComponents components) {
    if (!written_) return;
    const auto known = written_->find(variable);
    if (known != written_->end()) known->second |= components;
  }

  // A variable and the components of it that are accessed; null if the expression is something else.
  struct VariablePart {
    const VariableDecl* variable = nullptr;
    WrittenComponents components = 0;
  };
  VariablePart part_of(const Expr& lvalue) {
    if (lvalue.kind == ExprKind::variable) return {lvalue.variable, all_components(*lvalue.variable->type)};
    if (lvalue.kind == ExprKind::swizzle && lvalue.operands[0]->is_lvalue) {
      std::vector<std::uint8_t> components = lvalue.components;
      const Expr* inner = lvalue.operands[0];
      for (; inner->kind == ExprKind::swizzle; inner = inner->operands[0])
        for (std::uint8_t& component : components) component = inner->components[component];
      if (inner->kind != ExprKind::variable) return {};
      VariablePart part{inner->variable, 0};
      for (const std::uint8_t component : components) part.components |= WrittenComponents{1} << component;
      return part;
    }
    // The accessed component of v[i] is unknown, so v[i] counts as neither a write nor a read.
    return {};
  }

  void place(const Expr& lvalue) {
    if (lvalue.kind == ExprKind::swizzle) return place(*lvalue.operands[0]);
    if (lvalue.kind == ExprKind::component && lvalue.operands[0]->is_lvalue) {
      place(*lvalue.operands[0]);
      return expression(*lvalue.operands[1]);
    }
    if (lvalue.kind == ExprKind::variable) return;
    for (const Expr* operand : lvalue.operands) expression(*operand);
  }

  void expression(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::variable:
      case ExprKind::swizzle:
        if (const VariablePart part = part_of(expr); part.variable != nullptr)
          return read(part.variable, part.components);
        break;
      case ExprKind::component:
        if (expr.operands[0]->is_lvalue) return place(expr);
        break;
      case ExprKind::assign:
        return assign(expr);
      case ExprKind::logical_and:
      case ExprKind::logical_or: {
        expression(*expr.operands[0]);
        const Written after_first = copy_of_written();
        expression(*expr.operands[1]);
        written_ = meet(written_, after_first);
        return;
      }
      case ExprKind::conditional:
        return conditional(expr);
      case ExprKind::initializer_list:
        for (const InitElement& element : expr.elements) expression(*element.value);
        return;
      case ExprKind::statement_expression:
        statement(*expr.block);
        break;
      case ExprKind::compound_literal:
        if (expr.variable->init != nullptr) expression(*expr.variable->init);
        return;
      default:
        break;
    }
    for (const Expr* operand : expr.operands) expression(*operand);
  }

  // Returns the written components of a vector that is copied entirely; empty for any other expression, and
  // for a vector whose components are all written. Copying an unwritten component is not a read; the
  // component of the copy is unwritten, too.
  std::optional<WrittenComponents> copied_components(const Expr& source, const Type& target) {
    if (!written_ || source.kind != ExprKind::variable || !target.is_vector() || source.type != &target)
      return std::nullopt;
    const auto known = written_->find(source.variable);
    if (known == written_->end() || known->second == all_components(target)) return std::nullopt;
    found_.insert(source.variable);
    return known->second;
  }

  void declare_once(const VariableDecl& variable) {
    if (is_declared_.insert(&variable).second) declared_.push_back(&variable);
  }

  void copy(const VariableDecl& target, WrittenComponents components) {
    declare_once(target);
    (*written_)[&target] = components;
  }

  void assign(const Expr& expr) {
    const Expr& target = *expr.operands[0];
    if (const auto copied = copied_components(*expr.operands[1], *target.type)) {
      const bool is_private =
          target.kind == ExprKind::variable && target.variable->storage == Storage::private_;
      if (is_private) return copy(*target.variable, *copied);
      return place(target);
    }
    expression(*expr.operands[1]);
    place(*expr.operands[0]);
    if (const VariablePart part = part_of(*expr.operands[0]); part.variable != nullptr)
      write(part.variable, part.components);
  }

  void conditional(const Expr& expr) {
    expression(*expr.operands[0]);
    const Written before = copy_of_written();
    expression(*expr.operands[1]);
    const Written after_first = std::exchange(written_, before);
    expression(*expr.operands[2]);
    written_ = meet(written_, after_first);
  }

  void statement(const Stmt& stmt) {
    if (is_used_up()) return;
    switch (stmt.kind) {
      case StmtKind::empty:
        return;
      case StmtKind::expression:
        return expression(*stmt.expr);
      case StmtKind::declaration:
        for (const VariableDecl* variable : stmt.variables) declare(*variable);
        return;
      case StmtKind::block:
        for (const Stmt* child : stmt.children) statement(*child);
        return;
      case StmtKind::if_:
        return if_statement(stmt);
      case StmtKind::for_:
      case StmtKind::while_:
      case StmtKind::do_:
        return loop(stmt);
      case StmtKind::switch_:
        return switch_statement(stmt);
      case StmtKind::case_:
      case StmtKind::default_:
        written_ = meet(written_, targets_.back().at_begin);
        if (stmt.kind == StmtKind::default_) targets_.back().has_default = true;
        return;
      case StmtKind::break_:
        targets_.back().after_break = meet(targets_.back().after_break, written_);
        written_.reset();
        return;
      case StmtKind::continue_: {
        const auto loop =
            std::find_if(targets_.rbegin(), targets_.rend(), [](const Target& t) { return t.is_loop; });
        loop->after_continue = meet(loop->after_continue, written_);
        written_.reset();
        return;
      }
      case StmtKind::label:
        // A goto may jump to this label from any point, so no variable counts as written here.
        written_.emplace();
        copied_ += declared_.size();
        for (const VariableDecl* variable : declared_) (*written_)[variable] = 0;
        return;
      case StmtKind::goto_:
        written_.reset();
        return;
      case StmtKind::return_:
        if (stmt.expr != nullptr) expression(*stmt.expr);
        written_.reset();
        return;
    }
  }

  void declare(const VariableDecl& variable) {
    if (variable.init != nullptr) {
      const auto copied = copied_components(*variable.init, *variable.type);
      return copied ? copy(variable, *copied) : expression(*variable.init);
    }
    if (variable.storage != Storage::private_) return;
    if (variable.type->is_array() || variable.type->is_record()) return;
    declare_once(variable);
    if (written_) (*written_)[&variable] = 0;
  }

  void if_statement(const Stmt& stmt) {
    expression(*stmt.expr);
    const Written before = copy_of_written();
    statement(*stmt.body);
    const Written after_body = std::exchange(written_, before);
    if (stmt.else_body != nullptr) statement(*stmt.else_body);
    written_ = meet(written_, after_body);
  }

  // Analyses one iteration of a loop. The fewest variables are written at the start of the first iteration,
  // so this analysis finds every read before a write.
  void loop(const Stmt& stmt) {
    if (stmt.init != nullptr) statement(*stmt.init);
    if (stmt.kind != StmtKind::do_ && stmt.expr != nullptr) expression(*stmt.expr);
    Written after = is_always_true(stmt.expr) || stmt.kind == StmtKind::do_ ? Written() : copy_of_written();
    targets_.push_back({});
    statement(*stmt.body);
    written_ = meet(written_, targets_.back().after_continue);
    if (stmt.step != nullptr) expression(*stmt.step);
    if (stmt.kind == StmtKind::do_) {
      expression(*stmt.expr);
      if (!is_always_true(stmt.expr)) after = written_;
    }
    written_ = meet(after, targets_.back().after_break);
    targets_.pop_back();
  }

  void switch_statement(const Stmt& stmt) {
    expression(*stmt.expr);
    Target target;
    target.is_loop = false;
    target.at_begin = copy_of_written();
    targets_.push_back(std::move(target));
    written_.reset();
    statement(*stmt.body);
    if (!targets_.back().has_default) written_ = meet(written_, targets_.back().at_begin);
    written_ = meet(written_, targets_.back().after_break);
    targets_.pop_back();
  }

  Written written_;
  std::vector<Target> targets_;
  std::vector<const VariableDecl*> declared_;  // declared without an initial value
  std::set<const VariableDecl*> is_declared_;
  std::set<const VariableDecl*> found_;
  std::size_t copied_ = 0;
};

}  // namespace

std::set<const VariableDecl*> maybe_read_before_written(const FunctionDecl& function) {
  return AssignmentWalk().run(function);
}

}  // namespace lockstep::sim::language
