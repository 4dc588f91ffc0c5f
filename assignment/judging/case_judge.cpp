#include "assignment/judging/case_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assignment/judging/criterion_verdict.hpp"
#include "core/recording/recording.hpp"

namespace lockstep::assignment {
namespace {

// The limit of warp instructions of a run if the test gives none; no intended solution needs as many.
constexpr std::uint64_t kLeastBudget = 200'000, kTimesReference = 50;

std::string plan_file_of(const Task& task) {
  for (const std::string& file : task.files)
    if (file.ends_with(kPlanFileEnding)) return file;
  return {};
}

// Returns the state for a host program. The program receives different inputs, and its launches must compute
// the result from them.
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

Bytes bytes_of(std::string_view text) {
  const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

void note_reached(const Test& test, const Case& values, const Expected& expected, const RunAnswer& answer,
                  TestResult& result) {
  const auto goal = std::ranges::find(test.criteria, Criterion::Kind::comparison, &Criterion::kind);
  if (goal == test.criteria.end() || !values.has_counters()) return;
  const auto compared = compare(*goal, answer.counts, &expected.reference, values.n, values.L);
  if (compared) result.reached = std::max(result.reached.value_or(compared->left), compared->left);
}

// A host program creates its own work buffers, so only the inputs are kept.
void keep_inputs(const Expected& expected, RunRequest& request) {
  const std::vector<std::string> inputs = inputs_of(expected);
  std::erase_if(request.contents,
                [&](const auto& one) { return std::ranges::find(inputs, one.first) == inputs.end(); });
}

// Points depend on steps, never on seconds. With independent lanes, each lane executes separate instructions,
// so the budget is larger.
std::uint64_t budget_of(const Test& test, const Expected& expected, const Case& values) {
  if (test.step_budget != 0) return test.step_budget;
  const bool is_lockstep = values.schedule.lanes == sim::LaneSchedule::lockstep;
  return kLeastBudget +
         kTimesReference * expected.reference_steps * (is_lockstep ? 1 : values.model->warp_width);
}

}  // namespace

bool is_public(const Test& test) { return test.visibility == Visibility::always; }

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

std::optional<Failure> CaseJudge::judge(const Test& test, const Case& values, const Expected& expected,
                                        TestResult& result) const {
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

Result<LaunchDescription> CaseJudge::launch_of(const Expected& expected, const Case& values) const {
  const std::string plan = plan_file_of(task_);
  const SourceText* const handed_in = plan.empty() ? nullptr : find_file(files_, plan);
  if (plan.empty()) return expected.launch;
  if (handed_in == nullptr)
    return usage_error(fmt::format("There is no file \"{}\" in this submission.", plan));
  return student_launch(handed_in->text, plan, expected.launch, values);
}

std::optional<Failure> CaseJudge::add_recording(const Test& test, const Expected& expected,
                                                const Case& values, RunRequest& request,
                                                TestResult& result) const {
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

HostAnswer CaseJudge::recording_of(const Test& test, const std::string& program, const Case& values,
                                   RunRequest& request) const {
  HostAnswer lost;
  if (!options_.run_host) {
    lost.message = "Host programs are not run here; use lockstep grade.";
    return lost;
  }
  // The program must not know the input for which a result is requested.
  Case others = values;
  ++others.seed;
  auto seen = given_contents(folder_, task_, test, others);
  auto arguments = words_with_values(task_.arguments, values);
  if (!seen || !arguments) {
    lost.message = (seen ? arguments.error() : seen.error()).message;
    return lost;
  }
  for (const auto& [name, bytes] : request.contents) request.seen[name] = seen->at(name);
  return options_.run_host({text_files(), program, std::move(*arguments), request.seen, values.model->name});
}

std::vector<SourceText> CaseJudge::text_files() const {
  std::vector<SourceText> texts;
  for (const SourceText& file : files_)
    if (!file.path.ends_with(kRecordingEnding)) texts.push_back(file);
  return texts;
}

RunRequest CaseJudge::request_of(const Test& test, const LaunchDescription& launch, const Expected& expected,
                                 const Case& values) const {
  RunRequest request;
  request.files = text_files();

  request.contents = expected.contents;
  request.model = values.model->name;
  request.lanes = sim::to_string(values.schedule.lanes);
  request.order = sim::to_string(values.schedule.order);
  request.step_budget = std::min(max_steps_, budget_of(test, expected, values));
  request.is_hidden = !is_public(test);
  request.memory_bytes = options_.memory_bytes;
  request.counts_steps = values.has_counters() && std::ranges::any_of(test.criteria, &Criterion::needs_steps);
  request.counts_warps = values.has_counters() && std::ranges::any_of(test.criteria, &Criterion::needs_warps);
  if (const auto& expectation = expected.plan.expectation) {
    request.result_bytes =
        expectation->result_elements * size_bytes(expected.plan.buffers[expectation->result_buffer].type);
    if (values.has_counters() && !expected.sources.empty())
      request.followed_elements = expectation->result_elements;
  }
  request.launch = without_expected_values(launch, expected.contents, request.counts_steps || is_recorded());
  return request;
}

}  // namespace lockstep::assignment
