#include "gui/pages/compare/pair/model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"

namespace lockstep::gui {
namespace {

// Returns a line of the text without its indentation. `line` is counted from 1.
std::string code_line(const std::string& text, std::uint32_t line) {
  std::size_t begin = 0;
  for (std::uint32_t i = 1; i < line; ++i) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return {};
    ++begin;
  }
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  const std::size_t first = std::min(text.find_first_not_of(" \t\r", begin), end);
  return text.substr(first, end - first);
}

std::string findings_so_far(const Run& run, std::uint64_t position) {
  const auto& findings = run.trace->findings();
  if (!sim::has_errors(findings)) return run.verdict.is_wrong() ? "wrong" : "none";
  const auto met = std::ranges::count_if(findings, [&](const sim::Finding& finding) {
    return finding.severity == Severity::error && finding.step < position;
  });
  return fmt::format("{} of {}", met, sim::count_of(findings, Severity::error));
}

std::string progress_words(const PairColumn& column, StepList::Kind kind) {
  const std::string noun = noun_for(column.steps, "step");
  if (column.ended) return fmt::format("ended after {} {} {}", count_text(column.steps), name(kind), noun);
  const std::string phase = column.phase.empty() ? "" : column.phase + (column.waits ? ", waits · " : " · ");
  return fmt::format("{}{} of {} {} {}", phase, count_text(column.at), count_text(column.steps), name(kind),
                     noun);
}

void fill(PairColumn& column, const Run& run, const StepList& steps, const ShownMoment& moment,
          std::uint64_t at, StepList::Kind kind) {
  column.steps = steps.moves(steps.count());
  column.at = steps.moves(at);
  column.ended = column.at >= column.steps;
  column.waits = !column.ended && steps.waits_after(at);
  column.progress = progress_words(column, kind);
  const std::string finding = finding_at(run, moment);
  column.sentence = finding.empty() ? moment.sentence : finding + " " + moment.sentence;
  column.source = run.request.text;
  column.findings = findings_so_far(run, moment.position);
  if (run.verdict.is_wrong()) column.wrong = run.verdict.message;
  if (moment.position >= run.trace->size() || run.trace->range_at(moment.position).file != 0) return;
  column.line_number = fmt::format("{}", moment.line);
  column.code = code_line(run.request.text, moment.line);
}

// Returns why there is no run: the message of the failure, or the compiler's messages without
// the quoted lines.
std::string problem_of(const RunFailure& failure) {
  if (failure.diagnostics.empty()) return failure.message;
  std::string text = "The kernel does not compile.";
  for (const Diagnostic& message : failure.diagnostics)
    text += fmt::format("\nLine {}: {}{}", message.line,
                        message.kind == Diagnostic::Kind::error ? "" : "warning: ", message.message);
  return text;
}

// Returns the widest texts of the counters. Each counter is largest at the end of its run, and no difference
// is larger than this value.
std::vector<CounterPair> prepare_widest(const PairRunner& runner, sim::LaneSchedule lanes) {
  const sim::Counters nothing;
  std::vector<CounterPair> widest = prepare_counter_pairs(nullptr, nullptr, lanes);
  for (std::size_t i = 0; i < 2; ++i) {
    if (runner.run(i) == nullptr) continue;
    const auto whole = prepare_counter_pairs(&nothing, &runner.run(i)->trace->counted().total, lanes);
    for (std::size_t k = 0; k < whole.size(); ++k)
      (i == 0 ? widest[k].first : widest[k].second) = whole[k].second;
  }
  if (lanes == sim::LaneSchedule::lockstep) widest.back().first = widest.back().second = {"100 %", "−100"};
  return widest;
}

}  // namespace

std::string findings_explanation(const PairModel& model) {
  std::string text = "Findings so far, of all findings of the run";
  for (std::size_t i = 0; i < model.columns.size(); ++i)
    if (!model.columns[i].wrong.empty())
      text += fmt::format("\n{} is wrong: {}", i == 0 ? "A" : "B", as_sentence(model.columns[i].wrong));
  return text;
}

PairModel prepare_pair(PairRunner& runner, const AppState& state) {
  PairModel model;
  const std::uint64_t at = runner.step(state);
  model.steps = pair_length(runner.runs());
  model.at = std::min(at, model.steps);
  for (std::size_t i = 0; i < 2; ++i) {
    PairColumn& column = model.columns[i];
    column.title = runner.side(i).label;
    column.note = runner.side(i).note;
    if (const Run* run = runner.run(i)) {
      column.phase = runner.phase(i);
      fill(column, *run, runner.steps(i), runner.moment(i), at, state.step);
    } else if (const RunFailure* failure = runner.failure(i)) {
      column.problem = problem_of(*failure);
    } else {
      column.progress = "simulating …";
    }
  }
  const auto counters = [&](std::size_t i) {
    return runner.run(i) != nullptr ? &runner.moment(i).so_far : nullptr;
  };
  model.counters = prepare_counter_pairs(counters(0), counters(1), state.schedule.lanes);
  model.widest = prepare_widest(runner, state.schedule.lanes);
  return model;
}

std::string pair_progress(const PairModel& model) {
  std::string text;
  for (std::size_t i = 0; i < 2; ++i) {
    const PairColumn& column = model.columns[i];
    if (!column.has_run()) continue;
    text += fmt::format("{}{} {} of {}", text.empty() ? "" : " · ", i == 0 ? "A" : "B", count_text(column.at),
                        count_text(column.steps));
  }
  return text;
}

}  // namespace lockstep::gui
