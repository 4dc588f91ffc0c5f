#include "assignment/judging/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <utility>

#include "assignment/formula/formula.hpp"
#include "assignment/judging/criterion_verdict.hpp"
#include "assignment/judging/execute.hpp"
#include "assignment/judging/expected.hpp"
#include "assignment/judging/missing_files.hpp"
#include "assignment/judging/time_verdict.hpp"
#include "core/base/text/text.hpp"
#include "core/check/check.hpp"
#include "core/recording/recording.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::array<std::uint64_t, 14> kExampleSizes{1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33, 64, 100};
constexpr std::size_t kMaxExampleRuns = 60;
// Warp instructions of a run whose test gives no number: many more than any solution that is meant.
constexpr std::uint64_t kLeastBudget = 100'000, kTimesReference = 50;

std::string plan_file_of(const Task& task) {
  for (const std::string& file : task.files)
    if (file.ends_with(kPlanFileEnding)) return file;
  return {};
}

// Of a host program: it gets inputs of its own, and the result has to come from its launches.
TestState state_of(HostAnswer::State state) {
  switch (state) {
    case HostAnswer::State::done:
      return TestState::passed;
    case HostAnswer::State::refused:
      return TestState::not_gradable;
    case HostAnswer::State::crash:
      return TestState::crash;
    case HostAnswer::State::stopped:
      return TestState::stopped;
    case HostAnswer::State::lost:
      break;
  }
  return TestState::not_graded;
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
    case TestState::not_handed_in:
    case TestState::skipped:
    case TestState::not_graded:
      break;
  }
  return std::string(name(state));
}

Bytes bytes_of(std::string_view text) {
  const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

bool is_public(const Test& test) { return test.visibility == Visibility::always; }

}  // namespace

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

// With as many values as cases once it is whole.
struct Judge::Prepared {
  std::vector<Case> cases;
  std::vector<std::shared_ptr<const Expected>> expected;
  std::vector<TimedRounds> rounds;                               // of tests that measure times
  std::map<std::string, std::shared_ptr<const Expected>> known;  // by the case: all schedules have the same

  bool is_whole() const { return expected.size() == cases.size(); }
  static std::string key_of(Case one) {
    one.schedule = {};
    return one.text();
  }
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

// One submission of one task.
class Judge::Judging {
 public:
  Judging(Judge& judge, const Task& task, const std::vector<SourceText>& files, const Runner& run,
          const Options& options)
      : judge_(judge), task_(task), files_(files), run_(run), options_(options) {}

