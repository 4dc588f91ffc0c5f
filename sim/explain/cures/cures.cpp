// The order of the search is as follows: changes that give a run without errors and with the right result
// precede changes that only remove one finding, and causes (accesses outside their object) precede their
// consequences (races).
#include "sim/explain/cures/cures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "core/base/text/text.hpp"
#include "core/plan/operator_code.hpp"
#include "sim/explain/cures/access_probe.hpp"
#include "sim/explain/cures/race_words.hpp"
#include "sim/explain/kernel_edits/barrier_edits.hpp"
#include "sim/explain/kernel_edits/condition_edits.hpp"
#include "sim/explain/kernel_edits/copy_edits.hpp"
#include "sim/explain/kernel_edits/places.hpp"
#include "sim/explain/kernel_edits/small_changes.hpp"
#include "sim/explain/kernel_edits/value_edits.hpp"
#include "sim/frontend/frontend.hpp"
#include "sim/frontend/warnings/walk.hpp"

namespace lockstep::sim {
namespace {

using FindingKind = Finding::Kind;

// The kinds of errors in the order in which they are repaired: causes precede consequences.
constexpr std::array kOrder = {
    FindingKind::out_of_bounds,    FindingKind::misaligned,  FindingKind::null_pointer,
    FindingKind::endless_loop,     FindingKind::step_budget, FindingKind::barrier_divergence,
    FindingKind::division_by_zero, FindingKind::data_race,   FindingKind::uninitialised_read};

std::string_view noun_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::data_race:
      return "race";
    case FindingKind::out_of_bounds:
    case FindingKind::misaligned:
    case FindingKind::null_pointer:
      return "access";
    case FindingKind::uninitialised_read:
      return "read";
    default:
      return "finding";
  }
}

Cure right_result(const Edit& edit) {
  return {fmt::format("{}: the result of a trial run with it is right.", edit.words), "", edit.repaired()};
}

std::int64_t length_of_line(const std::string& text, std::uint32_t line) {
  const std::size_t begin = offset_in(text, line, 1);
  return static_cast<std::int64_t>(std::min(text.find('\n', begin), text.size()) - begin);
}

std::size_t others_in(const Trial& trial) { return count_of(trial.findings, Severity::error); }

}  // namespace

Cures::Cures(const Plan& plan, const DeviceModel& model, const Schedule& schedule, const CountedRun& run,
             const std::optional<OtherOutcome>& other, std::stop_token stop)
    : plan_(plan),
      model_(model),
      schedule_(schedule),
      run_(run),
      other_(other),
      stop_(stop),
      trials_(plan, model, schedule, run, std::move(stop)) {}

const language::TranslationUnit* Cures::unit(std::uint32_t program) {
  const auto [entry, is_new] = units_.try_emplace(program);
  if (is_new)
    if (auto read = language::analyse(plan_.programs[program].source, plan_.programs[program].options))
      entry->second.emplace(std::move(*read));
  return entry->second ? &*entry->second : nullptr;
}

Edits Cures::comparison_edits_near(const Finding& finding) {
  const language::TranslationUnit* tree = unit(finding.program);
  const Place place = place_of(*tree, finding.first.range);
  return place.function == nullptr ? Edits{}
                                   : comparison_edits(trials_.text(finding.program), *place.function);
}

std::vector<Edits> Cures::edits_for_race(const Finding& finding, Wanted wanted) {
  const language::TranslationUnit& tree = *unit(finding.program);
  const std::string& text = trials_.text(finding.program);
  if (finding.copy_line != 0) return {copy_edits(tree, text, finding)};
  std::vector<Edits> edits;
  if (is_within_group(plan_, finding)) {
    edits.push_back(flag_edits(tree, text, finding));
    edits.push_back(barrier_edits(tree, text, finding));
    edits.push_back(split_edits(tree, text, finding));
  }
  edits.push_back(atomic_edits(tree, text, finding.second.range));
  edits.push_back(atomic_edits(tree, text, finding.first.range));
  // If other errors remain, a new condition may only hide this error.
  if (wanted == Wanted::without_finding) return edits;
  edits.push_back(comparison_edits_near(finding));
  // A guard around an element that all work-items update would omit updates.
  const bool is_update = finding.first.is_store != finding.second.is_store &&
                         (contains(finding.first.range, finding.second.range) ||
                          contains(finding.second.range, finding.first.range));
  if (!is_update) {
    edits.push_back(guard_edits(tree, text, finding.second.range));
    edits.push_back(guard_edits(tree, text, finding.first.range));
  }
  edits.push_back(type_edits(tree, text, *place_of(tree, finding.first.range).function));
  return edits;
}

// Returns changes of the whole program text, because the origin of a value may be far from the place that
// reads the value.
std::vector<Edits> Cures::edits_everywhere(std::uint32_t program, Wanted wanted) {
  const std::string& text = trials_.text(program);
  std::vector<Edits> edits;
  for (const language::FunctionDecl* function : unit(program)->functions) {
    if (plan_.expectation) edits.push_back(identity_edits(text, *function, *plan_.expectation));
    // If other errors remain, a condition may only skip the read.
    if (wanted == Wanted::clean_run) edits.push_back(comparison_edits(text, *function));
    edits.push_back(type_edits(*unit(program), text, *function));
  }
  return edits;
}

