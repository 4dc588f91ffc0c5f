// Compiles statements to the machine's structured control flow (see code.hpp).
#include "sim/compiler/statements/statements.hpp"

#include <algorithm>

#include "sim/bytecode/fold.hpp"
#include "sim/compiler/expressions/expressions.hpp"
#include "sim/compiler/expressions/extremum.hpp"
#include "sim/compiler/expressions/places.hpp"
#include "sim/compiler/expressions/statement_expression.hpp"

namespace lockstep::sim::language {
namespace {

void declaration(FunctionCompiler& f, const Stmt& stmt) {
  for (const VariableDecl* variable : stmt.variables) {
    if (variable->storage != Storage::private_) continue;
    const Home home = f.declare(*variable);
    const std::uint32_t mark = f.emit.mark();
    if (variable->init != nullptr && !f.code.unreachable()) initialise(f, *variable);
    f.emit.release_to(mark);
    f.name_variable(*variable, home);
  }
}

// Marks the minimum or maximum in `if (x > most) most = x`, where `most` is in a register.
void note_kept_extremum(FunctionCompiler& f, const Stmt& stmt, const Choice& choice) {
  const Stmt* body = stmt.body;
  if (body->kind == StmtKind::block && body->children.size() == 1) body = body->children.front();
  if (stmt.else_body != nullptr || body->kind != StmtKind::expression) return;
  if (body->expr->kind != ExprKind::assign) return;
  const Expr& kept = *body->expr->operands[0];
  if (kept.kind != ExprKind::variable || kept.type->is_vector() || !f.is_in_register(*kept.variable)) return;
  note_extremum(f, choice, extremum_of(*stmt.expr, *body->expr->operands[1], kept),
                f.home(*kept.variable).first);
}

void if_statement(FunctionCompiler& f, const Stmt& stmt) {
  const Operand chosen = scalar(f, *stmt.expr);
  const Choice choice{chosen, f.code.size() - 1};
  if (chosen.is_constant) {
    const Stmt* arm = is_zero(LaneType::int32, chosen.bits) ? stmt.else_body : stmt.body;
    if (arm != nullptr) statement(f, *arm);
    return;
  }
  {
    RangeScope range(f.code, stmt.expr->range);
    f.code.begin_if(chosen.reg, true);
  }
  statement(f, *stmt.body);
  if (stmt.else_body != nullptr) {
    f.code.begin_else();
    statement(f, *stmt.else_body);
  }
  f.code.end_if();
  note_kept_extremum(f, stmt, choice);
}

void test(FunctionCompiler& f, const Expr* tested) {
  if (tested == nullptr || literal_bits(*tested)) return;  // always true; a literal 0 was handled earlier
  const std::uint32_t mark = f.emit.mark();
  const FrameRegister chosen = condition(f, *tested);
  RangeScope range(f.code, tested->range);
  f.code.loop_test(chosen);
  f.emit.release_to(mark);
}

bool is_never(const Expr* condition) {
  if (condition == nullptr) return false;
  const auto bits = literal_bits(*condition);
  return bits && is_zero(condition->type->lane_type(), *bits);
}

// Returns whether the statement contains a break or continue outside of nested loops.
bool has_break_or_continue(const Stmt* stmt) {
  if (stmt == nullptr) return false;
  switch (stmt->kind) {
    case StmtKind::break_:
    case StmtKind::continue_:
      return true;
    case StmtKind::for_:
    case StmtKind::while_:
    case StmtKind::do_:
      return false;
    default:
      return has_break_or_continue(stmt->body) || has_break_or_continue(stmt->else_body) ||
             std::ranges::any_of(stmt->children, has_break_or_continue);
  }
}

// Compiles `do … while (0)`, an idiom of macros, which has no test. It is a loop only if it contains a break
// or continue.
void once(FunctionCompiler& f, const Stmt& stmt) {
  if (!has_break_or_continue(stmt.body)) return statement(f, *stmt.body);
  f.code.begin_loop();
  statement(f, *stmt.body);
  f.code.loop_join();
  f.code.break_out();
  f.code.end_loop();
}

void loop(FunctionCompiler& f, const Stmt& stmt) {
  const std::size_t first_variable = f.unit.functions[f.index].variables.size();
  const std::uint32_t mark = f.emit.mark();
  if (stmt.init != nullptr) statement(f, *stmt.init);
  if (is_never(stmt.expr)) {
    if (stmt.kind == StmtKind::do_) once(f, stmt);
    return f.end_scope(first_variable, mark);
  }
  f.code.begin_loop();
  if (stmt.kind != StmtKind::do_) test(f, stmt.expr);
  statement(f, *stmt.body);
  f.code.loop_join();
  if (stmt.kind == StmtKind::do_) test(f, stmt.expr);
  if (stmt.step != nullptr) discard(f, *stmt.step);
  f.code.end_loop();
  f.end_scope(first_variable, mark);
}

// Determines the label of each lane before the first label. The lanes that match no case use default.
std::map<const Stmt*, FrameRegister> label_conditions(FunctionCompiler& f, const Stmt& stmt) {
  std::map<const Stmt*, FrameRegister> conditions;
  const Value chosen = compile_value(f, *stmt.expr);
  const FrameRegister subject = f.emit.in_register(chosen.type, chosen.components[0]);
  std::optional<Operand> any;
  const Stmt* default_label = nullptr;
  for (const Stmt* label : stmt.cases) {
    if (label->kind == StmtKind::default_) {
      default_label = label;
      continue;
    }
    RangeScope range(f.code, label->range);
    const std::uint32_t mark = f.emit.mark();
    const FrameRegister hit = f.emit.allocate();
    const auto compare = [&](Opcode op, std::uint64_t bound, Into into) {
      const FrameRegister wanted = f.emit.in_register(chosen.type, Emitter::constant(chosen.type, bound));
      return f.emit.binary(op, chosen.type, {false, subject}, {false, wanted}, into);
    };
    if (label->value == label->last_value) {
      compare(Opcode::cmp_eq, label->value, hit);
    } else {
      const Operand from = compare(Opcode::cmp_ge, label->value, hit);
      const Operand to = compare(Opcode::cmp_le, label->last_value, {});
      f.emit.binary(Opcode::bit_and, LaneType::int32, from, to, hit);
    }
    f.emit.release_to(mark + 1);
    conditions[label] = hit;
  }
  if (default_label == nullptr) return conditions;
  RangeScope range(f.code, default_label->range);
  for (const Stmt* label : stmt.cases) {
    if (label == default_label) continue;
    const Operand operand{false, conditions.at(label)};
    any = any ? f.emit.binary(Opcode::bit_or, LaneType::int32, *any, operand) : operand;
  }
  const Operand none =
      any ? f.emit.unary(Opcode::logical_not, LaneType::int32, *any) : Emitter::constant(LaneType::int32, 1);
  conditions[default_label] = f.emit.in_register(LaneType::int32, none);
  return conditions;
}

void switch_statement(FunctionCompiler& f, const Stmt& stmt) {
  const std::size_t first_variable = f.unit.functions[f.index].variables.size();
  const std::uint32_t mark = f.emit.mark();
  if (stmt.cases.empty()) return discard(f, *stmt.expr);
  const std::map<const Stmt*, FrameRegister> conditions = label_conditions(f, stmt);
  {
    RangeScope range(f.code, stmt.expr->range);
    f.code.begin_switch();
  }
  for (const Stmt* child : stmt.body->children) {
    const auto label = conditions.find(child);
    if (label != conditions.end()) {
      RangeScope range(f.code, child->range);
      f.code.case_label(label->second);
    } else if (child->kind == StmtKind::declaration || !f.code.unreachable()) {
      statement(f, *child);  // at later labels, a declaration is in scope even if it was not executed
    }
  }
  f.code.end_switch();
  f.end_scope(first_variable, mark);
}

void return_statement(FunctionCompiler& f, const Stmt& stmt) {
  const Home& result = f.unit.signatures[f.index].result;
  if (stmt.expr != nullptr && result.kind == Home::Kind::private_memory) {
    RangeScope range(f.code, stmt.expr->range);
    const Address source = record_address(f, *stmt.expr);
    f.emit.copy(symbolic(result), source, *stmt.expr->type);
  } else if (stmt.expr != nullptr && result.kind == Home::Kind::registers) {
    std::vector<FrameRegister> targets;
    for (std::uint32_t i = 0; i < component_count(*stmt.expr->type); ++i)
      targets.push_back({f.index, result.first.index + i});
    const Value source = compile_value(f, *stmt.expr, result.first);
    RangeScope range(f.code, stmt.expr->range);
    write_registers(f, targets, source);
  } else if (stmt.expr != nullptr) {
    discard(f, *stmt.expr);
  }
  if (&stmt != f.last_statement) f.code.return_out(f.is_kernel);
}

}  // namespace

void statement(FunctionCompiler& f, const Stmt& stmt) {
  RangeScope range(f.code, stmt.keyword_range);
  const std::uint32_t mark = f.emit.mark();
  switch (stmt.kind) {
    case StmtKind::expression:
      discard(f, *stmt.expr);
      break;
    case StmtKind::declaration:
      return declaration(f, stmt);
    case StmtKind::block:
      block(f, stmt);
      break;
    case StmtKind::if_:
      if_statement(f, stmt);
      break;
    case StmtKind::for_:
    case StmtKind::while_:
    case StmtKind::do_:
      loop(f, stmt);
      break;
    case StmtKind::switch_:
      switch_statement(f, stmt);
      break;
    case StmtKind::break_:
      f.code.break_out();
      break;
    case StmtKind::continue_:
      f.code.continue_out();
      break;
    case StmtKind::return_:
      return_statement(f, stmt);
      break;
    case StmtKind::case_:
    case StmtKind::default_:
      f.unit.refuse(stmt.range, "a case label inside another statement of its switch is not supported");
      break;
    case StmtKind::goto_:
      jump(f, stmt);
      break;
    case StmtKind::label:
    case StmtKind::empty:
      break;
  }
  f.emit.release_to(mark);
}

void block(FunctionCompiler& f, const Stmt& stmt) {
  const std::size_t first_variable = f.unit.functions[f.index].variables.size();
  const std::uint32_t mark = f.emit.mark();
  statements(f, stmt.children);
  f.end_scope(first_variable, mark);
}

}  // namespace lockstep::sim::language