  Result<TaskResult> judge() {
    TaskResult result = begin();
    for (const Test& test : task_.tests) {
      if (is_left_out(test)) continue;
      auto one = judge(test);
      if (!one) return tl::unexpected(one.error());
      add(std::move(*one), result);
    }
    add_points(result);
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
  // The result of a test that asks for no run.
  std::optional<TestResult> without_runs(const Test& test) const {
    if (!missing_.empty()) return not_handed_in(test, missing_);
    return lacks_needed(test) ? std::optional(skipped(test)) : std::nullopt;
  }

  Result<TestResult> judge(const Test& test) {
    // A mistake in a test that is skipped is one, too.
    if (!missing_.empty()) return not_handed_in(test, missing_);
    const auto prepared = judge_.prepare(task_, test);
    if (!prepared) return tl::unexpected(prepared.error());
    if (auto result = without_runs(test)) return std::move(*result);
    JudgedCases cases = begin(test, **prepared);
    while (!cases.are_over) judge_next(**prepared, cases);
    return conclude(**prepared, cases);
  }

  // The cases of a test up to `next`.
  struct JudgedCases {
    TestResult result;
    std::size_t next = 0;
    bool are_over = false;      // after them, or after one that decides
    bool is_of_device = false;  // the last failure
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
    auto failure = judge_case(test, prepared.cases[i], *prepared.expected[i], result);
    cases.is_of_device = !failure && test.measures_times();
    if (cases.is_of_device) failure = judge_time(test, prepared.cases[i], prepared.rounds[i], result);
    cases.are_over = cases.next == prepared.cases.size() ||
                     (failure && (!test.is_divided || result.state != TestState::failed));
    if (!failure) ++result.passed_cases;
    if (failure && !result.failure) result.failure = std::move(failure);
  }

  TestResult conclude(const Prepared& prepared, const JudgedCases& cases) {
    TestResult result = cases.result;
    if (result.failure && result.state == TestState::passed) result.state = TestState::failed;
    if (result.failure && !cases.is_of_device) explain(*result.test, result);
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
    RunRequest request = request_of(test, *launch, expected, values);
    if (auto failure = add_recording(test, expected, values, request, result)) return failure;
    const RunAnswer answer = run_(request);
    result.steps += answer.steps;
    if (answer.state != RunAnswer::State::done) {
      result.state = state_of(answer.state);
      const bool is_of_host =
          !request.recording.empty() && answer.state == RunAnswer::State::refused && !answer.place.is_known();
      return Failure{is_of_host ? "wrong host program" : kind_of(result.state), answer.message, answer.place,
                     values};
    }
    note_reached(test, values, expected, answer, result);
    for (const Criterion& criterion : test.criteria)
      if (auto failure = judge_criterion(criterion, values, expected, answer)) {
        result.state = TestState::failed;
        failure->which = values;
        failure->criterion = &criterion;
        return failure;
      }
    return std::nullopt;
  }

  // In turn with the reference solution, after everything else is right.
  std::optional<Failure> judge_time(const Test& test, const Case& values, const TimedRounds& rounds,
                                    TestResult& result) const {
    if (!values.has_counters()) return std::nullopt;
    TimeVerdict verdict;
    if (const auto launch = launch_of(*rounds.front(), values); !options_.clock || !launch) {
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
    request.submission = {text_files(), request_of(test, launch, expected, values).launch};
    for (const auto& round : rounds) request.contents.push_back(round->contents);
    request.model = values.model->name;
    return request;
  }

  static void note_reached(const Test& test, const Case& values, const Expected& expected,
                           const RunAnswer& answer, TestResult& result) {
    const auto goal = std::ranges::find(test.criteria, Criterion::Kind::comparison, &Criterion::kind);
    if (goal == test.criteria.end() || !values.has_counters()) return;
    const auto compared = compare(*goal, answer.counts, &expected.reference, values.n, values.L);
    if (compared) result.reached = std::max(result.reached.value_or(compared->left), compared->left);
  }

  Result<LaunchDescription> launch_of(const Expected& expected, const Case& values) const {
    const std::string plan = plan_file_of(task_);
    const SourceText* const handed_in = plan.empty() ? nullptr : find_file(files_, plan);
    if (plan.empty()) return expected.launch;
    if (handed_in == nullptr)
      return usage_error(fmt::format("There is no file \"{}\" in this submission.", plan));
    return student_launch(handed_in->text, plan, expected.launch, values);
  }

  // Where a host program or a recording is handed in. None: it is in the request, or there is none to be.
  std::optional<Failure> add_recording(const Test& test, const Expected& expected, const Case& values,
                                       RunRequest& request, TestResult& result) const {
    const std::string program = task_.host_program(), file = program.empty() ? task_.recording() : program;
    if (file.empty()) return std::nullopt;
    const SourceText* const handed_in = find_file(files_, file);
    if (handed_in == nullptr) {
      result.state = TestState::not_gradable;
      return Failure{
          "not handed in", fmt::format("There is no file \"{}\" in this submission.", file), {}, values};
    }
    keep_inputs(expected, request);
    if (program.empty()) {
      request.recording = bytes_of(handed_in->text);
      return std::nullopt;
    }
    HostAnswer answer = recording_of(test, program, values, request);
    result.state = state_of(answer.state);
    if (answer.state != HostAnswer::State::done)
      return Failure{kind_of(result.state), std::move(answer.message), std::move(answer.place), values};
    request.recording = bytes_of(answer.recording);
    return std::nullopt;
  }

  HostAnswer recording_of(const Test& test, const std::string& program, const Case& values,
                          RunRequest& request) const {
    HostAnswer lost;
    if (!options_.run_host) {
      lost.message = "Host programs are not run here; grade it with: lockstep grade.";
      return lost;
    }
    // The program must not know the numbers whose result is asked for.
    Case others = values;
    ++others.seed;
    auto seen = given_contents(judge_.folder_, task_, test, others);
    auto arguments = words_with_values(task_.arguments, values);
    if (!seen || !arguments) {
      lost.message = (seen ? arguments.error() : seen.error()).message;
      return lost;
    }
    for (const auto& [name, bytes] : request.contents) request.seen[name] = seen->at(name);
    return options_.run_host(
        {text_files(), program, std::move(*arguments), request.seen, values.model->name});
  }

  // Recordings are bytes.
  std::vector<SourceText> text_files() const {
    std::vector<SourceText> texts;
    for (const SourceText& file : files_)
      if (!file.path.ends_with(kRecordingEnding)) texts.push_back(file);
    return texts;
  }

  // A host program has its own places to work in.
  static void keep_inputs(const Expected& expected, RunRequest& request) {
    const std::vector<std::string> inputs = inputs_of(expected);
    std::erase_if(request.contents,
                  [&](const auto& one) { return std::ranges::find(inputs, one.first) == inputs.end(); });
  }

  RunRequest request_of(const Test& test, const LaunchDescription& launch, const Expected& expected,
                        const Case& values) const {
    RunRequest request;
    request.files = text_files();

    request.contents = expected.contents;
    request.model = values.model->name;
    request.lanes = sim::to_string(values.schedule.lanes);
    request.order = sim::to_string(values.schedule.order);
    request.step_budget = budget_of(test, expected, values);
    request.is_hidden = !is_public(test);
    request.memory_bytes = options_.memory_bytes;
    request.counts_steps =
        values.has_counters() && std::ranges::any_of(test.criteria, &Criterion::needs_steps);
    if (const auto& expectation = expected.plan.expectation) {
      request.result_bytes =
          expectation->result_elements * size_bytes(expected.plan.buffers[expectation->result_buffer].type);
      if (values.has_counters() && !expected.sources.empty())
        request.followed_elements = expectation->result_elements;
    }
    const bool is_recorded = !task_.host_program().empty() || !task_.recording().empty();
    request.launch = without_expected_values(launch, expected.contents, request.counts_steps || is_recorded);
    return request;
  }

  // Points depend on steps, never on seconds. With independent lanes each lane is an instruction of its own.
  static std::uint64_t budget_of(const Test& test, const Expected& expected, const Case& values) {
    if (test.step_budget != 0) return test.step_budget;
    const bool is_lockstep = values.schedule.lanes == sim::LaneSchedule::lockstep;
    return kLeastBudget +
           kTimesReference * expected.reference_steps * (is_lockstep ? 1 : values.model->warp_width);
  }

  // The line of a wrong result, and the same failure in a small case with public seeds.
  void explain(const Test& test, TestResult& result) {
    if (result.state == TestState::not_graded || result.state == TestState::memory) return;
    // A compiler says the same for each case; only where the text depends on one it could tell what is
    // hidden.
    if (is_public(test)) result.public_place = result.failure->place;
    if (result.state == TestState::not_gradable && is_public(test)) return;
    const bool is_slow_host = !task_.host_program().empty() && result.state == TestState::stopped;
    if (is_slow_host) return;
    locate(test, *result.failure);
    if (is_public(test)) result.public_place = result.failure->place;
    if (!options_.finds_examples) return;
    if (!is_public(test)) result.public_place = find_public_place(test, *result.failure);
    result.example = find_example(test, *result.failure);
    if (!result.example && has_run(*result.failure)) show(test, *result.failure);
  }

  // It compiles, and takes the arguments.
  static bool has_run(const Failure& failure) {
    return failure.criterion != nullptr || failure.kind == kind_of(TestState::stopped);
  }

  // The run of the case, and the moment at which it fails. That of a host program is in its recording.
  void show(const Test& test, Failure& failure) const {
    const bool is_recorded = !task_.host_program().empty() || !task_.recording().empty();
    if (!options_.shows_moments || !failure.which || is_recorded) return;
    const auto expected = expected_of(test, *failure.which);
    const auto launch = expected ? launch_of(**expected, *failure.which) : tl::unexpected(expected.error());
    if (!launch) return;
    failure.launch = to_text(with_data(*launch, **expected));
    RunRequest request = request_of(test, *launch, **expected, *failure.which);
    request.launch = failure.launch;
    request.counts_steps = false;
    request.shown_failure = failure.kind;
    request.shown_line = failure.place.line;
    failure.moment = run_(request).moment;
  }

  SourcePlace find_public_place(const Test& test, const Failure& wanted) {
    if (!wanted.which || !wanted.place.is_known()) return {};
    const Case& which = *wanted.which;
    Test same = test;
    same.visibility = Visibility::always;
    same.lists = {{which.n},
                  {which.L},
                  {which.type},
                  {which.op},
                  {},
                  {sim::to_string(which.schedule.lanes)},
                  {sim::to_string(which.schedule.order)},
                  {std::string(which.model->name)}};
    std::size_t runs = 0;
    for (const std::string& launch : public_launches(test)) {
      same.launch = launch;
      if (const auto found = find_example_of(same, wanted, runs)) return found->place;
    }
    return {};
  }

  // Where a wrong result becomes wrong, and which line has most of what is too much.
  void locate(const Test& test, Failure& failure) {
    if (!failure.which || failure.criterion == nullptr) return;
    const bool is_of_counter = failure.criterion->kind == Criterion::Kind::comparison;
    const bool is_located = failure.kind == "wrong result" || failure.kind == "not combined" || is_of_counter;
    if (!is_located) return;
    const auto expected = expected_of(test, *failure.which);
    const auto launch = expected ? launch_of(**expected, *failure.which) : tl::unexpected(expected.error());
    if (!launch) return;
    RunRequest request = request_of(test, *launch, **expected, *failure.which);
    TestResult unused;
    if (add_recording(test, **expected, *failure.which, request, unused)) return;
    if (!is_of_counter) request.launch = to_text(*launch);
    request.explains = true;
    request.followed_elements = 0;
    const RunAnswer answer = run_(request);
    if (is_of_counter) {
      failure.place = costliest(*failure.criterion, *failure.which, launch->file, answer);
    } else if (failure.is_unwritten || failure.kind == "not combined") {
      locate_store(*launch, answer, failure);
    } else if (!answer.explanation.empty()) {
      failure.reason = answer.explanation;
      failure.place = answer.explained;
      // What was there before the launch stayed.
      if (!failure.place.is_known() && !answer.lacks_launch) locate_store(*launch, answer, failure);
    }
  }

  static SourcePlace costliest(const Criterion& criterion, const Case& values, const std::string& file,
                               const RunAnswer& answer) {
    for (const std::string& count : counts_of_lines(criterion.left)) {
      SourcePlace place;
      double most = 0;
      for (const LineCounts& line : answer.lines) {
        const auto value = evaluate(count, names_of({line.counters, {}}, values.n, values.L));
        if (!value || *value <= most) continue;
        most = *value;
        place = {file, line.line, 0};
      }
      if (place.is_known()) return place;
    }
    return {};
  }

  // What has a value for each line, in place of what is known of a whole launch only.
  static std::vector<std::string> counts_of_lines(const std::string& left) {
    std::vector<std::string> counts{left};
    if (left.find("barriers") != left.npos) counts.emplace_back("barriers");
    if (left == "T" || left == "steps") counts.emplace_back("work");
    return counts;
  }

  // The line that should have stored what is missing: the last one that stores into global memory, or else
  // that of the kernel.
  void locate_store(const LaunchDescription& launch, const RunAnswer& answer, Failure& failure) const {
    for (const LineCounts& line : answer.lines)
      if (line.counters.global_store_requests + line.counters.global_atomic_transactions > 0 &&
          line.line >= failure.place.line)
        failure.place = {launch.file, line.line, 0};
    if (failure.place.is_known()) {
      if (failure.is_unwritten)
        failure.reason +=
            fmt::format(" Line {} is the last one that stores into global memory.", failure.place.line);
      return;
    }
    const SourceText* const kernel = find_file(files_, launch.file);
    if (kernel == nullptr || launch.launches.empty()) return;
    const std::size_t at = kernel->text.find(launch.launches.back().kernel + "(");
    if (at == kernel->text.npos) return;
    const auto lines = std::ranges::count(std::string_view(kernel->text).substr(0, at), '\n');
    failure.place = {launch.file, static_cast<std::uint32_t>(lines) + 1, 0};
    if (failure.is_unwritten) failure.reason += " No line that was executed stores into global memory.";
  }

  static bool asks_for_powers_of_two(const Test& test) {
    return !test.lists.n.empty() &&
           std::ranges::all_of(test.lists.n, [](std::uint64_t n) { return std::has_single_bit(n); });
  }

  std::optional<Failure> find_example(const Test& test, const Failure& wanted) {
    Test small = test;
    small.visibility = Visibility::always;
    small.lists.n.assign(kExampleSizes.begin(), kExampleSizes.end());
    if (wanted.which) small.lists.L = {wanted.which->L};
    if (wanted.which)
      for (const std::uint64_t times : {1, 2, 4, 8})
        for (const std::uint64_t n : {times * wanted.which->L, times * wanted.which->L + 1})
          small.lists.n.push_back(n);
    if (asks_for_powers_of_two(test))
      std::erase_if(small.lists.n, [](std::uint64_t n) { return !std::has_single_bit(n); });
    small.lists.seeds.clear();
    std::size_t runs = 0;
    for (const std::string& launch : public_launches(test)) {
      small.launch = launch;
      if (auto found = find_example_of(small, wanted, runs)) {
        if (has_run(wanted)) show(small, *found);
        return found;
      }
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
      const auto expected = make_expected(judge_.folder_, task_, small, values);
      if (!expected) continue;
      if (++runs > kMaxExampleRuns) break;
      TestResult tried;
      tried.test = &small;
      auto failure = judge_case(small, values, *expected, tried);
      if (!failure || failure->kind != wanted.kind) continue;
      locate(small, *failure);
      failure->criterion = nullptr;  // of a copy of the test
      return failure;
    }
    return std::nullopt;
  }

  // The same as make_expected(), which runs the reference.
  Result<std::shared_ptr<const Expected>> expected_of(const Test& test, const Case& values) const {
    if (const auto prepared = judge_.prepared_.find(&test); prepared != judge_.prepared_.end()) {
      const auto known = prepared->second->known.find(Prepared::key_of(values));
      if (known != prepared->second->known.end() && known->second) return known->second;
    }
    auto expected = make_expected(judge_.folder_, task_, test, values);
    if (!expected) return tl::unexpected(expected.error());
    return std::make_shared<const Expected>(std::move(*expected));
  }

  Judge& judge_;
  const Task& task_;
  const std::vector<SourceText>& files_;
  const Runner& run_;
  const Options& options_;
  std::set<std::string> passed_;
  std::string missing_;  // what of the task was not handed in
};

// A case is judged again after each of its runs, with the answers so far, until it asks for no other run; so
// is what the test concludes.
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
  // A host program is not started again, either.
  Options remembering(Options options) {
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
    return {};  // lost: what is judged of it is not kept
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

  // One more case, or, after the last one, the result.
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
  std::size_t test_ = 0;  // the one that is judged
  std::optional<Judging::JudgedCases> cases_;
  std::vector<RunAnswer> answers_;  // of the runs of the next case
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
