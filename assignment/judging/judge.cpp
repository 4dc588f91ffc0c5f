#include "assignment/judging/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <set>
#include <utility>

#include "assignment/judging/case_judge.hpp"
#include "assignment/judging/execute.hpp"
#include "assignment/judging/failure_place.hpp"
#include "assignment/judging/missing_files.hpp"
#include "assignment/judging/time_verdict.hpp"
#include "assignment/judging/tried_lines.hpp"

namespace lockstep::assignment {
std::string_view name(TestState state) {
  constexpr std::array<std::string_view, 9> names{"passed",        "failed",  "stopped",
                                                  "memory",        "crash",   "not gradable",
                                                  "not handed in", "skipped", "not graded"};
  return names[static_cast<std::size_t>(state)];
}

bool TaskResult::is_graded() const {
  return std::ranges::none_of(tests, [](const TestResult& it) { return it.state == TestState::not_graded; });
}

bool TaskResult::has_all_points() const {
  return std::ranges::all_of(tests, [](const TestResult& it) { return it.is_passed() || it.test->is_bonus; });
}

// The preparation is complete when there are as many expected values as cases.
struct Judge::Prepared {
  std::vector<Case> cases;
  std::vector<std::shared_ptr<const Expected>> expected;
  std::vector<TimedRounds> rounds;                               // for tests that measure times
  std::map<std::string, std::shared_ptr<const Expected>> known;  // the same for all schedules of a case

  bool is_whole() const { return expected.size() == cases.size(); }
};

Judge::Judge(const Assignment& assignment, const AssignmentFolder& folder, std::string secret)
    : assignment_(assignment), folder_(folder), secret_(std::move(secret)) {}
Judge::~Judge() = default;
Judge::Judge(Judge&&) noexcept = default;

std::vector<SourceText> Judge::author_files(const Task& task, const std::string& from) const {
  return assignment::author_files(folder_, task, from);
}

Result<const Judge::Prepared*> Judge::prepare(const Task& task, const Test& test) {
  if (const auto found = prepared_.find(&test); found != prepared_.end() && found->second->is_whole())
    return found->second.get();
  while (true) {
    const Result<bool> is_last = prepare_next(task, test);
    if (!is_last) return tl::unexpected(is_last.error());
    if (*is_last) return prepared_.at(&test).get();
  }
}

Result<bool> Judge::prepare_next(const Task& task, const Test& test) {
  std::unique_ptr<Prepared>& prepared = prepared_[&test];
  if (!prepared) {
    auto cases = cases_of(task, test, is_public(test) ? std::string(kPublicSecret) : secret_);
    if (!cases) {
      prepared_.erase(&test);
      return tl::unexpected(cases.error());
    }
    prepared = std::make_unique<Prepared>();
    prepared->cases = std::move(*cases);
  }
  if (prepared->is_whole()) return true;
  Case one = prepared->cases[prepared->expected.size()];
  one.schedule = {};
  std::shared_ptr<const Expected>& same = prepared->known[one.text()];
  if (!same) {
    auto expected = make_expected(folder_, task, test, one);
    if (!expected)
      return usage_error(
          fmt::format("{}, test \"{}\": {}", task.title, test.title, expected.error().message));
    same = std::make_shared<const Expected>(std::move(*expected));
  }
  if (test.measures_times()) {
    auto rounds = timed_rounds(folder_, task, test, one, same);
    if (!rounds) return tl::unexpected(rounds.error());
    prepared->rounds.push_back(std::move(*rounds));
  }
  prepared->expected.push_back(same);
  return prepared->is_whole();
}

std::vector<std::string> Judge::problems() {
  std::vector<std::string> problems;
  for (const Task& task : assignment_.tasks)
    for (const Test& test : task.tests)
      if (!test.is_withheld)
        if (const auto prepared = prepare(task, test); !prepared)
          problems.push_back(prepared.error().message);
  return problems;
}

// Judges one submission to one task.
class Judge::Judging {
 public:
  Judging(Judge& judge, const Task& task, const std::vector<SourceText>& files, const Runner& run,
          const Options& options)
      : judge_(judge),
        task_(task),
        files_(files),
        options_(options),
        cases_(judge.folder_, task, files, run, options) {}

