// Statements. Control flow is the machine's own, structured: see code.hpp.
#include <algorithm>

#include "sim/bytecode/fold.hpp"
#include "sim/compiler/extremum.hpp"
#include "sim/compiler/function.hpp"

namespace lockstep::sim::language {

void FunctionCompiler::statement(const Stmt& stmt) {
  RangeScope range(code_, stmt.keyword_range);
  const std::uint32_t mark = emit_.mark();
  switch (stmt.kind) {
    case StmtKind::expression:
      discard(*stmt.expr);
      break;
    case StmtKind::declaration:
      return declaration(stmt);
    case StmtKind::block:
      block(stmt);
      break;
    case StmtKind::if_:
      if_statement(stmt);
      break;
    case StmtKind::for_:
    case StmtKind::while_:
    case StmtKind::do_:
      loop(stmt);
      break;
    case StmtKind::switch_:
      switch_statement(stmt);
      break;
    case StmtKind::break_:
      code_.break_out();
      break;
    case StmtKind::continue_:
      code_.continue_out();
      break;
    case StmtKind::return_:
      return_statement(stmt);
      break;
    case StmtKind::case_:
    case StmtKind::default_:
      unit_.refuse(stmt.range, "a label inside another statement of its switch is not supported");
      break;
    case StmtKind::goto_:
      jump(stmt);
      break;
    case StmtKind::label:
    case StmtKind::empty:
      break;
  }
  emit_.release_to(mark);
}

void FunctionCompiler::block(const Stmt& stmt) {
  const std::size_t first_variable = unit_.functions[index_].variables.size();
  const std::uint32_t mark = emit_.mark();
  statements(stmt.children);
  end_scope(first_variable, mark);
}

void FunctionCompiler::declaration(const Stmt& stmt) {
  for (const VariableDecl* variable : stmt.variables) {
    if (variable->storage != Storage::private_) continue;
    const Home home = declare(*variable);
    const std::uint32_t mark = emit_.mark();
    if (variable->init != nullptr && !code_.unreachable()) initialise(*variable);
    emit_.release_to(mark);
    name_variable(*variable, home);
  }
}

// if (x > most) most = x, where `most` is in a register.
void FunctionCompiler::note_kept_extremum(const Stmt& stmt, const Choice& choice) {
  const Stmt* body = stmt.body;
  if (body->kind == StmtKind::block && body->children.size() == 1) body = body->children.front();
  if (stmt.else_body != nullptr || body->kind != StmtKind::expression) return;
  if (body->expr->kind != ExprKind::assign) return;
  const Expr& kept = *body->expr->operands[0];
  if (kept.kind != ExprKind::variable || kept.type->is_vector() || !is_in_register(*kept.variable)) return;
  note_extremum(choice, extremum_of(*stmt.expr, *body->expr->operands[1], kept), home(*kept.variable).first);
}

void FunctionCompiler::if_statement(const Stmt& stmt) {
  const Operand chosen = scalar(*stmt.expr);
  const Choice choice{chosen, code_.size() - 1};
  if (chosen.is_constant) {
    const Stmt* arm = is_zero(LaneType::int32, chosen.bits) ? stmt.else_body : stmt.body;
    if (arm != nullptr) statement(*arm);
    return;
  }
  {
    RangeScope range(code_, stmt.expr->range);
    code_.begin_if(chosen.reg, true);
  }
  statement(*stmt.body);
  if (stmt.else_body != nullptr) {
    code_.begin_else();
    statement(*stmt.else_body);
  }
  code_.end_if();
  note_kept_extremum(stmt, choice);
}

void FunctionCompiler::test(const Expr* tested) {
  if (tested == nullptr || literal_bits(*tested)) return;  // always true: a literal 0 was seen to before
  const std::uint32_t mark = emit_.mark();
  const FrameRegister chosen = condition(*tested);
  RangeScope range(code_, tested->range);
  code_.loop_test(chosen);
  emit_.release_to(mark);
}

namespace {

bool is_never(const Expr* condition) {
  if (condition == nullptr) return false;
  const auto bits = literal_bits(*condition);
  return bits && is_zero(condition->type->lane_type(), *bits);
}

// Of the statement itself, not of loops in it.
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

}  // namespace

// `do … while (0)`, the idiom of macros: no test, and a loop only for the sake of break and continue.
void FunctionCompiler::once(const Stmt& stmt) {
  if (!has_break_or_continue(stmt.body)) return statement(*stmt.body);
  code_.begin_loop();
  statement(*stmt.body);
  code_.loop_join();
  code_.break_out();
  code_.end_loop();
}

void FunctionCompiler::loop(const Stmt& stmt) {
  const std::size_t first_variable = unit_.functions[index_].variables.size();
  const std::uint32_t mark = emit_.mark();
  if (stmt.init != nullptr) statement(*stmt.init);
  if (is_never(stmt.expr)) {
    if (stmt.kind == StmtKind::do_) once(stmt);
    return end_scope(first_variable, mark);
  }
  code_.begin_loop();
  if (stmt.kind != StmtKind::do_) test(stmt.expr);
  statement(*stmt.body);
  code_.loop_join();
  if (stmt.kind == StmtKind::do_) test(stmt.expr);
  if (stmt.step != nullptr) discard(*stmt.step);
  code_.end_loop();
  end_scope(first_variable, mark);
}

// Which lanes go to which label is known before the first one: default takes those that no case does.
std::map<const Stmt*, FrameRegister> FunctionCompiler::label_conditions(const Stmt& stmt) {
  std::map<const Stmt*, FrameRegister> conditions;
  const Value chosen = value(*stmt.expr);
  const FrameRegister subject = emit_.in_register(chosen.type, chosen.components[0]);
  std::optional<Operand> any;
  const Stmt* default_label = nullptr;
  for (const Stmt* label : stmt.cases) {
    if (label->kind == StmtKind::default_) {
      default_label = label;
      continue;
    }
    RangeScope range(code_, label->range);
    const std::uint32_t mark = emit_.mark();
    const FrameRegister hit = emit_.allocate();
    const auto compare = [&](Opcode op, std::uint64_t bound, Into into) {
      const FrameRegister wanted = emit_.in_register(chosen.type, Emitter::constant(chosen.type, bound));
      return emit_.binary(op, chosen.type, {false, subject}, {false, wanted}, into);
    };
    if (label->value == label->last_value) {
      compare(Opcode::cmp_eq, label->value, hit);
    } else {
      const Operand from = compare(Opcode::cmp_ge, label->value, hit);
      const Operand to = compare(Opcode::cmp_le, label->last_value, {});
      emit_.binary(Opcode::bit_and, LaneType::int32, from, to, hit);
    }
    emit_.release_to(mark + 1);
    conditions[label] = hit;
  }
  if (default_label == nullptr) return conditions;
  RangeScope range(code_, default_label->range);
  for (const Stmt* label : stmt.cases) {
    if (label == default_label) continue;
    const Operand operand{false, conditions.at(label)};
    any = any ? emit_.binary(Opcode::bit_or, LaneType::int32, *any, operand) : operand;
  }
  const Operand none =
      any ? emit_.unary(Opcode::logical_not, LaneType::int32, *any) : Emitter::constant(LaneType::int32, 1);
  conditions[default_label] = emit_.in_register(LaneType::int32, none);
  return conditions;
}

void FunctionCompiler::switch_statement(const Stmt& stmt) {
  const std::size_t first_variable = unit_.functions[index_].variables.size();
  const std::uint32_t mark = emit_.mark();
  if (stmt.cases.empty()) return discard(*stmt.expr);
  const std::map<const Stmt*, FrameRegister> conditions = label_conditions(stmt);
  {
    RangeScope range(code_, stmt.expr->range);
    code_.begin_switch();
  }
  for (const Stmt* child : stmt.body->children) {
    const auto label = conditions.find(child);
    if (label != conditions.end()) {
      RangeScope range(code_, child->range);
      code_.case_label(label->second);
    } else if (child->kind == StmtKind::declaration || !code_.unreachable()) {
      statement(*child);  // a declaration is in scope for later labels even where it is not reached
    }
  }
  code_.end_switch();
  end_scope(first_variable, mark);
}

void FunctionCompiler::return_statement(const Stmt& stmt) {
  const Home& result = unit_.signatures[index_].result;
  if (stmt.expr != nullptr && result.kind == Home::Kind::private_memory) {
    RangeScope range(code_, stmt.expr->range);
    const Address source = record(*stmt.expr);
    emit_.copy(symbolic(result), source, stmt.expr->type->size);
  } else if (stmt.expr != nullptr && result.kind == Home::Kind::registers) {
    std::vector<FrameRegister> targets;
    for (std::uint32_t i = 0; i < component_count(*stmt.expr->type); ++i)
      targets.push_back({index_, result.first.index + i});
    const Value source = value(*stmt.expr, result.first);
    RangeScope range(code_, stmt.expr->range);
    write_registers(targets, source);
  } else if (stmt.expr != nullptr) {
    discard(*stmt.expr);
  }
  if (&stmt != last_statement_) code_.return_out(is_kernel_);
}

}  // namespace lockstep::sim::language
