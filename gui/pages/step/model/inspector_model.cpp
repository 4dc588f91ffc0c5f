#include "gui/pages/step/model/inspector_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/base/text/text.hpp"
#include "core/catalogue/algorithm.hpp"
#include "gui/canvas/text.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {
namespace {

using sim::Counters;

struct Shown {
  std::string_view counter;  // name in sim/observers/counters/metrics.def; for a sum: of a summand
  std::string_view title;
  std::uint64_t (*value)(const Counters&);
  Role role;
  std::string_view tooltip;
};

constexpr Shown kShown[] = {
    {"steps", "steps T", [](const Counters& c) { return c.steps; }, Role::ink,
     "Parallel time: the longest chain of operator applications so far. A step of the figure may hold "
     "several: "
     "a work-item that adds in a loop is drawn as one"},
    {"work", "work W", [](const Counters& c) { return c.work; }, Role::ink,
     "Executed applications of the operator: the active work-items, summed over the steps"},
    {"useful_work", "useful work", [](const Counters& c) { return c.useful_work; }, Role::ink,
     "Applications to two values that both contain inputs; the others are applied to an identity"},
    {"divergent_branches", "divergent branches", [](const Counters& c) { return c.divergent_branches; },
     Role::warns,
     "Branches in the source that split a warp; the compiler may replace short ones by predication"},
    {"global_load_transactions", "global transactions",
     [](const Counters& c) {
       return c.global_load_transactions + c.global_store_transactions + c.global_atomic_transactions;
     },
     Role::ink, "Transactions on global memory: aligned segments; from cc5.0 on, sectors of 32 bytes"},
    {"local_load_wavefronts", "local passes",
     [](const Counters& c) {
       return c.local_load_wavefronts + c.local_store_wavefronts + c.local_atomic_wavefronts;
     },
     Role::ink, "Passes of all local-memory accesses (Nsight: wavefronts)"},
    {"local_conflicts", "bank conflicts", [](const Counters& c) { return c.local_conflicts; }, Role::costs,
     "Passes beyond those of the same accesses without bank conflicts"},
    {"constant_load_passes", "constant passes", [](const Counters& c) { return c.constant_load_passes; },
     Role::ink, "Passes of loads from constant memory: one for each different address of a warp"},
    {"barriers", "barriers", [](const Counters& c) { return c.barriers; }, Role::ink,
     "Barriers that released a work-group"},
    {"instructions", "instructions", [](const Counters& c) { return c.instructions; }, Role::ink,
     "Executed instructions, counted once for each warp"},
};

// Returns whether only few kernels have counts of this kind. These counters are shown only if they are not 0,
// and not for pairs of runs.
bool is_rare(const Shown& shown) { return shown.counter == "constant_load_passes"; }

// Returns whether the counter counts applications of the operator.
bool is_of_operator(const Shown& shown) {
  return shown.counter == "steps" || shown.counter == "work" || shown.counter == "useful_work";
}
constexpr std::string_view kNoOperator =
    ". This run applies the operator to no inputs; sums of flags and indices are not counted";

std::string percent(const Counters& counters) {
  return fmt::format("{:.0f} %", 100 * counters.lane_utilisation());
}

constexpr std::string_view kLanes =
    "Share of active lanes in all executed warp instructions; a lane of the warp without a work-item is idle";

// Formats a count with its most significant digits, as in "3,968", "265 k" and "2.1 M".
std::string short_count(std::uint64_t count) {
  const auto value = static_cast<double>(count);
  if (count < 10'000) return count_text(count);
  if (count < 1'000'000) return fmt::format("{:.0f} k", value / 1e3);
  return fmt::format("{:.1f} M", value / 1e6);
}

void compare_counts(const Shown& shown, const Counters* first, const Counters* second, CounterPair& pair) {
  if (first != nullptr) pair.first.shown = count_text(shown.value(*first));
  if (second != nullptr) pair.second.shown = count_text(shown.value(*second));
  if (first == nullptr || second == nullptr) return;
  const std::uint64_t a = shown.value(*first), b = shown.value(*second);
  if (a != b) (a > b ? pair.first : pair.second).worse_by = "+" + short_count(a > b ? a - b : b - a);
}

// Compares the shares of active lanes. A smaller share is worse. The difference is computed from the rounded
// shares, so that it agrees with the numbers on the screen.
CounterPair compare_lanes(const Counters* first, const Counters* second) {
  CounterPair pair{"active lanes", std::string(kLanes), {}, {}};
  const auto has_lanes = [](const Counters* counters) { return counters && counters->lane_slots != 0; };
  if (has_lanes(first)) pair.first.shown = percent(*first);
  if (has_lanes(second)) pair.second.shown = percent(*second);
  if (!has_lanes(first) || !has_lanes(second)) return pair;
  const auto points = [](const Counters& counters) { return std::lround(100 * counters.lane_utilisation()); };
  const long difference = points(*second) - points(*first);
  if (difference != 0)
    (difference < 0 ? pair.second : pair.first).worse_by = fmt::format("−{}", std::abs(difference));
  return pair;
}

}  // namespace

std::vector<CounterRow> prepare_counters(const Counters& so_far, const Counters& this_step,
                                         sim::LaneSchedule lanes, const Counters* whole) {
  const bool as_warps = lanes == sim::LaneSchedule::lockstep;
  std::vector<CounterRow> rows;
  for (const Shown& shown : kShown) {
    if (!as_warps && !sim::holds_for_independent_lanes(shown.counter)) continue;
    const std::uint64_t change = shown.value(this_step);
    if (is_rare(shown) && shown.value(so_far) + change == 0) continue;
    rows.push_back({std::string(shown.title), count_text(shown.value(so_far)),
                    change == 0 ? "" : "+" + count_text(change), shown.role, std::string(shown.tooltip)});
    if (is_of_operator(shown) && whole != nullptr && whole->work == 0) {
      rows.back().so_far = "–";
      rows.back().tooltip += kNoOperator;
    }
  }
  if (!as_warps) return rows;
  rows.push_back({"active lanes", so_far.lane_slots == 0 ? "–" : percent(so_far),
                  this_step.lane_slots == 0 ? "" : percent(this_step), Role::ink, std::string(kLanes)});
  return rows;
}

std::vector<CounterPair> prepare_counter_pairs(const Counters* first, const Counters* second,
                                               sim::LaneSchedule lanes) {
  const bool as_warps = lanes == sim::LaneSchedule::lockstep;
  std::vector<CounterPair> pairs;
  for (const Shown& shown : kShown) {
    if (is_rare(shown) || (!as_warps && !sim::holds_for_independent_lanes(shown.counter))) continue;
    pairs.push_back({std::string(shown.title), std::string(shown.tooltip), {}, {}});
    compare_counts(shown, first, second, pairs.back());
  }
  if (as_warps) pairs.push_back(compare_lanes(first, second));
  return pairs;
}

std::vector<std::string> presented_counters(const Show& show) {
  if (!show.counters.empty()) return show.counters;
  return {"work-W", "divergent-branches", "global-transactions", "bank-conflicts"};
}

bool is_counter(std::string_view title, const std::string& word) {
  const std::string own = counter_word(title);
  return own == word || own.starts_with(word + "-");
}

std::string finding_title(const sim::Finding& finding) {
  std::string title(sim::kind_name(finding.kind));
  std::ranges::replace(title, '_', ' ');
  if (finding.severity != Severity::error)
    title = fmt::format("{}: {}", severity_name(finding.severity), title);
  if (finding.first.present) title += fmt::format(" · line {}", finding.first.range.line);
  if (finding.occurrences > 1) title += fmt::format(" · ×{}", count_text(finding.occurrences));
  return title;
}

std::string wrong_result_title(const Run& run) {
  const Plan& plan = run.trace->plan();
  const sim::RunVerdict& verdict = run.verdict;
  std::string title = "wrong result";
  const auto algorithm = find_algorithm(plan.id);
  if (algorithm && !unsuited_group(**algorithm, plan.group_size).empty())
    title += fmt::format(" · work-group of {}", plan.group_size);
  if (verdict.first && plan.expectation)
    title +=
        fmt::format(" · {}[{}]", plan.buffers[plan.expectation->result_buffer].name, verdict.first->index);
  if (verdict.from && verdict.from->line != 0) title += fmt::format(" · line {}", verdict.from->line);
  return title;
}

std::string right_result_title(const Run& run) {
  const std::string& sentence = run.verdict.right.sentence;
  if (sentence.empty()) return {};
  const std::vector<sim::Finding>& findings = run.trace->findings();
  if (!sim::has_errors(findings)) return "Right: " + sentence;
  const bool is_race = std::ranges::any_of(findings, [](const sim::Finding& finding) {
    return finding.kind == sim::Finding::Kind::data_race && finding.severity == Severity::error;
  });
  return fmt::format("Right in this run: {}; {} may give another result on a device", sentence,
                     is_race ? "the race" : "the error");
}

FindingsSummary summarise_findings(const Run& run, bool is_current) {
  if (!is_current) return {"not known", Role::second_ink, false};
  const std::size_t count =
      sim::count_of(run.trace->findings(), Severity::error) + (run.verdict.is_wrong() ? 1 : 0);
  if (count != 0) return {std::to_string(count), Role::costs};
  if (run.verdict.kind == sim::RunVerdict::Kind::not_checked)
    return {"none · result not checked", Role::second_ink};
  return {"none", Role::good};
}

Remedies find_remedies(const AppState& state, Session& session, const ShownMoment& moment) {
  if (session.run() == nullptr || session.status(state) != Session::RunStatus::current) return {};
  const std::vector<sim::Finding>& findings = session.run()->trace->findings();
  const auto now = std::ranges::find(findings, moment.position, &sim::Finding::step);
  if (now == findings.end()) return {};
  Remedies found;
  found.at_finding = true;
  const sim::Explanation* explanation = session.explanation();
  if (explanation == nullptr) return found;
  const auto index = static_cast<std::size_t>(now - findings.begin());
  const bool has_cure = index < explanation->cures.size() && !explanation->cures[index].repaired.empty();
  if (has_cure && shows_text(state, session, session.run()->trace->plan().programs[now->program].source.text))
    found.cure = &explanation->cures[index];
  if (explanation->other) found.other = &*explanation->other;
  return found;
}

std::string finding_sentence(const sim::Finding& finding) { return as_sentence(finding.message); }

std::string finding_at(const Run& run, const ShownMoment& moment) {
  const std::vector<sim::Finding>& findings = run.trace->findings();
  if (findings.empty()) return {};
  if (moment.position >= run.trace->size()) {
    std::string found = "Found in this run: " + finding_title(findings.front());
    if (findings.size() > 1) found += fmt::format(", and {} more", findings.size() - 1);
    return found + ".";
  }
  const std::uint64_t end = std::max(moment.step_end, moment.position + 1);
  const auto now = std::ranges::find_if(findings, [&](const sim::Finding& finding) {
    return finding.step >= moment.position && finding.step < end;
  });
  return now == findings.end() ? std::string() : finding_sentence(*now);
}

}  // namespace lockstep::gui
