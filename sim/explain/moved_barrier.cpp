#include "sim/explain/moved_barrier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sim/explain/narration/wrong_result.hpp"
#include "sim/explain/other_outcome.hpp"
#include "sim/explain/race_cure.hpp"
#include "sim/explain/statement_places.hpp"
#include "sim/frontend/frontend.hpp"

namespace lockstep::sim {
namespace {

std::size_t offset_at(const std::string& text, std::uint32_t line, std::uint32_t column) {
  std::size_t at = 0;
  for (std::uint32_t skipped = 1; skipped < line; ++skipped) {
    at = text.find('\n', at);
    if (at == std::string::npos) return text.size();
    ++at;
  }
  return std::min(at + column - 1, text.size());
}

struct Call {
  std::size_t begin = 0, end = 0;  // bytes of the text
};

// The call of a barrier function at a place of the text, with its arguments.
std::optional<Call> barrier_call(const std::string& text, const SourceRange& range) {
  const std::size_t begin = offset_at(text, range.line, range.column);
  const std::string_view rest = std::string_view(text).substr(begin);
  if (!rest.starts_with("barrier") && !rest.starts_with("work_group_barrier")) return std::nullopt;
  int depth = 0;
  for (std::size_t at = begin; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return Call{begin, at + 1};
    if (text[at] == ';') break;
  }
  return std::nullopt;
}

// Removes the call and its semicolon, and the line if nothing else is on it.
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

bool is_waiting(const Finding& finding) {
  using enum Finding::Kind;
  return finding.kind == barrier_divergence || finding.kind == step_budget || finding.kind == endless_loop;
}

}  // namespace

RaceCure moved_barrier(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                       const CountedRun& run, const Finding& finding, const std::stop_token& stop) {
  const bool is_small =
      plan.n <= kMaxRepeatedElements && run.total.active_lanes <= kMaxRepeated && !stop.stop_requested();
  if (finding.kind != Finding::Kind::barrier_divergence || !finding.first.present || !is_small) return {};
  const PlanProgram& program = plan.programs[finding.program];
  const std::string& text = program.source.text;
  const std::optional<Call> call = barrier_call(text, finding.first.range);
  const auto unit = language::analyse(program.source, program.options);
  if (!call || !unit || finding.first.range.file != 0) return {};
  const Surroundings around = surroundings_of(*unit, finding.first.range);
  if (around.branch_line == 0 || around.after.empty()) return {};
  const StatementPlace& place = around.after.front();
  const std::string statement = text.substr(call->begin, call->end - call->begin) + ";";
  // The added statement follows the call, so that the call stays where it was.
  std::string moved = with_statement(text, place, statement);
  std::fill_n(moved.begin() + static_cast<std::ptrdiff_t>(call->begin + (place.needs_braces ? 2 : 0)),
              call->end - call->begin, ' ');
  Plan trial = plan;
  for (PlanProgram& built : trial.programs)
    if (built.source == program.source) built.source.text = moved;
  RunOptions options{.schedule = schedule, .count_work = false};
  options.step_budget = 4 * run.total.instructions + 10'000;
  options.stop = stop;
  const Result<CountedRun> again = run_counted(trial, model, options);
  if (!again || again->early_end != EarlyEnd::none || std::ranges::any_of(again->findings, is_waiting))
    return {};
  const bool is_right = plan.expectation && again->findings.empty() && check_run(trial, *again).passed();
  RaceCure cure;
  cure.barrier =
      fmt::format("Move the barrier at line {} to after line {}, outside the branch at line {}: {}.",
                  finding.first.range.line, place.statement.end_line, around.branch_line,
                  is_right ? "a trial run with it has no finding, and its result is right"
                           : "all work-items reach it in a trial run");
  cure.repaired =
      place.needs_braces ? moved : without_call(with_statement_line(text, place, statement), *call);
  return cure;
}

}  // namespace lockstep::sim
