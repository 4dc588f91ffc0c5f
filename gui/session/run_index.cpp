#include "gui/session/run_index.hpp"

#include <algorithm>

#include "sim/trace/operator_call.hpp"

namespace lockstep::gui {
namespace {

LineCost& line_of(RunIndex& index, std::size_t program, std::uint32_t line) {
  std::vector<LineCost>& lines = index.programs[program].lines;
  if (line > lines.size()) lines.resize(line);
  return lines[line - 1];
}

// The last instruction of a line that a warp executed. A line that is left and reached again further on, at
// the end of a branch or after a call, is still the same statement: only an instruction that is not after the
// last one begins it anew.
struct LastOfLine {
  std::uint32_t launch = UINT32_MAX, group = 0, pc = 0;
};

void count_runs(const sim::Trace& trace, RunIndex& index) {
  std::vector<std::vector<LastOfLine>> warps;  // by warp, then by line
  for (std::uint64_t position = 0; position < trace.size(); ++position) {
    const sim::Moment& moment = trace.at(position).moment;
    if (sim::is_in_operator(trace, position)) continue;
    const sim::SourceRange& range = trace.range_at(position);
    if (range.file != 0 || range.line == 0) continue;
    if (moment.warp >= warps.size()) warps.resize(moment.warp + 1);
    std::vector<LastOfLine>& lines = warps[moment.warp];
    if (range.line >= lines.size()) lines.resize(range.line + std::size_t{1});
    LastOfLine& last = lines[range.line];
    if (last.launch != moment.launch || last.group != moment.group || moment.pc <= last.pc)
      ++line_of(index, trace.plan().launches[moment.launch].program, range.line).runs;
    last = {moment.launch, moment.group, moment.pc};
  }
}

void add_costs(const sim::Trace& trace, RunIndex& index) {
  const std::vector<sim::LineCounters>& programs = trace.counted().lines;
  for (std::size_t program = 0; program < programs.size(); ++program) {
    for (const auto& [place, counters] : programs[program]) {
      if (place.first != 0 || place.second == 0) continue;
      LineCost& cost = line_of(index, program, place.second);
      cost.divergent_branches += counters.divergent_branches;
      cost.transactions += counters.global_load_transactions + counters.global_store_transactions +
                           counters.global_atomic_transactions;
      cost.conflicts += counters.local_conflicts;
    }
  }
}

// The first finding, or the moment from which the result is wrong; otherwise a moment at which warp 0 applies
// the operator, about three fifths of the way through such moments: some steps are done, some remain.
std::uint64_t find_start(const sim::Trace& trace, const sim::RunVerdict& verdict) {
  std::optional<std::uint64_t> first_error;
  for (const sim::Finding& finding : trace.findings())
    if (finding.severity == Severity::error)
      first_error = std::min(first_error.value_or(finding.step), finding.step);
  if (first_error) return std::min(*first_error, trace.size());
  if (verdict.from) return verdict.from->position;
  std::vector<std::uint64_t> works;
  for (std::uint64_t position = 0; position < trace.size(); ++position) {
    if (trace.at(position).flags & sim::TraceRecord::work) works.push_back(position);
  }
  if (works.empty()) return trace.size() / 2;
  const auto middle = works.begin() + static_cast<std::ptrdiff_t>(works.size() * 3 / 5);
  const auto first_warp =
      std::find_if(middle, works.end(), [&](std::uint64_t at) { return trace.at(at).moment.warp == 0; });
  return first_warp == works.end() ? *middle : *first_warp;
}

}  // namespace

std::uint64_t LineCost::of(Heat heat) const {
  switch (heat) {
    case Heat::branches:
      return divergent_branches;
    case Heat::transactions:
      return transactions;
    case Heat::conflicts:
      break;
  }
  return conflicts;
}

std::uint64_t ProgramLines::most(Heat heat) const {
  std::uint64_t most = 0;
  for (const LineCost& line : lines) most = std::max(most, line.of(heat));
  return most;
}

RunIndex index_run(const sim::Trace& trace, const sim::RunVerdict& verdict) {
  RunIndex index;
  index.programs.resize(std::max<std::size_t>(1, trace.plan().programs.size()));
  count_runs(trace, index);
  add_costs(trace, index);
  index.start = find_start(trace, verdict);
  return index;
}

}  // namespace lockstep::gui
