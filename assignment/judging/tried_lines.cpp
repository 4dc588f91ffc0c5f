#include "assignment/judging/tried_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "assignment/judging/plan_changes.hpp"
#include "core/check/check.hpp"
#include "core/plan/language.hpp"
#include "sim/explain/cures/small_changes.hpp"

namespace lockstep::assignment {
namespace {

// What is tried of one task: bytes of text that are compiled, and warp instructions of all runs.
constexpr std::uint64_t kMostBytes = 1'200'000, kMostSteps = 2'000'000;
// Of a trial: more than a right text needs.
constexpr std::uint64_t kStepsOfTrial = 2'000, kTimesRightSteps = 4;
constexpr std::uint64_t kMostConfirmingSteps = 20'000;
constexpr std::size_t kMostConfirming = 6;  // cases beside the first
constexpr std::size_t kMostRight = 40;      // changes with the right result, which are tried by all criteria
constexpr std::size_t kMostOfPlan = 60;
constexpr std::size_t kMostLines = 3;  // that are worth being named

class Trials {
 public:
  Trials(const CaseJudge& cases, const std::vector<OpenCase>& failing, const std::vector<OpenCase>& others)
      : cases_(cases), failing_(failing), others_(others) {}

  std::vector<TriedChange> find() {
    if (cases_.is_recorded() || !choose_cases()) return {};
    std::vector<Candidate> left = with_right_result(changes_of_kernel(), *first_);
    for (const OpenCase* one : confirming_) left = with_right_result(std::move(left), *one);
    if (left.size() > kMostRight) left.resize(kMostRight);
    keep_passing(left, *first_);
    if (left.empty()) {
      left = changes_of_plan();
      keep_passing(left, *first_);
    }
    for (const OpenCase* one : confirming_) keep_passing(left, *one);
    std::set<std::pair<std::size_t, std::uint32_t>> lines;
    for (const Candidate& one : left) lines.emplace(one.file, one.edit.line);
    if (lines.size() > kMostLines) return {};
    std::vector<TriedChange> found;
    for (Candidate& one : left)
      found.push_back({{cases_.files()[one.file].path, one.edit.line, 0}, std::move(one.edit.words)});
    return found;
  }

 private:
  struct Candidate {
    std::size_t file = 0;
    sim::Edit edit;
  };

  // The smallest that fails is the first; the others only confirm.
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
    // Some of all sizes, without the most expensive ones.
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

  // By all that the test asks.
  void keep_passing(std::vector<Candidate>& left, const OpenCase& one) {
    std::erase_if(left, [&](const Candidate& candidate) {
      std::vector<SourceText> files = cases_.files();
      files[candidate.file].text = candidate.edit.text;
      return !passes(cases_.with_files(files), one, budget_of(one));
    });
  }

  // Those with which a case has the right result and no error: all are tried by one request.
  std::vector<Candidate> with_right_result(std::vector<Candidate> all, const OpenCase& one) {
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
    std::size_t same = 0;  // at the end
    while (same < std::min(text.size(), changed.size()) - begin &&
           text[text.size() - same - 1] == changed[changed.size() - same - 1])
      ++same;
    return {file.path, begin, text.size() - same - begin,
            changed.substr(begin, changed.size() - same - begin)};
  }

  // Of the kernel file, and of what it includes.
  std::vector<Candidate> changes_of_kernel() const {
    const auto launch = cases_.launch_of(*first_->expected, first_->values);
    const SourceText* const main = launch ? find_file(cases_.files(), launch->file) : nullptr;
    if (main == nullptr) return {};
    std::vector<Candidate> all;
    for (std::size_t i = 0; i < cases_.files().size(); ++i) {
      const SourceText& file = cases_.files()[i];
      const bool is_included = main->text.find('"' + file.path + '"') != std::string::npos;
      if (&file != main && !is_included) continue;
      for (sim::Edit& edit : sim::small_changes(file.path, file.text, sim::ChangesFor::cures, kMostBytes))
        all.push_back({i, std::move(edit)});
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

// "line 12", "line 3 of scan.plan.json"
std::string line_words(const SourcePlace& place, const std::string& main) {
  const std::string line = fmt::format("line {}", place.line);
  return place.file == main ? line : fmt::format("{} of {}", line, place.file);
}

}  // namespace

std::string tried_lines_words(const TestResult& result, const Task& task) {
  std::vector<std::string> lines;
  for (const TriedChange& one : result.tried)
    if (std::string words = line_words(one.place, task.files.front());
        std::ranges::find(lines, words) == lines.end())
      lines.push_back(std::move(words));
  if (lines.empty()) return {};
  if (lines.size() == 1)
    return fmt::format("One small change of {} makes it right: this was tried.", lines[0]);
  return fmt::format("One small change of {} makes it right: each was tried.", fmt::join(lines, ", or of "));
}

std::string tried_changes_words(const TestResult& result, const Task& task) {
  std::string words;
  for (const TriedChange& one : result.tried)
    words += fmt::format("{}{}: {}", words.empty() ? "" : "; ", line_words(one.place, task.files.front()),
                         one.words);
  return words.empty() ? words : fmt::format("Tried, and right: {}.", words);
}

std::vector<TriedChange> tried_changes(const CaseJudge& cases, const std::vector<OpenCase>& failing,
                                       const std::vector<OpenCase>& others) {
  return Trials(cases, failing, others).find();
}

}  // namespace lockstep::assignment
