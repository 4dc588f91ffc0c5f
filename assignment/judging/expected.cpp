#include "assignment/judging/expected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "assignment/judging/execute.hpp"
#include "core/recording/recording.hpp"
#include "sim/launch/described_plan.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::string_view kSolution = "solution";

// The word in a plan that stands for the values of the reference solution: "values": "solution".
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

// The permitted difference between floating-point results and the reference. The reference combines values in
// another order, and sums near zero have the rounding error of large addends.
double rounding_of(const Expected& expected, ElementType type) {
  const double rounding = type == ElementType::float64 ? 1e-12 : 1e-5;
  double greatest = 0;
  for (const PlanBuffer& buffer : expected.plan.buffers)
    if (const auto given = expected.contents.find(buffer.name);
        given != expected.contents.end() && is_floating(buffer.type))
      greatest = std::max(greatest, greatest_magnitude(buffer.type, given->second));
  return rounding * greatest;
}

std::string beginning_of_run(const Case& values) { return values.text() + ": "; }

class Expecting {
 public:
  Expecting(const AssignmentFolder& folder, const Task& task, const Test& test, const Case& values)
      : folder_(folder),
        task_(task),
        test_(test),
        values_(values),
        files_(author_files(folder, task, "reference")) {
    is_for_students_ = files_.empty() && folder.has(public_runs_file(task, test));
    if (is_for_students_) files_ = author_files(folder, task, "skeleton");
  }

  // Writes the results of the reference that a student needs: its steps, its counts if they are compared, and
  // its result if it is expected.
  Result<RunAnswer> public_run(LaunchDescription launch) {
    expected_.launch = std::move(launch);
    const bool is_solution = expects_solution(expected_.launch);
    if (is_solution) expected_.launch.expectation.values = "0";
    if (const auto made = make_plan(); !made) return tl::unexpected(made.error());
    take_contents();
    auto run = run_reference();
    if (!run) return run;
    RunAnswer known;
    known.state = RunAnswer::State::done;
    if (std::ranges::any_of(test_.criteria, &Criterion::needs_reference)) known.counts = run->counts;
    known.steps = run->steps;
    known.sources = run->sources;
    known.result = run->result;
    if (is_solution) known.contents[run->result] = run->contents.at(run->result);
    return known;
  }

  Result<std::map<std::string, Bytes>> given(LaunchDescription launch) {
    expected_.launch = std::move(launch);
    if (expects_solution(expected_.launch)) expected_.launch.expectation.values = "0";
    if (const auto made = make_plan(); !made) return tl::unexpected(made.error());
    take_contents();
    return std::move(expected_.contents);
  }

  Result<Expected> expect(LaunchDescription launch) {
    expected_.launch = std::move(launch);
    const bool is_solution = expects_solution(expected_.launch);
    if (is_solution) expected_.launch.expectation.values = "0";
    if (const auto made = make_plan(); !made) return tl::unexpected(made.error());
    take_contents();
    const auto answer = is_for_students_ ? read_run() : run_reference();
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
  void take_contents() {
    for (const PlanBuffer& buffer : expected_.plan.buffers)
      if (buffer.content.pattern != Content::Pattern::uninitialised && !buffer.variable_of)
        expected_.contents[buffer.name] = materialise(buffer);
  }

  Result<void> make_plan() {
    const SourceText* const kernel = find_file(files_, expected_.launch.file);
    if (kernel == nullptr)
      return usage_error(
          fmt::format("there is no reference solution: reference/{} is missing", expected_.launch.file));
    KernelSource source;
    source.path = "reference/" + kernel->path;
    const bool is_of_host = !task_.host_program().empty() || !task_.recording().empty();
    source.text = is_for_students_ && is_of_host ? std::string(kNoLaunchKernel) : kernel->text;
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
    request.counts_warps = std::ranges::any_of(test_.criteria, &Criterion::needs_warps);
    if (expected_.plan.expectation) request.followed_elements = expected_.plan.expectation->result_elements;
    RunAnswer answer = execute(request);
    if (answer.state != RunAnswer::State::done)
      return usage_error(
          fmt::format("the reference solution does not run with {}: {}", values_.text(), answer.message));
    return noted(std::move(answer));
  }

  RunAnswer noted(RunAnswer answer) {
    expected_.reference = answer.counts;
    expected_.reference_steps = answer.steps;
    expected_.sources = answer.sources;
    return answer;
  }

  Result<RunAnswer> read_run() {
    const auto runs = folder_.read(public_runs_file(task_, test_));
    if (!runs) return tl::unexpected(runs.error());
    const std::string begin = beginning_of_run(values_);
    for (std::size_t at = 0; at < runs->size();) {
      const std::size_t end = std::min(runs->find('\n', at), runs->size());
      const std::string_view line = std::string_view(*runs).substr(at, end - at);
      at = end + 1;
      if (!line.starts_with(begin)) continue;
      auto answer = parse_run_answer(line.substr(begin.size()));
      return answer ? Result<RunAnswer>(noted(std::move(*answer))) : answer;
    }
    return usage_error(
        fmt::format("this copy for students has no run of the reference solution with {}", values_.text()));
  }

  const AssignmentFolder& folder_;
  const Task& task_;
  const Test& test_;
  const Case& values_;
  bool is_for_students_ = false;
  std::vector<SourceText> files_;
  Expected expected_;
};

}  // namespace

