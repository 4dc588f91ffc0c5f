// Makes questions about the findings in the run of a wrong kernel: what is wrong, and at which line.
#include <algorithm>
#include <array>
#include <set>

#include "core/base/text/text.hpp"
#include "core/catalogue/algorithm.hpp"
#include "sim/quiz/makers/makers.hpp"

namespace lockstep::quiz {
namespace {

using FindingKind = sim::Finding::Kind;

// The kinds of errors that a reader of the kernel can distinguish from each other.
constexpr std::array kAskedKinds{FindingKind::data_race, FindingKind::out_of_bounds,
                                 FindingKind::uninitialised_read, FindingKind::barrier_divergence};

bool is_asked(FindingKind kind) { return std::ranges::find(kAskedKinds, kind) != kAskedKinds.end(); }

Text option_text(FindingKind kind) {
  if (kind == FindingKind::data_race) return Text::option_finding_race;
  if (kind == FindingKind::out_of_bounds) return Text::option_finding_bounds;
  if (kind == FindingKind::uninitialised_read) return Text::option_finding_uninitialised;
  return Text::option_finding_barrier;
}

std::string option_of(FindingKind kind, std::uint32_t line) {
  return say(option_text(kind), {{"line", line}});
}

// Returns the finding to ask about: for a hazard, the finding that the hazard demonstrates in the catalogue;
// otherwise the first finding.
const sim::Finding* asked_finding(const QuizRun& run) {
  const sim::Finding* first = nullptr;
  const auto algorithm = find_algorithm(run.plan().id);
  const std::string wanted = algorithm && (*algorithm)->hazard ? (*algorithm)->hazard->finding : "";
  for (const sim::Finding& finding : run.trace().findings()) {
    if (!is_asked(finding.kind) || finding.severity != Severity::error || finding.first.range.file != 0 ||
        finding.first.range.line == 0)
      continue;
    if (sim::kind_name(finding.kind) == wanted) return &finding;
    if (first == nullptr) first = &finding;
  }
  return first;
}

bool has_finding(const QuizRun& run, FindingKind kind) {
  return std::ranges::any_of(run.trace().findings(), [&](const auto& each) { return each.kind == kind; });
}

// Returns the lines of a launch that access memory or contain a barrier, according to `flags`.
std::vector<std::uint32_t> lines_with(const QuizRun& run, std::uint32_t launch, std::uint16_t flags) {
  std::set<std::uint32_t> lines;
  for (const LineStep& step : run.steps())
    for (std::uint64_t at = step.begin; step.launch == launch && step.line != 0 && at < step.end; ++at)
      if ((run.trace().at(at).flags & flags) != 0) lines.insert(step.line);
  return {lines.begin(), lines.end()};
}

// Returns wrong answers: errors of other kinds, which the run does not have, at the line of the error or at
// another line.
std::vector<Option> absent_errors(const Asking& asking, const sim::Finding& finding) {
  const QuizRun& run = asking.run;
  const std::uint32_t launch = finding.first.launch, line = finding.first.range.line;
  const auto accesses =
      lines_with(run, launch, sim::TraceRecord::local_access | sim::TraceRecord::global_access);
  const auto barriers = lines_with(run, launch, sim::TraceRecord::barrier_arrive);
  std::vector<Option> options;
  for (const FindingKind kind : kAskedKinds) {
    if (kind == finding.kind || has_finding(run, kind)) continue;
    const std::vector<std::uint32_t>& lines = kind == FindingKind::barrier_divergence ? barriers : accesses;
    if (lines.empty()) continue;
    // Writes of the same value, and accesses after a barrier that not all work-items reach, might also be
    // considered a race.
    if (kind == FindingKind::data_race &&
        (has_finding(run, FindingKind::barrier_divergence) || has_same_value_races(run)))
      continue;
    const bool has_line = std::ranges::find(lines, line) != lines.end();
    options.push_back({option_of(kind, has_line ? line : asking.random.one_of(lines)),
                       say(Text::fact_not_a_finding, {{"message", as_sentence(finding.message)}})});
  }
  asking.random.shuffle(options);
  return options;
}

}  // namespace

std::optional<sim::Finding::Kind> asked_error(const QuizRun& run) {
  const sim::Finding* finding = asked_finding(run);
  return finding == nullptr ? std::nullopt : std::optional(finding->kind);
}

std::optional<Question> ask_finding(const Asking& asking) {
  const QuizRun& run = asking.run;
  if (run.trace().counted().early_end != sim::EarlyEnd::none || run.trace().size() == 0) return std::nullopt;
  const sim::Finding* finding = asked_finding(run);
  if (finding == nullptr) return std::nullopt;
  Question question = begin_question(asking, QuestionKind::finding, Form::choice, 0);
  question.reveal = run.trace().size();
  question.hides = hides_findings;
  question.launch = finding->first.launch;
  question.line = finding->first.range.line;
  question.text = say(Text::ask_finding);
  question.reason = as_sentence(finding->message);
  std::vector<Option> wrong{
      {say(Text::option_no_finding), say(Text::fact_race_missed, {{"message", question.reason}})}};
  const std::vector<Option> absent = absent_errors(asking, *finding);
  wrong.insert(wrong.end(), absent.begin(), absent.end());
  if (!set_choices({option_of(finding->kind, question.line), question.reason}, wrong, 4, asking.random,
                   question))
    return std::nullopt;
  add_kernel(run, question.launch, question);
  return question;
}

}  // namespace lockstep::quiz