  Result<TaskResult> judge() {
    TaskResult result = begin();
    for (const Test& test : task_.tests) {
      if (is_left_out(test)) continue;
      auto one = judge(test);
      if (!one) return tl::unexpected(one.error());
      add(std::move(*one), result);
    }
    add_points(result);
    if (options_.finds_lines) find_lines(result);
    return result;
  }

  TaskResult begin() {
    TaskResult result;
    result.task = &task_;
    MissingFiles missing = missing_files(judge_.assignment_, task_, files_);
    result.has_other_files = missing.has_others;
    missing_ = std::move(missing.sentences);
    return result;
  }

  bool is_left_out(const Test& test) const {
    return test.is_withheld || (options_.only_public && !is_public(test));
  }
  // Returns the result of a test that requires no run.
  std::optional<TestResult> without_runs(const Test& test) const {
    if (!missing_.empty()) return not_handed_in(test, missing_);
    return lacks_needed(test) ? std::optional(skipped(test)) : std::nullopt;
  }

  Result<TestResult> judge(const Test& test) {
    if (!missing_.empty()) return not_handed_in(test, missing_);
    // A mistake in the assignment is reported even if the test is skipped.
    const auto prepared = judge_.prepare(task_, test);
    if (!prepared) return tl::unexpected(prepared.error());
    if (auto result = without_runs(test)) return std::move(*result);
    JudgedCases cases = begin(test, **prepared);
    while (!cases.are_over) judge_next(**prepared, cases);
    TestResult result = conclude(**prepared, cases);
    if (options_.finds_lines) keep_open_cases(test, **prepared, std::move(cases.example), result);
    return result;
  }

  // The progress of a test: the results of its cases before `next`.
  struct JudgedCases {
    TestResult result;
    std::size_t next = 0;
    bool are_over = false;          // after the last case, or after a decisive case
    bool is_of_device = false;      // whether the last failure comes from the device
    std::vector<OpenCase> example;  // cases of the failure; set by conclude()
  };

  static JudgedCases begin(const Test& test, const Prepared& prepared) {
    JudgedCases cases;
    cases.result.test = &test;
    cases.result.state = TestState::passed;
    cases.are_over = prepared.cases.empty();
    return cases;
  }

  void judge_next(const Prepared& prepared, JudgedCases& cases) {
    TestResult& result = cases.result;
    const Test& test = *result.test;
    const std::size_t i = cases.next++;
    ++result.cases;
    auto failure = cases_.judge(test, prepared.cases[i], *prepared.expected[i], result);
    cases.is_of_device = !failure && test.measures_times();
    if (cases.is_of_device) failure = judge_time(test, prepared.cases[i], prepared.rounds[i], result);
    cases.are_over = cases.next == prepared.cases.size() ||
                     (failure && (!test.is_divided || result.state != TestState::failed));
    if (!failure) ++result.passed_cases;
    if (failure && !result.failure) result.failure = std::move(failure);
  }

  TestResult conclude(const Prepared& prepared, JudgedCases& cases) {
    TestResult result = cases.result;
    if (result.failure && result.state == TestState::passed) result.state = TestState::failed;
    if (result.failure && !cases.is_of_device) cases.example = explain_failure(cases_, *result.test, result);
    result.points = points_of(*result.test, prepared, result);
    return result;
  }

  void add(TestResult one, TaskResult& result) {
    if (one.is_passed()) passed_.insert(one.test->name);
    result.tests.push_back(std::move(one));
  }

  void add_points(TaskResult& result) const {
    double deductions = 0;
    for (const TestResult& one : result.tests) {
      (one.test->is_bonus ? result.bonus : result.points) += one.points;
      const bool is_lost = one.state != TestState::passed && one.state != TestState::not_graded;
      if (is_lost) deductions += one.test->deduction;
    }
    result.points = std::max(0.0, result.points - deductions);
  }

 private:
  bool lacks_needed(const Test& test) const {
    return std::ranges::any_of(test.needs, [&](const std::string& it) { return !passed_.contains(it); });
  }

  static TestResult skipped(const Test& test) {
    TestResult result;
    result.test = &test;
    result.state = TestState::skipped;
    return result;
  }

  static TestResult not_handed_in(const Test& test, const std::string& missing) {
    TestResult result;
    result.test = &test;
    result.state = TestState::not_handed_in;
    result.failure = Failure{std::string(name(result.state)), missing, {}, {}};
    return result;
  }

