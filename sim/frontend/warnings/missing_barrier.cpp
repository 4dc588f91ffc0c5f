// Warns about a missing barrier: a work-item stores to local memory at its own index, and then reads a
// different index without a barrier in between. Another work-item may store to the second index before or
// after the read.
//
// The statements are walked in order (loops twice), and the stores since the last barrier are recorded. Only
// indices that are computed from local ids count as a work-item's own indices. Volatile memory is excluded,
// because code that uses it relies on the lanes of a warp executing in lockstep.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "sim/frontend/warnings/walk.hpp"
#include "sim/frontend/warnings/warnings.hpp"

namespace lockstep::sim::language {
namespace {

struct LocalAccess {
  const VariableDecl* array = nullptr;
  std::string index;    // in a canonical form: equal indices have equal text
  bool is_own = false;  // computed from local ids and constants
  SourceRange range;
};

bool same_element(const LocalAccess& a, const LocalAccess& b) {
  return a.array == b.array && a.index == b.index;
}

// What a condition such as get_local_id(0) == 0 states.
struct Equality {
  std::string left, right;
};

bool is_synchronising(const Expr& expr) {
  if (expr.kind != ExprKind::special) return false;
  switch (expr.special) {
    case Special::barrier:
      return (expr.flags & kLocalFence) != 0;
    case Special::sub_group_barrier:
    case Special::fence:
    case Special::wait_group_events:
    case Special::collective:
    case Special::atomic:
    case Special::atomic_compare_exchange:
      return true;
    default:
      return false;
  }
}

// Finds those functions of the file that synchronise, directly or through calls. Each function is
// analysed once.
class Synchronising {
 public:
  bool operator()(const Expr& expr) {
    return expr.kind == ExprKind::call ? contains(*expr.function) : is_synchronising(expr);
  }

 private:
  bool contains(const FunctionDecl& function) {
    const auto [place, is_new] = known_.try_emplace(&function, false);
    if (!is_new) return place->second;
    bool found = false;
    each_expression(function, [&](const Expr& expr) { found = found || is_synchronising(expr); });
    for (const FunctionDecl* callee : function.callees) found = found || contains(*callee);
    return known_[&function] = found;
  }

  std::map<const FunctionDecl*, bool> known_;
};

// Limits the total cost for all functions of a file. Loops are walked twice, inner loops in each pass over
// the outer loop, and branches copy the stores. After this number of steps, no further warning is given.
constexpr std::size_t kMaxSteps = 5'000'000;

// Variables are replaced by their initial values, which may contain other variables. An index with more nodes
// than this limit counts as different from all other indices.
constexpr unsigned kMaxIndexNodes = 60;

// Converts indices to text, so that they can be compared.
class Indices {
 public:
  explicit Indices(const FunctionDecl& function) {
    each_expression(function, [&](const Expr& expr) {
      const bool writes = expr.kind == ExprKind::assign || expr.kind == ExprKind::compound_assign ||
                          expr.kind == ExprKind::increment || expr.kind == ExprKind::address_of;
      if (writes && expr.operands[0]->kind == ExprKind::variable) changed_.insert(expr.operands[0]->variable);
    });
  }

  std::string text(const Expr& expr, bool& is_own) {
    nodes_ = 0;
    return text_of(expr, is_own);
  }

  // Returns whether the text contains a local id.
  static bool has_id(const std::string& text) { return text.find("id(") != std::string::npos; }

 private:
  std::string text_of(const Expr& expr, bool& is_own) {
    const Expr& value = uncast(expr);
    if (++nodes_ > kMaxIndexNodes) return other(value, is_own);
    switch (value.kind) {
      case ExprKind::integer_literal:
        return std::to_string(value.integer);
      case ExprKind::variable:
        return variable(value, is_own);
      case ExprKind::special:
        if (value.special != Special::work_item) break;
        return query(value, is_own);
      case ExprKind::binary:
        return binary(value, is_own);
      default:
        break;
    }
    return other(value, is_own);
  }

  std::string other(const Expr& value, bool& is_own) {
    is_own = false;
    return fmt::format("?{}", static_cast<const void*>(&value));
  }

  std::string variable(const Expr& value, bool& is_own) {
    const VariableDecl* variable = value.variable;
    const bool is_fixed = !changed_.contains(variable) && !variable->address_taken && !variable->is_volatile;
    if (is_fixed && variable->storage == Storage::private_ && variable->init != nullptr)
      return text_of(*variable->init, is_own);
    if (!is_fixed || variable->storage != Storage::parameter) is_own = false;
    return fmt::format("v{}", static_cast<const void*>(variable));
  }

  std::string query(const Expr& value, bool& is_own) {
    std::string dimension;
    for (const Expr* operand : value.operands) dimension += text_of(*operand, is_own);
    switch (value.query) {
      case WorkItemQuery::local_id:
      case WorkItemQuery::local_linear_id:
        return fmt::format("id({})", dimension);
      case WorkItemQuery::local_size:
        return fmt::format("size({})", dimension);
      default:
        is_own = false;
        return fmt::format("query{}({})", static_cast<unsigned>(value.query), dimension);
    }
  }

