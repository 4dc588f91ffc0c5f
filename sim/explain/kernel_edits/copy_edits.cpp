#include "sim/explain/kernel_edits/copy_edits.hpp"

#include <fmt/format.h>

#include "sim/explain/kernel_edits/statement_places.hpp"
#include "sim/frontend/warnings/walk.hpp"

namespace lockstep::sim {
namespace {

using namespace language;

// A statement that begins an asynchronous copy, and the variable that holds the event of the copy; "" if no
// variable holds the event.
struct CopyStatement {
  const Stmt* statement = nullptr;
  std::string event;
};

CopyStatement copy_at(const TranslationUnit& unit, const std::string& text, std::uint32_t line) {
  CopyStatement found;
  for (const FunctionDecl* function : unit.functions)
    each_statement(*function, [&](const Stmt& statement) {
      const bool is_there =
          statement.range.file == 0 && statement.range.line <= line && line <= statement.range.end_line;
      if (!is_there) return;
      if (statement.kind == StmtKind::declaration && statement.variables.size() == 1 &&
          statement.variables.front()->type->is_event())
        found = {&statement, statement.variables.front()->name};
      if (statement.kind == StmtKind::expression && uncast(*statement.expr).type->is_event()) {
        const Expr& expr = uncast(*statement.expr);
        found = {&statement, expr.kind == ExprKind::assign ? text_of(text, expr.operands[0]->range) : ""};
      }
    });
  return found;
}

}  // namespace

Edits copy_edits(const TranslationUnit& unit, const std::string& text, const Finding& race) {
  const CopyStatement copy = copy_at(unit, text, race.copy_line);
  if (copy.statement == nullptr) return {};
  const SourceRange& range = copy.statement->range;
  if (copy.event.empty()) {
    const std::string call = text_of(text, copy.statement->expr->range);
    return {{fmt::format("Keep the event of the copy at line {}, and wait for it there", range.line),
             range.line,
             with_replaced(text, copy.statement->expr->range,
                           fmt::format("event_t copied = {}; wait_group_events(1, &copied)", call))}};
  }
  const std::string wait = fmt::format("wait_group_events(1, &{});", copy.event);
  std::vector<StatementPlace> places = surroundings_of(unit, race.second.range).before;
  places.push_back({range, true, false, 0});
  Edits edits;
  for (const StatementPlace& place : places)
    edits.push_back({fmt::format("Put {} {} line {}", wait, place.is_after ? "after" : "before",
                                 place.is_after ? place.statement.end_line : place.statement.line),
                     place.statement.line, with_statement(text, place, wait),
                     with_statement_line(text, place, wait)});
  return edits;
}

}  // namespace lockstep::sim
