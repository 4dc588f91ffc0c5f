#include "assignment/judging/expected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "assignment/judging/execute.hpp"
#include "sim/launch/described_plan.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::string_view kSolution = "solution";

// "values": "solution" in a plan: those of the reference solution.
bool expects_solution(const LaunchDescription& launch) {
  return launch.expectation.kind == DescribedExpectation::Kind::values &&
         launch.expectation.values == kSolution;
}

std::string values_text(const PlanBuffer& buffer, const Bytes& bytes) {
  std::string text;
  const std::size_t size = size_bytes(buffer.type);
  for (std::size_t at = 0; at + size <= bytes.size(); at += size)
    text += (at == 0 ? "" : ",") + element_text(bytes.data() + at, buffer.type);
  return text;
}

double greatest_magnitude(ElementType type, const Bytes& bytes) {
  double greatest = 0;
  with_type(type, [&]<class T>() {
    for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
      T value;
      std::memcpy(&value, bytes.data() + at, sizeof value);
      greatest = std::max(greatest, std::abs(static_cast<double>(value)));
    }
  });
  return std::isfinite(greatest) ? greatest : 1;
}

// How far floating-point results may be from those of the reference, which combines in another order: sums
// near zero have the rounding of large addends.
double rounding_of(const Expected& expected, ElementType type) {
  const double rounding = type == ElementType::float64 ? 1e-12 : 1e-5;
  double greatest = 0;
  for (const PlanBuffer& buffer : expected.plan.buffers)
    if (const auto given = expected.contents.find(buffer.name);
        given != expected.contents.end() && is_floating(buffer.type))
      greatest = std::max(greatest, greatest_magnitude(buffer.type, given->second));
  return rounding * greatest;
}

class Expecting {
 public:
  Expecting(const AssignmentFolder& folder, const Task& task, const Case& values)
      : folder_(folder), task_(task), values_(values), files_(author_files(folder, task, "reference")) {}

  Result<Expected> expect(LaunchDescription launch) {
    expected_.launch = std::move(launch);
    const bool is_solution = expects_solution(expected_.launch);
    if (is_solution) expected_.launch.expectation.values = "0";
    if (const auto made = make_plan(); !made) return tl::unexpected(made.error());
    for (const PlanBuffer& buffer : expected_.plan.buffers)
      if (buffer.content.pattern != Content::Pattern::uninitialised && !buffer.variable_of)
        expected_.contents[buffer.name] = materialise(buffer);
    const auto answer = run_reference();
    if (!answer) return tl::unexpected(answer.error());
    if (is_solution) {
      const PlanBuffer& result = expected_.plan.buffers[expected_.plan.expectation->result_buffer];
      expected_.launch.expectation.values = values_text(result, answer->contents.at(answer->result));
      if (is_floating(result.type) && expected_.launch.expectation.tolerance == 0)
        expected_.rounding = rounding_of(expected_, result.type);
      if (const auto made = make_plan(); !made) return tl::unexpected(made.error());
    }
    if (expected_.plan.expectation)
      expected_.input = materialise(expected_.plan.buffers[expected_.plan.expectation->input_buffer]);
    return std::move(expected_);
  }

 private:
  Result<void> make_plan() {
    const SourceText* const kernel = find_file(files_, expected_.launch.file);
    if (kernel == nullptr)
      return usage_error(
          fmt::format("there is no reference solution: reference/{} is missing", expected_.launch.file));
    KernelSource source;
    source.path = "reference/" + kernel->path;
    source.text = kernel->text;
    source.is_closed = true;
    sim::DescribedRun described = sim::make_described_run(
        expected_.launch, source, folder_.is_built_in() ? "." : folder_.path, *values_.model);
    if (!described.run) return usage_error(lockstep::report(task_.plan_file, described.errors));
    expected_.plan = std::move(described.run->plan);
    return {};
  }

  Result<RunAnswer> run_reference() {
    RunRequest request;
    request.files = files_;
    request.launch = without_expected_values(expected_.launch, expected_.contents);
    request.contents = expected_.contents;
    request.model = values_.model->name;
    request.lanes = sim::to_string(sim::LaneSchedule::lockstep);
    request.order = sim::to_string(sim::ExecutionOrder{});
    request.counts_steps = true;
    RunAnswer answer = execute(request);
    if (answer.state != RunAnswer::State::done)
      return usage_error(
          fmt::format("the reference solution does not run with {}: {}", values_.text(), answer.message));
    expected_.reference = answer.counts;
    expected_.reference_steps = answer.steps;
    return answer;
  }

  const AssignmentFolder& folder_;
  const Task& task_;
  const Case& values_;
  std::vector<SourceText> files_;
  Expected expected_;
};

}  // namespace

Result<Expected> make_expected(const AssignmentFolder& folder, const Task& task, const Test& test,
                               const Case& values) {
  auto launch = author_launch(task, test, values);
  if (!launch) return tl::unexpected(launch.error());
  return Expecting(folder, task, values).expect(std::move(*launch));
}

std::vector<SourceText> author_files(const AssignmentFolder& folder, const Task& task,
                                     const std::string& from) {
  std::vector<SourceText> files;
  for (const std::string& file : task.files)
    if (auto text = folder.read(from + "/" + file)) files.push_back({file, std::move(*text)});
  return files;
}

Bytes without_rounding(const Expected& expected, const Bytes& result) {
  Bytes rounded = result;
  if (expected.rounding == 0) return rounded;
  const Expectation& expectation = *expected.plan.expectation;
  const Bytes& wanted = *expectation.values;
  with_type(expected.plan.buffers[expectation.result_buffer].type, [&]<class T>() {
    for (std::size_t at = 0; at + sizeof(T) <= std::min(rounded.size(), wanted.size()); at += sizeof(T)) {
      T got, right;
      std::memcpy(&got, rounded.data() + at, sizeof got);
      std::memcpy(&right, wanted.data() + at, sizeof right);
      if (std::abs(static_cast<double>(got) - static_cast<double>(right)) <= expected.rounding)
        std::memcpy(rounded.data() + at, &right, sizeof right);
    }
  });
  return rounded;
}

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

}  // namespace lockstep::assignment
