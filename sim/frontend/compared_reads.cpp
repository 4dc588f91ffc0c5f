#include "sim/frontend/compared_reads.hpp"

#include <map>
#include <optional>
#include <set>

#include "sim/frontend/warnings/walk.hpp"

namespace lockstep::sim::language {
namespace {

// Returns the variable that an expression refers to: p in (uint*)p, *p, &p[i] and p + i; s in s.member.
const VariableDecl* root_variable(const Expr& expr) {
  const Expr* inner = &expr;
  while (true) {
    switch (inner->kind) {
      case ExprKind::variable:
        return inner->variable;
      case ExprKind::cast:
      case ExprKind::address_of:
      case ExprKind::deref:
      case ExprKind::index:
      case ExprKind::member:
      case ExprKind::decay:
      case ExprKind::pointer_offset:
      case ExprKind::swizzle:
        inner = inner->operands[0];
        break;
      default:
        return nullptr;
    }
  }
}

using Given = std::multimap<const VariableDecl*, const Expr*>;

Given values_given_in(const FunctionDecl& function) {
  Given given;
  for (const VariableDecl* variable : function.variables)
    if (variable->init != nullptr) given.emplace(variable, variable->init);
  each_expression(function, [&](const Expr& expr) {
    if (expr.kind == ExprKind::assign) given.emplace(root_variable(*expr.operands[0]), expr.operands[1]);
  });
  return given;
}

// Collects the reads of `place` whose values reach `expected`, directly or through other variables.
void collect(const Given& given, const VariableDecl* place, const Expr& expected,
             std::vector<SourceRange>& reads) {
  std::vector<const Expr*> waiting{&expected};
  std::set<const VariableDecl*> seen;
  while (!waiting.empty()) {
    const Expr& value = uncast(*waiting.back());
    waiting.pop_back();
    const VariableDecl* root = root_variable(value);
    if (root == nullptr) continue;
    if (root == place && value.is_lvalue && value.space != AddressSpace::private_) {
      reads.push_back(value.range);
    } else if (seen.insert(root).second) {
      const auto [begin, end] = given.equal_range(root);
      for (auto it = begin; it != end; ++it) waiting.push_back(it->second);
    }
  }
}

}  // namespace

std::vector<SourceRange> compared_reads(const TranslationUnit& unit) {
  std::vector<SourceRange> reads;
  for (const FunctionDecl* function : unit.functions) {
    std::optional<Given> given;
    each_expression(*function, [&](const Expr& expr) {
      if (!is_compare_exchange(expr)) return;
      if (!given) given = values_given_in(*function);
      if (const VariableDecl* place = root_variable(*expr.operands[0]))
        collect(*given, place, *expr.operands[1], reads);
    });
  }
  return reads;
}

}  // namespace lockstep::sim::language