  // Used by find_lines().
  void keep_open_cases(const Test& test, const Prepared& prepared, std::vector<OpenCase> example,
                       const TestResult& result) {
    if (is_public(test)) {
      std::erase_if(example, [&](const OpenCase& one) { return !suits_reference(one); });
      std::ranges::move(open_cases(test, prepared), std::back_inserter(example));
    }
    if (result.failure && may_be_found(result))
      std::ranges::move(example, std::back_inserter(failing_[is_public(test)]));
    else if (is_public(test) && result.is_passed())
      std::ranges::move(example, std::back_inserter(right_));
  }

  // In a smaller case, it may be impossible to meet a limit on counters.
  bool suits_reference(const OpenCase& one) const {
    const std::vector<SourceText> reference = judge_.author_files(task_, "reference");
    TestResult unused;
    unused.test = one.test.get();
    return !reference.empty() &&
           !cases_.with_files(reference).judge(*one.test, one.values, *one.expected, unused);
  }

  static bool may_be_found(const TestResult& result) {
    return result.state == TestState::failed || result.state == TestState::stopped ||
           result.state == TestState::crash;
  }

  static std::vector<OpenCase> open_cases(const Test& test, const Prepared& prepared) {
    if (test.measures_times()) return {};
    std::vector<OpenCase> open;
    const std::shared_ptr<const Test> same(std::shared_ptr<const Test>(), &test);
    for (std::size_t i = 0; i < prepared.cases.size(); ++i)
      open.push_back({same, prepared.cases[i], prepared.expected[i]});
    return open;
  }

  // Uses the cases of public tests, or, if there are none, the examples of the other tests.
  void find_lines(TaskResult& result) const {
    const bool is_open = !failing_[true].empty();
    if (failing_[is_open].empty()) return;
    const std::vector<TriedChange> tried = tried_changes(cases_, failing_[is_open], right_);
    for (TestResult& one : result.tests)
      if (one.failure && may_be_found(one) && (is_public(*one.test) == is_open)) one.tried = tried;
  }

  static double points_of(const Test& test, const Prepared& prepared, const TestResult& result) {
    if (result.state == TestState::passed) return test.points;
    if (result.state == TestState::not_graded) return 0;
    const double share =
        static_cast<double>(result.passed_cases) / static_cast<double>(prepared.cases.size());
    return test.is_divided ? test.points * share : 0;
  }

  // Measures times, alternating with the reference solution, after all other criteria are met.
  std::optional<Failure> judge_time(const Test& test, const Case& values, const TimedRounds& rounds,
                                    TestResult& result) const {
    if (!values.has_counters()) return std::nullopt;
    TimeVerdict verdict;
    if (const auto launch = cases_.launch_of(*rounds.front(), values); !options_.clock || !launch) {
      verdict.state = TestState::not_graded;
      verdict.failure =
          Failure{"not measured", "This test measures times, so lockstep grade needs a device.", {}, {}};
    } else {
      const TimeAnswer answer = options_.clock(time_request(test, *launch, rounds, values));
      verdict = time_verdict(*std::ranges::find(test.criteria, Criterion::Kind::time, &Criterion::kind),
                             answer, rounds, values);
    }
    if (verdict.state != TestState::passed) result.state = verdict.state;
    if (!verdict.to_look_at.empty()) result.to_look_at = verdict.to_look_at;
    if (verdict.failure) verdict.failure->which = values;
    return verdict.failure;
  }

  TimeRequest time_request(const Test& test, const LaunchDescription& launch, const TimedRounds& rounds,
                           const Case& values) const {
    const Expected& expected = *rounds.front();
    TimeRequest request;
    request.reference = {judge_.author_files(task_, "reference"),
                         without_expected_values(expected.launch, expected.contents)};
    request.submission = {cases_.text_files(), cases_.request_of(test, launch, expected, values).launch};
    for (const auto& round : rounds) request.contents.push_back(round->contents);
    request.model = values.model->name;
    return request;
  }