std::string Cures::identity() const {
  return std::string(plan_.expectation ? identity_literal(plan_.expectation->op, plan_.type)
                                       : std::string_view("0"));
}

// Returns lists of changes, the likeliest list first; the best change of a list is chosen.
std::vector<Edits> Cures::edits_for(const Finding& finding, Wanted wanted) {
  if (unit(finding.program) == nullptr || !finding.first.present) return {};
  const language::TranslationUnit& tree = *unit(finding.program);
  const std::string& text = trials_.text(finding.program);
  const Place place = place_of(tree, finding.first.range);
  if (place.function == nullptr) return {};
  switch (finding.kind) {
    case FindingKind::data_race:
      return edits_for_race(finding, wanted);
    case FindingKind::barrier_divergence:
      return {moved_barrier_edits(tree, text, finding.first.range), comparison_edits_near(finding)};
    case FindingKind::out_of_bounds:
    case FindingKind::misaligned:
    case FindingKind::null_pointer: {
      std::vector<Edits> edits{comparison_edits_near(finding), guard_edits(tree, text, finding.first.range)};
      if (!finding.first.is_store)
        edits.push_back(conditional_load_edits(tree, text, finding.first.range, identity()));
      edits.push_back(type_edits(tree, text, *place.function));
      return edits;
    }
    case FindingKind::uninitialised_read: {
      std::vector<Edits> edits = edits_everywhere(finding.program, wanted);
      edits.insert(edits.begin(), first_value_edits(tree, text, finding.first.range, identity()));
      return edits;
    }
    case FindingKind::endless_loop:
    case FindingKind::step_budget:
      return {comparison_edits_near(finding), type_edits(tree, text, *place.function)};
    default:
      return {};
  }
}

bool Cures::helps(const Trial& trial, const Finding* finding, Wanted wanted) const {
  if (wanted == Wanted::clean_run) return trial.is_clean();
  return trial.is_usable && finding != nullptr && !TrialRuns::has(trial, *finding) &&
         trials_.has_nothing_new(trial) && has_errors(trial.findings) &&
         (trial.is_right || !trials_.is_right());
}

// Whether the change omits accesses instead of correcting them, for example by a reversed comparison. Without
// an expected result, such a change also removes an access outside its object.
bool Cures::leaves_accesses_out(const Trial& trial, const Finding* finding) {
  if (plan_.expectation || finding == nullptr || finding->kind != FindingKind::out_of_bounds) return false;
  if (2 * trial.load_requests < run_.total.global_load_requests) return true;
  const auto [before, is_new] = places_.try_emplace(finding, 0);
  if (is_new) before->second = places_accessed(plan_, model_, schedule_, *finding, 0, stop_);
  const std::string& changed = trial.plan.programs[finding->program].source.text;
  const std::uint32_t line = finding->first.range.line;
  const std::int64_t shift =
      length_of_line(changed, line) - length_of_line(trials_.text(finding->program), line);
  return 2 * places_accessed(trial.plan, model_, schedule_, *finding, shift, stop_) < before->second;
}

// Whether the change hides the error because half of the work or of the accesses is missing.
bool Cures::hides(const Trial& trial, const Finding* finding) {
  const bool is_whole = run_.early_end == EarlyEnd::none;
  return is_whole &&
         (2 * trial.active_lanes < run_.total.active_lanes || leaves_accesses_out(trial, finding));
}

// Returns the change that results in the fewest barriers; among equals, the change with the most work, then
// the shortest change. The work matters because a condition that excludes work-items from the rest of the
// kernel also removes their errors.
std::optional<Edit> Cures::best(std::uint32_t program, const Edits& edits, const Finding* finding,
                                Wanted wanted) {
  const auto rank = [&](const Edit& edit) {
    const Trial& trial = trials_.of(program, edit.text);
    // The work is counted in sixteenths because the evaluation of an added condition is itself work.
    const std::uint64_t work = 16 * trial.active_lanes / std::max<std::uint64_t>(run_.total.active_lanes, 1);
    return std::tuple{trial.barriers, ~work, edit.words.size()};
  };
  std::vector<const Edit*> helping;
  for (const Edit& edit : edits) {
    const Trial& trial = trials_.of(program, edit.text);
    if (helps(trial, finding, wanted) && !hides(trial, finding)) helping.push_back(&edit);
  }
  std::ranges::stable_sort(helping, {}, [&](const Edit* edit) { return rank(*edit); });
  for (const Edit* edit : helping)
    if (wanted == Wanted::without_finding || trials_.is_right_with_other_inputs(program, edit->text))
      return *edit;
  return std::nullopt;
}

