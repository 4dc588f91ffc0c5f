#include "assignment/judging/tried_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "assignment/judging/plan_changes.hpp"
#include "core/check/check.hpp"
#include "core/plan/language.hpp"
#include "sim/explain/kernel_edits/insertions.hpp"
#include "sim/explain/kernel_edits/reference_edits.hpp"
#include "sim/explain/kernel_edits/small_changes.hpp"

namespace lockstep::assignment {
namespace {

// Limits for one task: bytes of compiled text, and warp instructions of all runs.
constexpr std::uint64_t kMostBytes = 1'200'000, kMostInsertedBytes = 200'000, kMostSteps = 2'000'000;
// Limits for one trial, which allow more than a right text needs.
constexpr std::uint64_t kStepsOfTrial = 2'000, kTimesRightSteps = 4;
constexpr std::uint64_t kMostConfirmingSteps = 20'000;
constexpr std::size_t kMostConfirming = 6;  // in addition to the first case
constexpr std::size_t kMostRight = 40;      // changes with the right result that are tested with all criteria
constexpr std::size_t kMostOfPlan = 60;
constexpr std::size_t kMostReferences = 2,
                      kMostOfStage = 60;  // right texts, and changes towards them
constexpr std::size_t kMostLines = 3;     // number of lines worth naming

class Trials {
 public:
  Trials(const CaseJudge& cases, const std::vector<OpenCase>& failing, const std::vector<OpenCase>& others)
      : cases_(cases), failing_(failing), others_(others) {}

  std::vector<TriedChange> find() {
    if (cases_.is_recorded() || !choose_cases()) return {};
    // Whether the change leads towards a right text. Such a change shows the intention; any other change may
    // be right by chance.
    for (std::vector<Candidate>& some : changes_towards_references())
      if (auto found = found_among(std::move(some)); !found.empty()) return found;
    if (auto found = found_among(changes_of_kernel()); !found.empty()) return found;
    if (auto found = found_among(insertions_into_kernel()); !found.empty()) return found;
    std::vector<Candidate> left = changes_of_plan();
    keep_passing(left, *first_);
    for (const OpenCase* one : confirming_) keep_passing(left, *one);
    return few_lines(std::move(left));
  }

 private:
  struct Candidate {
    std::size_t file = 0;
    sim::Edit edit;
  };

  std::vector<TriedChange> found_among(std::vector<Candidate> left) const {
    left = with_right_result(std::move(left), *first_);
    for (const OpenCase* one : confirming_) left = with_right_result(std::move(left), *one);
    if (left.size() > kMostRight) left.resize(kMostRight);
    keep_passing(left, *first_);
    for (const OpenCase* one : confirming_) keep_passing(left, *one);
    return few_lines(std::move(left));
  }

  std::vector<TriedChange> few_lines(std::vector<Candidate> left) const {
    std::set<std::pair<std::size_t, std::uint32_t>> lines;
    // A change of many lines is a different solution, not a correction.
    std::erase_if(left, [](const Candidate& one) { return one.edit.other_lines.size() >= kMostLines; });
    for (const Candidate& one : left) {
      lines.emplace(one.file, one.edit.line);
      for (const std::uint32_t line : one.edit.other_lines) lines.emplace(one.file, line);
    }
    if (lines.size() > kMostLines) return {};
    std::vector<TriedChange> found;
    for (Candidate& one : left) {
      sim::Edit& edit = one.edit;
      found.push_back({{cases_.files()[one.file].path, edit.line, 0},
                       std::move(edit.words),
                       edit.is_missing,
                       edit.after_line,
                       std::move(edit.other_lines)});
    }
    return found;
  }

  // The smallest case that fails is tried first; the other cases only confirm a change.
  bool choose_cases() {
    std::vector<const OpenCase*> all;
    for (const OpenCase& one : failing_) all.push_back(&one);
    std::ranges::stable_sort(all, {}, [](const OpenCase* one) { return steps_of(*one); });
    for (const OpenCase* one : all) {
      if (first_ == nullptr && !passes(cases_, *one, UINT64_MAX))
        first_ = one;
      else
        confirming_.push_back(one);
    }
    for (const OpenCase& one : others_) confirming_.push_back(&one);
    std::ranges::stable_sort(confirming_, {}, [](const OpenCase* one) { return steps_of(*one); });
    // Selects some cases of all sizes, except the most expensive cases.
    std::erase_if(confirming_, [](const OpenCase* one) { return steps_of(*one) > kMostConfirmingSteps; });
    const std::size_t step = confirming_.size() / kMostConfirming + 1;
    for (std::size_t i = 0; i < confirming_.size(); ++i)
      if (i % step == 0) confirming_[i / step] = confirming_[i];
    confirming_.resize((confirming_.size() + step - 1) / step);
    return first_ != nullptr;
  }

