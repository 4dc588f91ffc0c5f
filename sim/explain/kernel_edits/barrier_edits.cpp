#include "sim/explain/kernel_edits/barrier_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "sim/explain/kernel_edits/places.hpp"
#include "sim/explain/kernel_edits/statement_places.hpp"
#include "sim/frontend/warnings/walk.hpp"

namespace lockstep::sim {
namespace {

using namespace language;

std::string flag_of(const Finding& race) {
  return race.space == Space::local ? "CLK_LOCAL_MEM_FENCE" : "CLK_GLOBAL_MEM_FENCE";
}

void interleave(const std::vector<StatementPlace>& first, const std::vector<StatementPlace>& second,
                std::vector<StatementPlace>& places) {
  for (std::size_t level = 0; level < std::max(first.size(), second.size()); ++level) {
    if (level < first.size()) places.push_back(first[level]);
    if (level < second.size()) places.push_back(second[level]);
  }
}

std::string place_words(const StatementPlace& place, std::uint32_t branch_line) {
  std::string text = place.is_after ? fmt::format("after line {}", place.statement.end_line)
                                    : fmt::format("before line {}", place.statement.line);
  const bool leaves_branch = branch_line >= place.statement.line && branch_line <= place.statement.end_line;
  if (leaves_branch) text += fmt::format(", outside the branch at line {}", branch_line);
  if (place.loop_line != 0)
    text += fmt::format("{} inside the loop at line {}", leaves_branch ? " and" : ",", place.loop_line);
  return text;
}

struct Call {
  std::size_t begin = 0, end = 0;  // byte offsets in the text
};

// Finds the call of a barrier function at a place in the text, with its arguments.
std::optional<Call> barrier_call(const std::string& text, const SourceRange& range) {
  const std::size_t begin = offset_in(text, range.line, range.column);
  const std::string_view rest = std::string_view(text).substr(begin);
  if (!is_barrier_call(rest)) return std::nullopt;
  int depth = 0;
  for (std::size_t at = begin; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return Call{begin, at + 1};
    if (text[at] == ';') break;
  }
  return std::nullopt;
}

// Removes the call and its semicolon, and the whole line if it contains nothing else.
std::string without_call(std::string text, const Call& call) {
  std::size_t begin = call.begin, end = call.end;
  if (end < text.size() && text[end] == ';') ++end;
  const std::size_t line = text.rfind('\n', begin) + 1,
                    line_end = std::min(text.find('\n', end), text.size());
  const auto is_blank = [&](std::size_t from, std::size_t to) {
    return text.find_first_not_of(" \t", from) >= to;
  };
  if (!is_blank(line, begin) || !is_blank(end, line_end)) return text.replace(begin, end - begin, ";");
  return text.erase(line, std::min(line_end + 1, text.size()) - line);
}

}  // namespace

bool is_barrier_call(std::string_view text) {
  constexpr std::string_view kBarriers[] = {"barrier", "work_group_barrier", "__syncthreads"};
  return std::ranges::any_of(kBarriers, [&](std::string_view name) { return text.starts_with(name); });
}

Edits barrier_edits(const TranslationUnit& unit, const std::string& text, const Finding& race) {
  const Surroundings first = surroundings_of(unit, race.first.range);
  const Surroundings second = surroundings_of(unit, race.second.range);
  // Places between the two accesses come first. The reverse order follows because the second access may
  // belong to an earlier iteration of a loop.
  std::vector<StatementPlace> places;
  interleave(first.after, second.before, places);
  interleave(second.after, first.before, places);
  const std::string call = in_language_of(unit, fmt::format("barrier({})", flag_of(race)));
  Edits edits;
  for (const StatementPlace& place : places)
    edits.push_back({fmt::format("Put {} {}", call, place_words(place, first.branch_line)),
                     place.statement.line, with_statement(text, place, call + ";"),
                     with_statement_line(text, place, call + ";")});
  return edits;
}

Edits flag_edits(const TranslationUnit& unit, const std::string& text, const Finding& race) {
  if (race.other_barrier == 0 || language_of_unit(unit) == Language::cuda) return {};
  const std::size_t call = text.find("barrier(", offset_in(text, race.other_barrier, 1));
  const std::size_t end = call == std::string::npos ? call : text.find(')', call);
  if (end == std::string::npos) return {};
  const std::string flag = flag_of(race), barrier = text.substr(call, end - call);
  Edits edits;
  std::string changed = text;
  changed.insert(end, " | " + flag);
  edits.push_back({fmt::format("Add {} to the flags of the barrier at line {}", flag, race.other_barrier),
                   race.other_barrier, std::move(changed)});
  std::string all = text;
  for (std::size_t at = all.find(barrier + ")"); at != std::string::npos;
       at = all.find(barrier + ")", at + 1))
    all.insert(at + barrier.size(), " | " + flag);
  edits.push_back(
      {fmt::format("Add {} to the flags of each {})", flag, barrier), race.other_barrier, std::move(all)});
  return edits;
}

Edits moved_barrier_edits(const TranslationUnit& unit, const std::string& text, const SourceRange& call) {
  const std::optional<Call> found = barrier_call(text, call);
  if (!found || call.file != 0) return {};
  const Surroundings around = surroundings_of(unit, call);
  if (around.branch_line == 0) return {};
  const std::string statement = text.substr(found->begin, found->end - found->begin) + ";";
  Edits edits;
  for (const StatementPlace& place : around.after) {
    // The new statement follows the barrier call, so the call keeps its position in the text.
    std::string moved = with_statement(text, place, statement);
    std::fill_n(moved.begin() + static_cast<std::ptrdiff_t>(found->begin + (place.needs_braces ? 2 : 0)),
                found->end - found->begin, ' ');
    edits.push_back(
        {fmt::format("Move the barrier at line {} to after line {}, outside the branch at line {}", call.line,
                     place.statement.end_line, around.branch_line),
         call.line, std::move(moved),
         place.needs_braces ? std::string()
                            : without_call(with_statement_line(text, place, statement), *found)});
  }
  return edits;
}

Edits split_edits(const TranslationUnit& unit, const std::string& text, const Finding& race) {
  const Place place = place_of(unit, race.first.range);
  const Stmt* statement = place.innermost(StmtKind::expression);
  if (statement == nullptr || !contains(statement->range, race.second.range)) return {};
  const Expr& change = uncast(*statement->expr);
  const bool is_known = change.kind == ExprKind::assign || change.kind == ExprKind::compound_assign;
  if (!is_known || !change.operands[0]->type->is_arithmetic()) return {};
  // If the statement is the whole body of a branch without an else, the branch is divided, too.
  const Stmt* whole = statement;
  const Stmt* branch = place.innermost(StmtKind::if_);
  const bool is_guarded = branch != nullptr && branch->else_body == nullptr &&
                          (branch->body == statement ||
                           (branch->body->kind == StmtKind::block && branch->body->children.size() == 1 &&
                            branch->body->children.front() == statement));
  if (is_guarded) whole = branch;
  const std::string target = text_of(text, change.operands[0]->range);
  std::string value = text_of(text, written(*change.operands[1]).range);
  if (change.kind == ExprKind::compound_assign) {
    const std::string op = text_of(text, change.operator_range);
    if (op.size() < 2) return {};
    value = fmt::format("{} {} ({})", target, op.substr(0, op.size() - 1), value);
  }
  const std::string condition =
      is_guarded ? fmt::format("if ({}) ", text_of(text, branch->expr->range)) : std::string();
  const std::string barrier = in_language_of(unit, fmt::format("barrier({});", flag_of(race)));
  const std::string type = to_string(*change.operands[0]->type);
  const std::string replacement = fmt::format("{{ {} value = 0; {}value = {}; {} {}{} = value; {} }}", type,
                                              condition, value, barrier, condition, target, barrier);
  SourceRange range = whole->range;
  if (const std::size_t end = offset_in(text, range.end_line, range.end_column);
      !is_guarded && end < text.size() && text[end] == ';')
    ++range.end_column;
  return {{fmt::format("Divide line {}: read into a variable, then {} then write, then another barrier",
                       statement->range.line, barrier.substr(0, barrier.size() - 1) + ","),
           statement->range.line, with_replaced(text, range, replacement)}};
}

}  // namespace lockstep::sim