// Returns the first small change that corrects the result. If the expected result is known, any slip in the
// text may be the cause.
std::optional<Edit> Cures::small_change(std::uint32_t program) {
  constexpr std::size_t kMost = 600;
  if (!plan_.expectation) return std::nullopt;
  const auto& source = plan_.programs[program].source;
  Edits edits = small_changes(source.path, source.text, ChangesFor::cures);
  if (edits.size() > kMost) edits.resize(kMost);
  for (Edit& edit : edits) {
    if (!trials_.may_go_on()) return std::nullopt;
    const Trial& trial = trials_.of(program, edit.text);
    if (!helps(trial, nullptr, Wanted::clean_run) || hides(trial, nullptr) ||
        !trials_.is_right_with_other_inputs(program, edit.text))
      continue;
    edit.words = fmt::format("Change line {}, {}", edit.line, edit.words);
    return std::move(edit);
  }
  return std::nullopt;
}

std::optional<Edit> Cures::find(const Finding& finding, Wanted wanted) {
  for (const Edits& edits : edits_for(finding, wanted))
    if (auto edit = best(finding.program, edits, &finding, wanted)) return edit;
  return std::nullopt;
}

const std::optional<Cures::Whole>& Cures::whole() {
  if (whole_) return *whole_;
  whole_.emplace();
  for (const FindingKind kind : kOrder)
    for (const Finding& finding : run_.findings) {
      if (finding.kind != kind || finding.severity != Severity::error || !waits(finding).empty()) continue;
      if (auto edit = find(finding, Wanted::clean_run)) {
        whole_->emplace(Whole{std::move(*edit), &finding});
        return *whole_;
      }
    }
  return *whole_;
}

const std::optional<Cures::Whole>& Cures::slip() {
  if (slip_) return *slip_;
  slip_.emplace();
  const auto first = std::ranges::find(run_.findings, Severity::error, &Finding::severity);
  if (first != run_.findings.end() && unit(first->program) != nullptr)
    if (auto edit = small_change(first->program)) slip_->emplace(Whole{std::move(*edit), &*first});
  return *slip_;
}

Cure Cures::said(const Finding& finding, const Edit& edit) {
  const Trial& trial = trials_.of(finding.program, edit.text);
  Cure cure;
  cure.repaired = edit.repaired();
  if (trial.is_clean())
    cure.sentence = fmt::format("{}: a trial run with it has no error{}.", edit.words,
                                plan_.expectation ? ", and its result is right" : "");
  else
    cure.sentence = fmt::format("{}: a trial run with it has no such {}; {} left.", edit.words,
                                noun_of(finding.kind), plural(others_in(trial), "other error"));
  return cure;
}

std::string Cures::waits(const Finding& finding) {
  const bool is_race = finding.kind == FindingKind::data_race && unit(finding.program) != nullptr;
  return is_race ? waiting_words(plan_, *unit(finding.program), finding) : std::string();
}

std::string Cures::without_cure(const Finding& finding) {
  const bool is_between_work_items = finding.kind == FindingKind::data_race && finding.copy_line == 0;
  if (!is_between_work_items || unit(finding.program) == nullptr) return {};
  return race_words(plan_, model_, schedule_, *unit(finding.program), finding, stop_);
}

Cure Cures::of(const Finding& finding) {
  if (finding.severity != Severity::error || !trials_.may_go_on()) return {};
  if (std::string words = waits(finding); !words.empty()) return {std::move(words), ""};
  Cure cure;
  const std::optional<Whole>& all = whole() ? whole() : slip();
  std::optional<Edit> edit;
  if (all && all->of->program == finding.program)
    edit = all->edit;
  else
    edit = find(finding, Wanted::without_finding);
  if (edit)
    cure = said(finding, *edit);
  else
    cure.sentence = without_cure(finding);
  if (finding.kind == FindingKind::data_race && finding.copy_line == 0) {
    const Plan* repaired = edit ? &trials_.of(finding.program, edit->text).plan : nullptr;
    cure.values = race_values(plan_, repaired, model_, schedule_, finding, other_,
                              plan_.expectation && trials_.is_right(), stop_);
  }
  return cure;
}

Cure Cures::of_wrong_result(std::uint32_t program, std::uint32_t line) {
  const language::TranslationUnit* tree = unit(program);
  if (tree == nullptr || !plan_.expectation || !trials_.may_go_on()) return {};
  const std::string& text = trials_.text(program);
  std::vector<Edits> lists = edits_everywhere(program, Wanted::clean_run);
  for (const language::FunctionDecl* function : tree->functions) {
    language::each_expression(*function, [&](const language::Expr& expr) {
      if (expr.kind == language::ExprKind::index && expr.range.line == line && expr.range.file == 0)
        lists.push_back(guard_edits(*tree, text, expr.range));
    });
  }
  for (const Edits& edits : lists)
    if (const auto edit = best(program, edits, nullptr, Wanted::clean_run)) return right_result(*edit);
  const auto edit = small_change(program);
  return edit ? right_result(*edit) : Cure{};
}

}  // namespace lockstep::sim
