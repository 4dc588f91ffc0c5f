// Compiles goto to structured control flow. Each label in a block defines up to two regions of the block's
// statements. A forward region extends from the first statement that jumps to the label up to the label; the
// jump leaves the region at its end. A backward region extends from the label to the last statement that
// jumps to it; the jump repeats the region from its start. If two regions overlap, one of them is extended
// until it contains the other. Jumps into the middle of a loop or into another block cannot be compiled in
// this way and are rejected.
#include <algorithm>
#include <optional>

#include "sim/compiler/expressions/expressions.hpp"
#include "sim/compiler/expressions/places.hpp"
#include "sim/compiler/statements/statements.hpp"

namespace lockstep::sim::language {
namespace {

struct Region {
  const Stmt* label = nullptr;
  std::size_t begin = 0;  // statements of the block
  std::size_t end = 0;
  bool repeats = false;
};

bool jumps_to(const Stmt* stmt, const Stmt* label) {
  if (stmt == nullptr) return false;
  if (stmt->kind == StmtKind::goto_) return stmt->target == label;
  return jumps_to(stmt->body, label) || jumps_to(stmt->else_body, label) ||
         std::ranges::any_of(stmt->children, [&](const Stmt* child) { return jumps_to(child, label); });
}

std::vector<Region> regions_of_labels(const std::vector<Stmt*>& list) {
  std::vector<Region> regions;
  for (std::size_t at = 0; at < list.size(); ++at) {
    if (list[at]->kind != StmtKind::label) continue;
    std::optional<std::size_t> first;
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!jumps_to(list[i], list[at])) continue;
      if (i < at && !first) first = i;
      if (i > at) last = i;
    }
    if (first) regions.push_back({list[at], *first, at, false});
    if (last) regions.push_back({list[at], at, *last + 1, true});
  }
  return regions;
}

// Makes the regions `a` and `b` disjoint or nested; `a` must start first. A forward region `b` may be
// extended to the start of `a`, and a backward region `a` to the end of `b`. Returns false if neither
// is possible.
bool disentangle(Region& a, Region& b, bool& changed) {
  const bool overlap = a.begin < b.begin && b.begin < a.end && a.end < b.end;
  if (!overlap) return true;
  changed = true;
  if (!b.repeats)
    b.begin = a.begin;
  else if (a.repeats)
    a.end = b.end;
  else
    return false;
  return true;
}

// Makes all regions disjoint or nested. Returns the label of a region for which this is impossible, or null.
const Stmt* disentangle(std::vector<Region>& regions) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Region& a : regions)
      for (Region& b : regions)
        if (!disentangle(a, b, changed)) return a.label;
  }
  return nullptr;
}

// Sorts regions so that outer regions come first. If two regions contain the same statements, the forward
// region is the outer one.
bool opens_before(const Region& a, const Region& b) {
  if (a.begin != b.begin) return a.begin < b.begin;
  if (a.end != b.end) return a.end > b.end;
  return !a.repeats && b.repeats;
}

}  // namespace

void statements(FunctionCompiler& f, const std::vector<Stmt*>& list) {
  std::vector<Region> regions = regions_of_labels(list);
  if (const Stmt* label = disentangle(regions)) {
    f.unit.refuse(label->range, "goto into the middle of a loop of gotos is not supported: " + label->name);
    return;
  }
  std::ranges::stable_sort(regions, opens_before);
  std::vector<const Region*> open;
  std::size_t next = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    for (; !open.empty() && open.back()->end == i; open.pop_back()) {
      RangeScope range(f.code, open.back()->label->range);
      f.jump_targets.erase(open.back()->label);
      f.code.end_region(open.back()->repeats);
    }
    for (; next < regions.size() && regions[next].begin == i; ++next) {
      RangeScope range(f.code, regions[next].label->range);
      open.push_back(&regions[next]);
      f.jump_targets[regions[next].label] = {f.code.begin_region(), regions[next].repeats};
    }
    if (i < list.size() && !f.code.unreachable()) statement(f, *list[i]);
  }
}

void jump(FunctionCompiler& f, const Stmt& stmt) {
  const auto target = f.jump_targets.find(stmt.target);
  if (target == f.jump_targets.end())
    return f.unit.refuse(stmt.range,
                         "goto is supported only to a label in an enclosing block, and not to a label among "
                         "the cases of a switch: " +
                             stmt.target->name);
  if (target->second.is_behind)
    f.code.repeat_region(target->second.region);
  else
    f.code.leave_region(target->second.region);
}

void run_block(FunctionCompiler& f, const Expr& expr) { statements(f, expr.block->children); }

// Stores the value in registers outside the block, so that the registers of the block can be released.
Value statement_expression(FunctionCompiler& f, const Expr& expr, Into into) {
  const LaneType lane = expr.type->scalar()->lane_type();
  const unsigned count = component_count(*expr.type);
  const FrameRegister first = into ? *into : f.emit.allocate(count);
  const std::size_t first_variable = f.unit.functions[f.index].variables.size();
  const std::uint32_t mark = f.emit.mark();
  run_block(f, expr);
  Value result{lane, {}};
  if (count == 0) {
    discard(f, *expr.operands[0]);
  } else {
    const Value source = compile_value(f, *expr.operands[0]);
    std::vector<FrameRegister> targets;
    for (std::uint32_t i = 0; i < count; ++i) {
      targets.push_back({first.function, first.index + i});
      result.components.push_back({false, targets.back()});
    }
    write_registers(f, targets, source);
  }
  f.end_scope(first_variable, mark);
  return result;
}

}  // namespace lockstep::sim::language