  std::string binary(const Expr& value, bool& is_own) {
    std::string left = text_of(*value.operands[0], is_own);
    std::string right = text_of(*value.operands[1], is_own);
    const bool keeps_own = value.binary_op == BinaryOp::add || value.binary_op == BinaryOp::sub ||
                           value.binary_op == BinaryOp::mul;
    const bool commutes = value.binary_op == BinaryOp::add || value.binary_op == BinaryOp::mul;
    if (!keeps_own) is_own = false;
    if (value.binary_op == BinaryOp::add && left == "0") return right;
    if ((value.binary_op == BinaryOp::add || value.binary_op == BinaryOp::sub) && right == "0") return left;
    if (commutes && right < left) std::swap(left, right);
    return fmt::format("({} {} {})", left, static_cast<unsigned>(value.binary_op), right);
  }

  std::set<const VariableDecl*> changed_;
  unsigned nodes_ = 0;  // number of nodes in the current text
};

class MissingBarriers {
 public:
  MissingBarriers(Context& context, const FunctionDecl& function, Synchronising& synchronises,
                  std::size_t& steps)
      : context_(context), indices_(function), synchronises_(synchronises), steps_(steps) {
    run(*function.body);
  }

 private:
  bool is_used_up(std::size_t more) {
    steps_ += more;
    return steps_ > kMaxSteps;
  }

  void run(const Stmt& statement) {
    if (is_used_up(1)) return;
    switch (statement.kind) {
      case StmtKind::if_:
        return branch(statement);
      case StmtKind::for_:
      case StmtKind::while_:
      case StmtKind::do_:
        return loop(statement);
      default:
        break;
    }
    for (const VariableDecl* variable : statement.variables) value(variable->init);
    value(statement.expr);
    for (const Stmt* child : statement.children) run(*child);
    if (statement.body != nullptr) run(*statement.body);
  }

  void branch(const Stmt& statement) {
    value(statement.expr);
    if (is_used_up(stores_.size())) return;
    const std::vector<LocalAccess> before = stores_;
    const std::size_t known = equalities_.size();
    assume(*statement.expr, true);
    run(*statement.body);
    equalities_.resize(known);
    std::vector<LocalAccess> after = std::exchange(stores_, before);
    if (statement.else_body != nullptr) {
      assume(*statement.expr, false);
      run(*statement.else_body);
    }
    equalities_.resize(known);
    for (LocalAccess& store : after) add_store(std::move(store));
    if (leaves(*statement.body) && statement.else_body == nullptr) assume(*statement.expr, false);
  }

  static bool leaves(const Stmt& statement) {
    if (statement.kind == StmtKind::return_) return true;
    return statement.kind == StmtKind::block && !statement.children.empty() &&
           leaves(*statement.children.back());
  }

  void loop(const Stmt& statement) {
    if (statement.init != nullptr) run(*statement.init);
    for (int turn = 0; turn < 2; ++turn) {
      if (statement.kind != StmtKind::do_) value(statement.expr);
      run(*statement.body);
      value(statement.step);
      if (statement.kind == StmtKind::do_) value(statement.expr);
    }
    if (statement.kind != StmtKind::do_) value(statement.expr);
  }

  // Records the equalities that hold if the condition has the given truth value.
  void assume(const Expr& condition, bool truth) {
    const Expr& asked = uncast(condition);
    if (asked.kind == ExprKind::unary && asked.unary_op == UnaryOp::logical_not)
      return assume(*asked.operands[0], !truth);
    if (asked.kind == (truth ? ExprKind::logical_and : ExprKind::logical_or))
      for (const Expr* operand : asked.operands) assume(*operand, truth);
    if (asked.kind == ExprKind::binary) return assume_comparison(asked, truth);
    bool ignored = true;
    if (!truth) equalities_.push_back({indices_.text(asked, ignored), "0"});
  }

  // Handles comparisons other than equality: a local id less than 1 is equal to 0.
  void assume_comparison(const Expr& comparison, bool truth) {
    bool ignored = true;
    std::string left = indices_.text(*comparison.operands[0], ignored);
    std::string right = indices_.text(*comparison.operands[1], ignored);
    const BinaryOp op = comparison.binary_op;
    if (op == (truth ? BinaryOp::equal : BinaryOp::not_equal)) {
      equalities_.push_back({std::move(left), std::move(right)});
      return;
    }
    const bool is_below_one = (op == BinaryOp::less && truth && right == "1") ||
                              (op == BinaryOp::greater_equal && !truth && right == "1") ||
                              (op == BinaryOp::greater && !truth && right == "0");
    if (is_below_one && left.starts_with("id(")) equalities_.push_back({std::move(left), "0"});
  }

  // Returns whether only one work-item reaches this statement.
  bool is_single() const {
    return std::ranges::any_of(equalities_, [](const Equality& equality) {
      return Indices::has_id(equality.left) || Indices::has_id(equality.right);
    });
  }

