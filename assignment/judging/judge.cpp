#include "assignment/judging/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

#include "assignment/judging/case_judge.hpp"
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

struct Judge::Prepared {
  std::vector<Case> cases;
  std::vector<std::shared_ptr<const Expected>> expected;
  std::vector<TimedRounds> rounds;  // of tests that measure times
};

Judge::Judge(const Assignment& assignment, const AssignmentFolder& folder, std::string secret)
    : assignment_(assignment), folder_(folder), secret_(std::move(secret)) {}
Judge::~Judge() = default;
Judge::Judge(Judge&&) noexcept = default;

std::vector<SourceText> Judge::author_files(const Task& task, const std::string& from) const {
  return assignment::author_files(folder_, task, from);
}

Result<const Judge::Prepared*> Judge::prepare(const Task& task, const Test& test) {
  std::unique_ptr<Prepared>& prepared = prepared_[&test];
  if (prepared) return prepared.get();
  auto cases = cases_of(task, test, is_public(test) ? std::string(kPublicSecret) : secret_);
  if (!cases) return tl::unexpected(cases.error());
  auto made = std::make_unique<Prepared>();
  made->cases = std::move(*cases);
  std::map<std::string, std::shared_ptr<const Expected>> known;  // all schedules have the same
  for (Case one : made->cases) {
    one.schedule = {};
    std::shared_ptr<const Expected>& same = known[one.text()];
    if (!same) {
      auto expected = make_expected(folder_, task, test, one);
      if (!expected)
        return usage_error(
            fmt::format("{}, test \"{}\": {}", task.title, test.title, expected.error().message));
      same = std::make_shared<const Expected>(std::move(*expected));
    }
    made->expected.push_back(same);
    if (!test.measures_times()) continue;
    auto rounds = timed_rounds(folder_, task, test, one, same);
    if (!rounds) return tl::unexpected(rounds.error());
    made->rounds.push_back(std::move(*rounds));
  }
  prepared = std::move(made);
  return prepared.get();
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

// One submission of one task.
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
    TaskResult result;
    result.task = &task_;
    const MissingFiles missing = missing_files(judge_.assignment_, task_, files_);
    result.has_other_files = missing.has_others;
    for (const Test& test : task_.tests) {
      if (test.is_withheld || (options_.only_public && !is_public(test))) continue;
      if (!missing.sentences.empty()) {
        result.tests.push_back(not_handed_in(test, missing.sentences));
        continue;
      }
      const auto prepared = judge_.prepare(task_, test);
      if (!prepared) return tl::unexpected(prepared.error());
      TestResult one = lacks_needed(test) ? skipped(test) : judge_test(test, **prepared);
      if (one.is_passed()) passed_.insert(test.name);
      result.tests.push_back(std::move(one));
    }
    add_points(result);
    if (options_.finds_lines) find_lines(result);
    return result;
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

  TestResult judge_test(const Test& test, const Prepared& prepared) {
    TestResult result;
    result.test = &test;
    result.state = TestState::passed;
    bool is_of_device = false;  // the last failure
    for (std::size_t i = 0; i < prepared.cases.size(); ++i) {
      ++result.cases;
      auto failure = cases_.judge(test, prepared.cases[i], *prepared.expected[i], result);
      is_of_device = !failure && test.measures_times();
      if (is_of_device) failure = judge_time(test, prepared.cases[i], prepared.rounds[i], result);
      if (!failure) {
        ++result.passed_cases;
        continue;
      }
      if (!result.failure) result.failure = std::move(failure);
      if (!test.is_divided || result.state != TestState::failed) break;
    }
    if (result.failure && result.state == TestState::passed) result.state = TestState::failed;
    if (result.failure && !is_of_device) {
      std::vector<OpenCase> example = explain_failure(cases_, test, result);
      if (is_public(test)) example = open_cases(test, prepared);
      if (may_be_found(result)) std::ranges::move(example, std::back_inserter(failing_[is_public(test)]));
    } else if (is_public(test) && result.is_passed()) {
      std::ranges::move(open_cases(test, prepared), std::back_inserter(right_));
    }
    result.points = points_of(test, prepared, result);
    return result;
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

  // Of public tests, or else of the examples of others.
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

  // In turn with the reference solution, after everything else is right.
  std::optional<Failure> judge_time(const Test& test, const Case& values, const TimedRounds& rounds,
                                    TestResult& result) const {
    if (!values.has_counters()) return std::nullopt;
    TimeVerdict verdict;
    if (const auto launch = cases_.launch_of(*rounds.front(), values); !options_.clock || !launch) {
      verdict.state = TestState::not_graded;
      verdict.failure =
          Failure{"not measured", "This test measures times: name a device to lockstep grade.", {}, {}};
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

  void add_points(TaskResult& result) const {
    double deductions = 0;
    for (const TestResult& one : result.tests) {
      (one.test->is_bonus ? result.bonus : result.points) += one.points;
      const bool is_lost = one.state != TestState::passed && one.state != TestState::not_graded;
      if (is_lost) deductions += one.test->deduction;
    }
    result.points = std::max(0.0, result.points - deductions);
  }

  Judge& judge_;
  const Task& task_;
  const std::vector<SourceText>& files_;
  const Options& options_;
  CaseJudge cases_;
  std::set<std::string> passed_;
  // Of tests that did not pass, hidden and public ones, and of public ones that did.
  std::array<std::vector<OpenCase>, 2> failing_;
  std::vector<OpenCase> right_;
};

Result<TaskResult> Judge::judge(const Task& task, const std::vector<SourceText>& files, const Runner& run,
                                const Options& options) {
  return Judging(*this, task, files, run, options).judge();
}

}  // namespace lockstep::assignment
