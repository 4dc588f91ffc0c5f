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

// Returns the moment at which the playhead starts: the first finding, or the moment from which the result is
// wrong. If the run has neither, returns a moment at which warp 0 applies the operator. About three fifths of
// these moments come before it, so that some steps are done and some remain.
std::uint64_t find_start(const sim::Trace& trace, const sim::RunVerdict& verdict,
                         const std::vector<std::uint64_t>& works) {
  std::optional<std::uint64_t> first_error;
  for (const sim::Finding& finding : trace.findings())
    if (finding.severity == Severity::error)
      first_error = std::min(first_error.value_or(finding.step), finding.step);
  if (first_error) return std::min(*first_error, trace.size());
  if (verdict.from) return verdict.from->position;
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

RunIndexer::RunIndexer(const sim::Trace& trace) : trace_(trace) {
  index_.programs.resize(std::max<std::size_t>(1, trace.plan().programs.size()));
}

bool RunIndexer::go_on(TimeSlice& slice) {
  while (next_ < trace_.size()) {
    if (trace_.at(next_).flags & sim::TraceRecord::work) works_.push_back(next_);
    count(next_++);
    if (slice.is_over()) return true;
  }
  return false;
}

void RunIndexer::count(std::uint64_t position) {
  const sim::Moment moment = trace_.at(position).moment;
  const std::size_t number = trace_.plan().launches[moment.launch].program;
  const sim::Program& program = trace_.program(number);
  const sim::HelperFunction* const combiner = sim::operator_function_of(trace_.plan(), program);
  if (combiner != nullptr && moment.pc >= combiner->entry && moment.pc <= combiner->end) return;
  const sim::SourceRange& range = program.ranges[program.code[moment.pc].range];
  if (range.file != 0 || range.line == 0) return;
  if (moment.warp >= warps_.size()) warps_.resize(moment.warp + 1);
  std::vector<LastOfLine>& lines = warps_[moment.warp];
  if (range.line >= lines.size()) lines.resize(range.line + std::size_t{1});
  LastOfLine& last = lines[range.line];
  if (last.launch != moment.launch || last.group != moment.group || moment.pc <= last.pc)
    ++line_of(index_, number, range.line).runs;
  last = {moment.launch, moment.group, moment.pc};
}

RunIndex RunIndexer::take(const sim::RunVerdict& verdict) {
  add_costs(trace_, index_);
  index_.start = find_start(trace_, verdict, works_);
  return std::move(index_);
}

}  // namespace lockstep::gui