Result<Expected> make_expected(const AssignmentFolder& folder, const Task& task, const Test& test,
                               const Case& values) {
  auto launch = author_launch(task, test, values);
  if (!launch) return tl::unexpected(launch.error());
  return Expecting(folder, task, test, values).expect(std::move(*launch));
}

Result<LaunchDescription> launch_with_values(const AssignmentFolder& folder, const Task& task,
                                             const Test& test, const Case& values) {
  auto launch = author_launch(task, test, values);
  if (!launch || !expects_solution(*launch)) return launch;
  auto expected = Expecting(folder, task, test, values).expect(std::move(*launch));
  if (!expected) return tl::unexpected(expected.error());
  return std::move(expected->launch);
}

Result<std::map<std::string, Bytes>> given_contents(const AssignmentFolder& folder, const Task& task,
                                                    const Test& test, const Case& values) {
  auto launch = author_launch(task, test, values);
  if (!launch) return tl::unexpected(launch.error());
  return Expecting(folder, task, test, values).given(std::move(*launch));
}

std::string public_runs_file(const Task& task, const Test& test) {
  return fmt::format("{}{}/{}.txt", kPublicRuns, task.name, test.name);
}

Result<std::string> public_runs(const AssignmentFolder& folder, const Task& task, const Test& test) {
  const auto cases = cases_of(task, test, std::string(kPublicSecret));
  if (!cases) return tl::unexpected(cases.error());
  std::string text;
  for (const Case& values : *cases) {
    auto launch = author_launch(task, test, values);
    if (!launch) return tl::unexpected(launch.error());
    Expecting expecting(folder, task, test, values);
    auto run = expecting.public_run(std::move(*launch));
    if (!run) return tl::unexpected(run.error());
    // The launches of the host are omitted, because students must find them.
    const bool is_of_host = !task.host_program().empty() || !task.recording().empty();
    if (is_of_host && std::ranges::none_of(test.criteria, &Criterion::needs_reference))
      run->counts.launches.clear();
    text += beginning_of_run(values) + to_line(*run) + "\n";
  }
  return text;
}

std::vector<SourceText> author_files(const AssignmentFolder& folder, const Task& task,
                                     const std::string& from) {
  std::vector<SourceText> files;
  for (const std::string& file : task.files)
    if (auto text = file.ends_with(kRecordingEnding) ? folder.read_bytes(from + "/" + file)
                                                     : folder.read(from + "/" + file))
      files.push_back({file, std::move(*text)});
  return files;
}

std::vector<std::string> right_texts(const AssignmentFolder& folder, const Task& task,
                                     const std::string& path) {
  std::vector<std::string> texts;
  if (auto text = folder.read("reference/" + path)) texts.push_back(std::move(*text));
  const std::string ending = path.substr(std::min(path.rfind('.'), path.size()));
  for (const std::string& name : task.right) {
    const std::string from = fmt::format("right/{}/{}", task.name, name);
    if (name.find('.') != name.npos && !name.ends_with(ending)) continue;
    if (auto text = folder.read(name.find('.') != name.npos ? from : from + "/" + path))
      texts.push_back(std::move(*text));
  }
  return texts;
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

std::string without_expected_values(LaunchDescription launch, const std::map<std::string, Bytes>& contents,
                                    bool says_what) {
  for (DescribedBuffer& buffer : launch.buffers)
    if (contents.contains(buffer.name)) buffer.fill.clear();
  const std::string buffer = launch.expectation.buffer;
  const bool is_reference = launch.expectation.kind > DescribedExpectation::Kind::values;
  if (says_what && is_reference) {
    for (DescribedBuffer& given : launch.buffers)
      if (given.name == launch.expectation.of) given.fill = "0";  // any fill, because the contents replace it
    return to_text(launch);
  }
  if (launch.expectation.kind != DescribedExpectation::Kind::nothing) {
    launch.expectation = {};
    launch.expectation.kind = DescribedExpectation::Kind::values;
    launch.expectation.buffer = buffer;
    launch.expectation.values = "0";
  }
  return to_text(launch);
}

LaunchDescription with_data(LaunchDescription launch, const Expected& expected) {
  for (DescribedBuffer& buffer : launch.buffers) {
    const auto content = expected.contents.find(buffer.name);
    const auto planned = std::ranges::find(expected.plan.buffers, buffer.name, &PlanBuffer::name);
    const bool is_known = content != expected.contents.end() && planned != expected.plan.buffers.end();
    if (is_known && buffer.fill.starts_with('@')) buffer.fill = values_text(*planned, content->second);
  }
  return launch;
}

const SourceText* find_file(const std::vector<SourceText>& files, std::string_view path) {
  const auto found = std::ranges::find(files, path, &SourceText::path);
  return found == files.end() ? nullptr : &*found;
}

}  // namespace lockstep::assignment