  static std::uint64_t steps_of(const OpenCase& one) {
    const bool is_lockstep = one.values.schedule.lanes == sim::LaneSchedule::lockstep;
    return one.expected->reference_steps * (is_lockstep ? 1 : one.values.model->warp_width);
  }

  static bool passes(const CaseJudge& cases, const OpenCase& one, std::uint64_t most_steps) {
    TestResult result;
    result.test = one.test.get();
    return !cases.limited_to(most_steps).judge(*one.test, one.values, *one.expected, result);
  }

  static std::uint64_t budget_of(const OpenCase& one) {
    return kTimesRightSteps * steps_of(one) + kStepsOfTrial;
  }

  // Keeps the candidates that meet all criteria of the test.
  void keep_passing(std::vector<Candidate>& left, const OpenCase& one) const {
    std::erase_if(left, [&](const Candidate& candidate) {
      std::vector<SourceText> files = cases_.files();
      files[candidate.file].text = candidate.edit.text;
      return !passes(cases_.with_files(files), one, budget_of(one));
    });
  }

  // Returns the candidates with which a case has the right result and no error. One request tries
  // all candidates.
  std::vector<Candidate> with_right_result(std::vector<Candidate> all, const OpenCase& one) const {
    const Expected& expected = *one.expected;
    const auto launch = cases_.launch_of(expected, one.values);
    if (all.empty() || !launch || !expected.plan.expectation) return {};
    RunRequest request = cases_.request_of(*one.test, *launch, expected, one.values);
    request.step_budget = budget_of(one);
    request.budget_of_changes = kMostSteps;
    for (const Candidate& candidate : all)
      request.changes.push_back(change_between(cases_.files()[candidate.file], candidate.edit.text));
    const RunAnswer answer = cases_.run(request);
    std::vector<Candidate> right;
    for (std::size_t i = 0; i < answer.changed_results.size(); ++i)
      if (is_right(expected, answer.changed_results[i])) right.push_back(std::move(all[i]));
    return right;
  }

  static bool is_right(const Expected& expected, const Bytes& result) {
    return !result.empty() &&
           check_result(expected.plan, expected.input, without_rounding(expected, result)).passed();
  }

  static TextChange change_between(const SourceText& file, const std::string& changed) {
    const std::string& text = file.text;
    const auto from = std::ranges::mismatch(text, changed).in1;
    const auto begin = static_cast<std::size_t>(from - text.begin());
    std::size_t same = 0;  // number of equal bytes at the end
    while (same < std::min(text.size(), changed.size()) - begin &&
           text[text.size() - same - 1] == changed[changed.size() - same - 1])
      ++same;
    return {file.path, begin, text.size() - same - begin,
            changed.substr(begin, changed.size() - same - begin)};
  }

  // Returns changes towards the most similar solutions of the author, in order of likelihood.
  std::vector<std::vector<Candidate>> changes_towards_references() const {
    struct Near {
      sim::ReferenceEdits edits;
      std::size_t file = 0;
    };
    std::vector<Near> near;
    for (std::size_t i = 0; i < cases_.files().size(); ++i) {
      const SourceText& file = cases_.files()[i];
      if (!is_kernel_file(file.path)) continue;
      for (const std::string& right : right_texts(cases_.folder(), cases_.task(), file.path))
        near.push_back({sim::edits_towards(file.path, file.text, right), i});
    }
    std::erase_if(near, [](const Near& one) { return one.edits.stages.empty(); });
    std::ranges::stable_sort(near, {}, [](const Near& one) { return one.edits.distance; });
    if (near.size() > kMostReferences) near.resize(kMostReferences);
    std::vector<std::vector<Candidate>> stages;
    std::set<std::string> known;
    for (Near& one : near)
      for (std::size_t stage = 0; stage < one.edits.stages.size(); ++stage) {
        if (stages.size() <= stage) stages.resize(stage + 1);
        for (sim::Edit& edit : one.edits.stages[stage])
          if (known.insert(edit.text).second && stages[stage].size() < kMostOfStage)
            stages[stage].push_back({one.file, std::move(edit)});
      }
    return stages;
  }

  std::vector<Candidate> changes_of_kernel() const {
    return of_kernel_files([](const SourceText& file) {
      return sim::small_changes(file.path, file.text, sim::ChangesFor::cures, kMostBytes);
    });
  }
  std::vector<Candidate> insertions_into_kernel() const {
    return of_kernel_files(
        [](const SourceText& file) { return sim::insertions(file.path, file.text, kMostInsertedBytes); });
  }

