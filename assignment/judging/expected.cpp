#include "assignment/judging/expected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assignment/judging/execute.hpp"
#include "sim/launch/described_plan.hpp"

namespace lockstep::assignment {
namespace {

Result<void> run_reference(const std::vector<SourceText>& files, const Case& values, Expected& expected) {
  RunRequest request;
  request.files = files;
  request.launch = without_expected_values(expected.launch, expected.contents);
  request.contents = expected.contents;
  request.model = values.model->name;
  request.lanes = sim::to_string(sim::LaneSchedule::lockstep);
  request.order = sim::to_string(sim::ExecutionOrder{});
  request.counts_steps = true;
  const RunAnswer answer = execute(request);
  if (answer.state != RunAnswer::State::done)
    return usage_error(
        fmt::format("the reference solution does not run with {}: {}", values.text(), answer.message));
  expected.reference = answer.counts;
  expected.reference_steps = answer.steps;
  return {};
}

}  // namespace

Result<Expected> make_expected(const AssignmentFolder& folder, const Task& task, const Test& test,
                               const Case& values) {
  auto launch = author_launch(task, test, values);
  if (!launch) return tl::unexpected(launch.error());
  const std::vector<SourceText> files = author_files(folder, task, "reference");
  const SourceText* const kernel = find_file(files, launch->file);
  if (kernel == nullptr)
    return usage_error(fmt::format("there is no reference solution: reference/{} is missing", launch->file));
  KernelSource source;
  source.path = "reference/" + kernel->path;
  source.text = kernel->text;
  source.is_closed = true;
  sim::DescribedRun described =
      sim::make_described_run(*launch, source, folder.is_built_in() ? "." : folder.path, *values.model);
  if (!described.run) return usage_error(lockstep::report(task.plan_file, described.errors));
  Expected expected;
  expected.launch = std::move(*launch);
  expected.plan = std::move(described.run->plan);
  for (const PlanBuffer& buffer : expected.plan.buffers)
    if (buffer.content.pattern != Content::Pattern::uninitialised && !buffer.variable_of)
      expected.contents[buffer.name] = materialise(buffer);
  if (expected.plan.expectation)
    expected.input = materialise(expected.plan.buffers[expected.plan.expectation->input_buffer]);
  if (const auto run = run_reference(files, values, expected); !run) return tl::unexpected(run.error());
  return expected;
}

std::vector<SourceText> author_files(const AssignmentFolder& folder, const Task& task,
                                     const std::string& from) {
  std::vector<SourceText> files;
  for (const std::string& file : task.files)
    if (auto text = folder.read(from + "/" + file)) files.push_back({file, std::move(*text)});
  return files;
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
