#include "assignment/judging/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "assignment/formula/formula.hpp"
#include "assignment/judging/execute.hpp"
#include "core/check/check.hpp"
#include "sim/launch/described_plan.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::string_view kPublicSecret = "public";
constexpr std::array<std::uint64_t, 14> kExampleSizes{1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33, 64, 100};
constexpr std::size_t kMaxExampleRuns = 60;
constexpr std::uint64_t kExampleBudget = 2'000'000;  // warp instructions

std::string with_blanks(std::string text) {
  std::ranges::replace(text, '_', ' ');
  return text;
}

// As the request of a run: without what should come out, and without what the contents say.
std::string without_expected_values(LaunchDescription launch, const std::map<std::string, Bytes>& contents) {
  for (DescribedBuffer& buffer : launch.buffers)
    if (contents.contains(buffer.name)) buffer.fill.clear();
  const std::string buffer = launch.expectation.buffer;
  if (launch.expectation.kind != DescribedExpectation::Kind::nothing) {
    launch.expectation = {};
    launch.expectation.kind = DescribedExpectation::Kind::values;
    launch.expectation.buffer = buffer;
    launch.expectation.values = "0";
  }
  return to_text(launch);
}

const SourceText* find_file(const std::vector<SourceText>& files, std::string_view path) {
  const auto found = std::ranges::find(files, path, &SourceText::path);
  return found == files.end() ? nullptr : &*found;
}

std::string plan_file_of(const Task& task) {
  for (const std::string& file : task.files)
    if (file.ends_with(kPlanFileEnding)) return file;
  return {};
}

TestState state_of(RunAnswer::State state) {
  switch (state) {
    case RunAnswer::State::done:
      return TestState::passed;
    case RunAnswer::State::refused:
      return TestState::not_gradable;
    case RunAnswer::State::stopped:
      return TestState::stopped;
    case RunAnswer::State::memory:
      return TestState::memory;
    case RunAnswer::State::lost:
      break;
  }
  return TestState::not_graded;
}

std::string kind_of(TestState state) {
  switch (state) {
    case TestState::not_gradable:
      return "does not compile";
    case TestState::stopped:
      return "does not end";
    case TestState::memory:
      return "too much memory";
    case TestState::passed:
    case TestState::failed:
    case TestState::crash:
    case TestState::skipped:
    case TestState::not_graded:
      break;
  }
  return std::string(name(state));
}

std::string_view words_for_missing(Criterion::Relation relation) {
  switch (relation) {
    case Criterion::Relation::less:
    case Criterion::Relation::at_most:
      return "too much";
    case Criterion::Relation::greater:
    case Criterion::Relation::at_least:
      return "too little";
    case Criterion::Relation::equal:
      break;
  }
  return "not what the test asks";
}

bool is_public(const Test& test) { return test.visibility == Visibility::always; }

}  // namespace

std::string_view name(TestState state) {
  constexpr std::array<std::string_view, 8> names{"passed", "failed",       "stopped", "memory",
                                                  "crash",  "not gradable", "skipped", "not graded"};
  return names[static_cast<std::size_t>(state)];
}

bool TaskResult::is_graded() const {
  return std::ranges::none_of(tests, [](const TestResult& it) { return it.state == TestState::not_graded; });
}

bool TaskResult::has_all_points() const {
  return std::ranges::all_of(tests, [](const TestResult& it) { return it.is_passed() || it.test->is_bonus; });
}

// What a case of the author's gives.
struct Judge::Expected {
  LaunchDescription launch;
  Plan plan;
  Bytes input;
  std::map<std::string, Bytes> contents;  // of all buffers that have any
  std::optional<RunCounts> reference;
};

struct Judge::Prepared {
  std::vector<Case> cases;
  std::vector<std::shared_ptr<const Expected>> expected;  // filled when it is needed
};

Judge::Judge(const Assignment& assignment, const AssignmentFolder& folder, std::string secret)
    : assignment_(assignment), folder_(folder), secret_(std::move(secret)) {}
Judge::~Judge() = default;
Judge::Judge(Judge&&) noexcept = default;

std::vector<SourceText> Judge::author_files(const Task& task, const std::string& from) const {
  std::vector<SourceText> files;
  for (const std::string& file : task.files)
    if (auto text = folder_.read(from + "/" + file)) files.push_back({file, std::move(*text)});
  return files;
}