  Judge& judge_;
  const Task& task_;
  const std::vector<SourceText>& files_;
  const Options& options_;
  CaseJudge cases_;
  std::set<std::string> passed_;
  std::string missing_;  // the missing files of the task
  // Cases of failed tests, hidden ([0]) and public ([1]), and of public tests that passed.
  std::array<std::vector<OpenCase>, 2> failing_;
  std::vector<OpenCase> right_;
};

// Judges in steps. After each run, the case is judged again with all answers so far, until it requests no
// further run. The test is concluded in the same way.
class Judge::JudgingInPieces {
 public:
  JudgingInPieces(Judge& judge, const Task& task, std::vector<SourceText> files, Options options,
                  std::stop_token stop)
      : judge_(judge),
        task_(task),
        files_(std::move(files)),
        options_(remembering(std::move(options))),
        stop_(std::move(stop)),
        judging_(judge, task_, files_, run_, options_),
        result_(judging_.begin()) {}
  JudgingInPieces(const JudgingInPieces&) = delete;
  JudgingInPieces& operator=(const JudgingInPieces&) = delete;

  std::optional<Result<TaskResult>> go_on(std::chrono::milliseconds most) {
    const auto end = std::chrono::steady_clock::now() + most;
    do {
      if (stop_.stop_requested()) return std::move(result_);
      if (running_) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        auto answer = running_->go_on(left);
        if (!answer) return std::nullopt;
        answers_.push_back(std::move(*answer));
        running_.reset();
      } else if (test_ == task_.tests.size()) {
        judging_.add_points(result_);
        return std::move(result_);
      } else if (auto error = go_on_with(task_.tests[test_])) {
        return tl::unexpected(std::move(*error));
      }
    } while (std::chrono::steady_clock::now() < end);
    return std::nullopt;
  }

 private:
  // A host program is not started again in this mode. Trials of changes are omitted, because they would be a
  // single step that takes too long.
  Options remembering(Options options) {
    options.finds_lines = false;
    if (options.run_host)
      options.run_host = [this, run = options.run_host](const HostRequest& request) {
        if (hosts_asked_ == hosts_.size()) hosts_.push_back(run(request));
        return hosts_[hosts_asked_++];
      };
    return options;
  }

  RunAnswer answer(const RunRequest& request) {
    if (asked_ < answers_.size()) return answers_[asked_++];
    if (!running_) running_.emplace(request, stop_);
    return {};  // lost: the verdict on this answer is discarded
  }

  std::optional<Error> go_on_with(const Test& test) {
    if (judging_.is_left_out(test)) {
      ++test_;
      return std::nullopt;
    }
    auto result = judging_.without_runs(test);
    if (!result) {
      const Result<bool> is_last = judge_.prepare_next(task_, test);
      if (!is_last) return is_last.error();
      if (!*is_last) return std::nullopt;
      result = judge_more(test, **judge_.prepare(task_, test));
    }
    if (!result) return std::nullopt;
    judging_.add(std::move(*result), result_);
    cases_.reset();
    ++test_;
    return std::nullopt;
  }

  // Judges one more case. After the last case, returns the result.
  std::optional<TestResult> judge_more(const Test& test, const Prepared& prepared) {
    if (!cases_) cases_ = Judging::begin(test, prepared);
    asked_ = hosts_asked_ = 0;
    Judging::JudgedCases tried = *cases_;
    std::optional<TestResult> result;
    if (tried.are_over)
      result = judging_.conclude(prepared, tried);
    else
      judging_.judge_next(prepared, tried);
    if (running_) return std::nullopt;
    cases_ = std::move(tried);
    answers_.clear();
    hosts_.clear();
    return result;
  }

  Judge& judge_;
  const Task& task_;
  std::vector<SourceText> files_;
  const Options options_;
  std::stop_token stop_;
  const Runner run_ = [this](const RunRequest& request) { return answer(request); };
  Judging judging_;
  TaskResult result_;
  std::size_t test_ = 0;  // index of the current test
  std::optional<Judging::JudgedCases> cases_;
  std::vector<RunAnswer> answers_;  // for the runs of the next case
  std::vector<HostAnswer> hosts_;
  std::size_t asked_ = 0, hosts_asked_ = 0;
  std::optional<Executing> running_;
};

Judge::Pieces Judge::pieces(const Task& task, std::vector<SourceText> files, Options options,
                            std::stop_token stop) {
  return [all = std::make_shared<JudgingInPieces>(*this, task, std::move(files), std::move(options),
                                                  std::move(stop))](std::chrono::milliseconds most) {
    return all->go_on(most);
  };
}

Result<TaskResult> Judge::judge(const Task& task, const std::vector<SourceText>& files, const Runner& run,
                                const Options& options) {
  return Judging(*this, task, files, run, options).judge();
}

}  // namespace lockstep::assignment