  // Returns changes in the kernel file, and in the files that it includes.
  template <class Changes>
  std::vector<Candidate> of_kernel_files(Changes changes) const {
    const auto launch = cases_.launch_of(*first_->expected, first_->values);
    const SourceText* const main = launch ? find_file(cases_.files(), launch->file) : nullptr;
    if (main == nullptr) return {};
    std::vector<Candidate> all;
    for (std::size_t i = 0; i < cases_.files().size(); ++i) {
      const SourceText& file = cases_.files()[i];
      const bool is_included = main->text.find('"' + file.path + '"') != std::string::npos;
      if (&file != main && !is_included) continue;
      for (sim::Edit& edit : changes(file)) all.push_back({i, std::move(edit)});
    }
    return all;
  }

  std::vector<Candidate> changes_of_plan() const {
    std::vector<Candidate> all;
    for (std::size_t i = 0; i < cases_.files().size(); ++i)
      if (cases_.task().has_own_launches() && cases_.files()[i].path.ends_with(kPlanFileEnding))
        for (sim::Edit& edit : plan_changes(cases_.files()[i].text)) all.push_back({i, std::move(edit)});
    if (all.size() > kMostOfPlan) all.resize(kMostOfPlan);
    return all;
  }

  const CaseJudge& cases_;
  const std::vector<OpenCase>& failing_;
  const std::vector<OpenCase>& others_;
  const OpenCase* first_ = nullptr;
  std::vector<const OpenCase*> confirming_;
};

std::string of_file(const SourcePlace& place, const std::string& main) {
  return place.file == main ? std::string() : fmt::format(" of {}", place.file);
}

// Returns "line 12", "line 3 of scan.plan.json", "between line 11 and line 12" or "lines 12 and 14".
std::string line_words(const TriedChange& tried, const std::string& main) {
  const std::uint32_t line = tried.place.line;
  if (tried.after_line != 0)
    return fmt::format("between line {} and line {}{}", tried.after_line, line, of_file(tried.place, main));
  if (tried.other_lines.empty()) return fmt::format("line {}{}", line, of_file(tried.place, main));
  std::vector<std::uint32_t> lines = tried.other_lines;
  lines.insert(lines.begin(), line);
  std::ranges::sort(lines);
  const std::uint32_t last = lines.back();
  lines.pop_back();
  return fmt::format("lines {} and {}{}", fmt::join(lines, ", "), last, of_file(tried.place, main));
}

}  // namespace

std::string tried_lines_words(const TestResult& result, const Task& task) {
  // The words for changed lines, for places of missing statements, and for changes of several lines together.
  std::vector<std::string> lines, places, groups;
  const auto add = [](std::vector<std::string>& all, std::string words) {
    if (std::ranges::find(all, words) == all.end()) all.push_back(std::move(words));
  };
  for (const TriedChange& one : result.tried) {
    const std::string words = line_words(one, task.files.front());
    if (!one.other_lines.empty())
      add(groups, words);
    else if (one.is_missing)
      add(places, one.after_line == 0 ? "in " + words : words);
    else
      add(lines, words);
  }
  std::vector<std::string> sentences;
  if (!lines.empty())
    sentences.push_back(fmt::format("One small change of {} makes it right: {} tried.",
                                    fmt::join(lines, ", or of "),
                                    lines.size() == 1 ? "this was" : "each was"));
  if (!places.empty())
    sentences.push_back(fmt::format("A statement is missing {}: {} tried.", fmt::join(places, ", or "),
                                    places.size() == 1 ? "this was" : "each was"));
  if (!groups.empty())
    sentences.push_back(fmt::format("Changes of {} together make it right: {} tried.",
                                    fmt::join(groups, ", or of "),
                                    groups.size() == 1 ? "this was" : "each was"));
  return fmt::format("{}", fmt::join(sentences, " "));
}

std::string tried_changes_words(const TestResult& result, const Task& task) {
  std::string words;
  for (const TriedChange& one : result.tried)
    words +=
        fmt::format("{}{}: {}", words.empty() ? "" : "; ", line_words(one, task.files.front()), one.words);
  return words.empty() ? words : fmt::format("Tried, and right: {}.", words);
}

std::vector<TriedChange> tried_changes(const CaseJudge& cases, const std::vector<OpenCase>& failing,
                                       const std::vector<OpenCase>& others) {
  return Trials(cases, failing, others).find();
}

}  // namespace lockstep::assignment