Result<std::shared_ptr<const Judge::Expected>> Judge::expected(const Task& task, const Test& test,
                                                               const Case& values) {
  auto launch = author_launch(task, test, values);
  if (!launch) return tl::unexpected(launch.error());
  const std::vector<SourceText> files = author_files(task, "reference");
  const SourceText* const kernel = find_file(files, launch->file);
  if (kernel == nullptr)
    return usage_error(fmt::format("there is no reference solution: reference/{} is missing", launch->file));
  KernelSource source;
  source.path = "reference/" + kernel->path;
  source.text = kernel->text;
  source.is_closed = true;
  sim::DescribedRun described =
      sim::make_described_run(*launch, source, folder_.is_built_in() ? "." : folder_.path, *values.model);
  if (!described.run) return usage_error(lockstep::report(task.plan_file, described.errors));
  auto result = std::make_shared<Expected>();
  result->launch = std::move(*launch);
  result->plan = std::move(described.run->plan);
  for (const PlanBuffer& buffer : result->plan.buffers)
    if (buffer.content.pattern != Content::Pattern::uninitialised && !buffer.variable_of)
      result->contents[buffer.name] = materialise(buffer);
  if (result->plan.expectation)
    result->input = materialise(result->plan.buffers[result->plan.expectation->input_buffer]);
  const bool is_compared =
      values.has_counters() && std::ranges::any_of(test.criteria, &Criterion::needs_reference);
  if (is_compared) {
    RunRequest request;
    request.files = files;
    request.launch = without_expected_values(result->launch, result->contents);
    request.contents = result->contents;
    request.model = values.model->name;
    request.lanes = sim::to_string(values.schedule.lanes);
    request.order = sim::to_string(values.schedule.order);
    request.counts_steps = true;
    const RunAnswer answer = execute(request);
    if (answer.state != RunAnswer::State::done)
      return usage_error(
          fmt::format("the reference solution does not run with {}: {}", values.text(), answer.message));
    result->reference = answer.counts;
  }
  return result;
}

Result<const Judge::Prepared*> Judge::prepare(const Task& task, const Test& test) {
  std::unique_ptr<Prepared>& prepared = prepared_[&test];
  if (prepared) return prepared.get();
  auto cases = cases_of(task, test, is_public(test) ? std::string(kPublicSecret) : secret_);
  if (!cases) return tl::unexpected(cases.error());
  auto made = std::make_unique<Prepared>();
  made->cases = std::move(*cases);
  for (const Case& one : made->cases) {
    auto expected = this->expected(task, test, one);
    if (!expected)
      return usage_error(
          fmt::format("{}, test \"{}\": {}", task.title, test.title, expected.error().message));
    made->expected.push_back(std::move(*expected));
  }
  prepared = std::move(made);
  return prepared.get();
}

std::vector<std::string> Judge::problems() {
  std::vector<std::string> problems;
  for (const Task& task : assignment_.tasks)
    for (const Test& test : task.tests)
      if (const auto prepared = prepare(task, test); !prepared) problems.push_back(prepared.error().message);
  return problems;
}

// One submission of one task.
class Judge::Judging {
 public:
  Judging(Judge& judge, const Task& task, const std::vector<SourceText>& files, const Runner& run,
          const Options& options)
      : judge_(judge), task_(task), files_(files), run_(run), options_(options) {}