  // Visits the reads of an expression in the order of evaluation.
  void value(const Expr* expr) {
    if (expr == nullptr || is_used_up(1)) return;
    switch (expr->kind) {
      case ExprKind::assign:
        value(expr->operands[1]);
        indices_of(*expr->operands[0]);
        return store(*expr->operands[0]);
      case ExprKind::compound_assign:
      case ExprKind::increment:
        if (expr->operands.size() > 1) value(expr->operands[1]);
        indices_of(*expr->operands[0]);
        load(*expr->operands[0]);
        return store(*expr->operands[0]);
      case ExprKind::address_of:
      case ExprKind::decay:
        return indices_of(*expr->operands[0]);
      case ExprKind::index:
        indices_of(*expr);
        return load(*expr);
      case ExprKind::statement_expression:
        if (expr->block != nullptr) run(*expr->block);
        break;
      default:
        break;
    }
    for (const Expr* operand : expr->operands) value(operand);
    for (const InitElement& element : expr->elements) value(element.value);
    if (synchronises_(*expr)) stores_.clear();
  }

  // Visits the expressions inside an lvalue.
  void indices_of(const Expr& lvalue) {
    if (lvalue.kind == ExprKind::index || lvalue.kind == ExprKind::component) {
      value(lvalue.operands[0]);
      return value(lvalue.operands[1]);
    }
    if (lvalue.kind == ExprKind::deref) return value(lvalue.operands[0]);
    if (!lvalue.operands.empty()) indices_of(*lvalue.operands[0]);
  }

  std::optional<LocalAccess> access(const Expr& lvalue) {
    const Expr* place = &lvalue;
    while (place->kind == ExprKind::swizzle || place->kind == ExprKind::member) place = place->operands[0];
    if (place->kind != ExprKind::index || !place->is_lvalue || place->space != AddressSpace::local ||
        place->is_volatile)
      return std::nullopt;
    LocalAccess result;
    result.range = lvalue.range;
    result.is_own = true;
    while (place->kind == ExprKind::index) {
      result.index = indices_.text(*place->operands[1], result.is_own) + "," + result.index;
      place = &uncast(*place->operands[0]);
      if (place->kind == ExprKind::decay) place = place->operands[0];
    }
    if (place->kind != ExprKind::variable) return std::nullopt;
    result.array = place->variable;
    result.is_own = result.is_own && Indices::has_id(result.index);
    return result;
  }

  void add_store(LocalAccess store) {
    if (is_used_up(stores_.size())) return;
    const auto same = [&](const LocalAccess& other) { return same_element(other, store); };
    if (std::ranges::none_of(stores_, same)) stores_.push_back(std::move(store));
  }

  void store(const Expr& lvalue) {
    std::optional<LocalAccess> place = access(lvalue);
    if (!place) return;
    written_.emplace(place->array, place->index);
    if (place->is_own && !is_single()) add_store(std::move(*place));
  }

  // Returns whether the work-item itself has written the element that it reads. For example, s[0] is s[t] if
  // t == 0 holds.
  bool is_written_by_itself(const LocalAccess& read) const {
    if (written_.contains({read.array, read.index})) return true;
    return std::ranges::any_of(equalities_, [&](const Equality& equality) {
      const std::string left = equality.left + ",", right = equality.right + ",";
      return (read.index == left && written_.contains({read.array, right})) ||
             (read.index == right && written_.contains({read.array, left}));
    });
  }

  void load(const Expr& lvalue) {
    const std::optional<LocalAccess> read = access(lvalue);
    if (!read || is_used_up(stores_.size() + equalities_.size()) || is_written_by_itself(*read)) return;
    for (const LocalAccess& store : stores_) {
      if (store.array != read->array || same_element(store, *read)) continue;
      if (!reported_.insert({read->range.line, read->array}).second) return;
      return context_.diagnostics.warn(
          read->range,
          fmt::format(
              "this can be another work-item's element of {0}: each work-item stores its own element at line "
              "{1}, and no barrier follows before this read; call barrier(CLK_LOCAL_MEM_FENCE) in between",
              read->array->name, store.range.line),
          "missing-barrier");
    }
  }

  Context& context_;
  Indices indices_;
  Synchronising& synchronises_;
  std::size_t& steps_;
  std::vector<LocalAccess> stores_;  // stores at own indices since the last barrier
  std::set<std::pair<const VariableDecl*, std::string>> written_;
  std::vector<Equality> equalities_;
  std::set<std::pair<std::uint32_t, const VariableDecl*>> reported_;
};

}  // namespace

void warn_about_missing_barriers(Context& context) {
  Synchronising synchronises;
  std::size_t steps = 0;
  for (const FunctionDecl* function : context.unit.functions) {
    const auto& size = function->required_group_size;
    if (size[0] == 1 && size[1] == 1 && size[2] == 1) continue;
    MissingBarriers(context, *function, synchronises, steps);
  }
}

}  // namespace lockstep::sim::language