  Result<TaskResult> judge() {
    TaskResult result;
    result.task = &task_;
    for (const Test& test : task_.tests) {
      if (options_.only_public && !is_public(test)) continue;
      const auto prepared = judge_.prepare(task_, test);
      if (!prepared) return tl::unexpected(prepared.error());
      TestResult one = lacks_needed(test) ? skipped(test) : judge_test(test, **prepared);
      if (one.is_passed()) passed_.insert(test.name);
      result.tests.push_back(std::move(one));
    }
    add_points(result);
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

  TestResult judge_test(const Test& test, const Prepared& prepared) {
    TestResult result;
    result.test = &test;
    result.state = TestState::passed;
    for (std::size_t i = 0; i < prepared.cases.size(); ++i) {
      ++result.cases;
      auto failure = judge_case(test, prepared.cases[i], *prepared.expected[i], result);
      if (!failure) {
        ++result.passed_cases;
        continue;
      }
      if (!result.failure) result.failure = std::move(failure);
      if (!test.is_divided || result.state != TestState::failed) break;
    }
    if (result.failure && result.state == TestState::passed) result.state = TestState::failed;
    if (result.failure) explain(test, result);
    result.points = points_of(test, prepared, result);
    return result;
  }

  static double points_of(const Test& test, const Prepared& prepared, const TestResult& result) {
    if (result.state == TestState::passed) return test.points;
    if (result.state == TestState::not_graded) return 0;
    const double share =
        static_cast<double>(result.passed_cases) / static_cast<double>(prepared.cases.size());
    return test.is_divided ? test.points * share : 0;
  }

  // None: it passes.
  std::optional<Failure> judge_case(const Test& test, const Case& values, const Expected& expected,
                                    TestResult& result) {
    const auto launch = launch_of(expected, values);
    if (!launch) {
      result.state = TestState::not_gradable;
      return Failure{"plan is wrong", launch.error().message, {}, values};
    }
    const RunAnswer answer = run_(request_of(test, *launch, expected, values));
    result.steps += answer.steps;
    if (answer.state != RunAnswer::State::done) {
      result.state = state_of(answer.state);
      return Failure{kind_of(result.state), answer.message, answer.place, values};
    }
    for (const Criterion& criterion : test.criteria)
      if (auto failure = judge_criterion(criterion, values, expected, answer)) {
        result.state = TestState::failed;
        failure->which = values;
        return failure;
      }
    return std::nullopt;
  }

  Result<LaunchDescription> launch_of(const Expected& expected, const Case& values) const {
    const std::string plan = plan_file_of(task_);
    const SourceText* const handed_in = plan.empty() ? nullptr : find_file(files_, plan);
    if (plan.empty()) return expected.launch;
    if (handed_in == nullptr)
      return usage_error(fmt::format("There is no file \"{}\" in this submission.", plan));
    return student_launch(handed_in->text, plan, expected.launch, values);
  }

  RunRequest request_of(const Test& test, const LaunchDescription& launch, const Expected& expected,
                        const Case& values) const {
    RunRequest request;
    request.files = files_;
    request.launch = without_expected_values(launch, expected.contents);
    request.contents = expected.contents;
    request.model = values.model->name;
    request.lanes = sim::to_string(values.schedule.lanes);
    request.order = sim::to_string(values.schedule.order);
    request.step_budget = test.step_budget;
    request.is_hidden = !is_public(test);
    request.memory_bytes = options_.memory_bytes;
    request.counts_steps =
        values.has_counters() && std::ranges::any_of(test.criteria, &Criterion::needs_steps);
    return request;
  }

  static std::optional<Failure> judge_criterion(const Criterion& criterion, const Case& values,
                                                const Expected& expected, const RunAnswer& answer) {
    switch (criterion.kind) {
      case Criterion::Kind::right_result:
        return judge_result(expected, answer);
      case Criterion::Kind::unchanged_inputs:
        return judge_inputs(expected, answer);
      case Criterion::Kind::no_finding:
        return judge_findings(answer, [&](const RunFinding& finding) {
          if (criterion.findings.empty()) return finding.severity == "error";
          return finding.severity != "note" &&
                 std::ranges::any_of(criterion.findings, [&](sim::Finding::Kind kind) {
                   return sim::kind_name(kind) == finding.kind;
                 });
        });
      case Criterion::Kind::no_warning:
        return judge_findings(answer, [](const RunFinding& finding) { return finding.severity != "note"; });
      case Criterion::Kind::comparison:
        return values.has_counters() ? judge_comparison(criterion, values, expected, answer) : std::nullopt;
    }
    return std::nullopt;
  }

  static std::optional<Failure> judge_result(const Expected& expected, const RunAnswer& answer) {
    if (!expected.plan.expectation) return std::nullopt;
    const auto result = answer.contents.find(answer.result);
    if (result == answer.contents.end())
      return Failure{"wrong result", "There is no buffer with a result.", {}, {}};
    const CheckResult check = check_result(expected.plan, expected.input, result->second);
    if (check.passed()) return std::nullopt;
    return Failure{"wrong result", check.message(answer.result), {}, {}};
  }

  static std::optional<Failure> judge_inputs(const Expected& expected, const RunAnswer& answer) {
    if (!expected.plan.expectation) return std::nullopt;
    const std::string& name = expected.plan.buffers[expected.plan.expectation->input_buffer].name;
    const auto left = answer.contents.find(name);
    if (left != answer.contents.end() && left->second == expected.input) return std::nullopt;
    return Failure{
        "input changed", fmt::format("The input \"{}\" has changed; it must stay as it is.", name), {}, {}};
  }

  template <class Counts>
  static std::optional<Failure> judge_findings(const RunAnswer& answer, Counts counts) {
    const auto found = std::ranges::find_if(answer.findings, counts);
    if (found == answer.findings.end()) return std::nullopt;
    return Failure{with_blanks(found->kind), found->message, found->place, {}};
  }

  static std::optional<Failure> judge_comparison(const Criterion& criterion, const Case& values,
                                                 const Expected& expected, const RunAnswer& answer) {
    const auto compared = compare(criterion, answer.counts,
                                  expected.reference ? &*expected.reference : nullptr, values.n, values.L);
    if (!compared) return Failure{criterion.subject(), compared.error().message, {}, {}};
    if (compared->holds) return std::nullopt;
    return Failure{criterion.subject(),
                   fmt::format("\"{}\" does not hold: {} is {}{}.", criterion.text, criterion.left,
                               points_text(compared->left), right_side(criterion, *compared)),
                   {},
                   {},
                   without_limit(criterion, values, answer)};
  }

  static std::string without_limit(const Criterion& criterion, const Case& values, const RunAnswer& answer) {
    const auto count = evaluate(criterion.subject(), names_of(answer.counts, values.n, values.L));
    if (!count) return "The counters are not as the test asks.";
    return fmt::format("{} is {}, which is {}.", criterion.subject(), points_text(*count),
                       words_for_missing(criterion.relation));
  }

  // ", and 2 log n is 12"; a number says itself.
  static std::string right_side(const Criterion& criterion, const Compared& compared) {
    const std::string value = points_text(compared.right);
    return value == criterion.right ? std::string() : fmt::format(", and {} is {}", criterion.right, value);
  }

  // The line of a wrong result, and the same failure in a small case with public seeds.
  void explain(const Test& test, TestResult& result) {
    if (result.state == TestState::not_graded || result.state == TestState::memory) return;
    // A compiler says the same for each case; only where the text depends on one it could tell what is
    // hidden.
    if (result.state == TestState::not_gradable && is_public(test)) return;
    if (result.failure->kind == "wrong result" && result.failure->which)
      locate(test, *result.failure->which, *result.failure);
    if (options_.finds_examples) result.example = find_example(test, *result.failure);
  }

  void locate(const Test& test, const Case& values, Failure& failure) {
    auto expected = judge_.expected(task_, test, values);
    const auto launch = expected ? launch_of(**expected, values) : tl::unexpected(expected.error());
    if (!launch) return;
    RunRequest request = request_of(test, *launch, **expected, values);
    request.launch = to_text(*launch);
    request.explains = true;
    const RunAnswer answer = run_(request);
    if (answer.explanation.empty()) return;
    failure.reason = answer.explanation;
    failure.place = answer.explained;
  }

  std::optional<Failure> find_example(const Test& test, const Failure& wanted) {
    Test small = test;
    small.visibility = Visibility::always;
    small.lists.n.assign(kExampleSizes.begin(), kExampleSizes.end());
    if (wanted.which) small.lists.L = {wanted.which->L};
    if (wanted.which)
      for (const std::uint64_t n : {wanted.which->L, wanted.which->L + 1, 2 * wanted.which->L + 1})
        small.lists.n.push_back(n);
    small.lists.seeds.clear();
    small.step_budget = std::min(small.step_budget, kExampleBudget);
    std::size_t runs = 0;
    for (const std::string& launch : public_launches(test)) {
      small.launch = launch;
      if (auto found = find_example_of(small, wanted, runs)) return found;
    }
    return std::nullopt;
  }

  // What a hidden test changes in the plan may hold its inputs and results.
  std::vector<std::string> public_launches(const Test& test) const {
    if (is_public(test)) return {test.launch};
    std::vector<std::string> launches{"{}"};
    for (const Test& one : task_.tests)
      if (is_public(one) && std::ranges::find(launches, one.launch) == launches.end())
        launches.push_back(one.launch);
    return launches;
  }

  std::optional<Failure> find_example_of(const Test& small, const Failure& wanted, std::size_t& runs) {
    const auto cases = cases_of(task_, small, std::string(kPublicSecret));
    if (!cases) return std::nullopt;
    for (const Case& values : *cases) {
      const auto expected = judge_.expected(task_, small, values);
      if (!expected) continue;
      if (++runs > kMaxExampleRuns) break;
      TestResult tried;
      tried.test = &small;
      auto failure = judge_case(small, values, **expected, tried);
      if (!failure || failure->kind != wanted.kind) continue;
      if (failure->kind == "wrong result") locate(small, values, *failure);
      return failure;
    }
    return std::nullopt;
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
  const Runner& run_;
  const Options& options_;
  std::set<std::string> passed_;
};

Result<TaskResult> Judge::judge(const Task& task, const std::vector<SourceText>& files, const Runner& run,
                                const Options& options) {
  return Judging(*this, task, files, run, options).judge();
}

}  // namespace lockstep::assignment
