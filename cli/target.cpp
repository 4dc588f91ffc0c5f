#include "cli/target.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "assignment/judging/cases.hpp"
#include "cli/document_target.hpp"
#include "cli/terms.hpp"
#include "core/base/text/text.hpp"
#include "core/catalogue/documents.hpp"
#include "core/plan/language.hpp"
#include "core/recording/recording.hpp"
#include "sim/explain/tried_launch.hpp"
#include "sim/launch/expectation.hpp"
#include "sim/machine/state/limits.hpp"

namespace lockstep::cli {

namespace {

Result<Request> request_of(const RequestOptions& options, const std::string& target) {
  Result<Request> request = parse_request(options);
  if (!request) return request;
  auto recorded = read_recorded(target);
  if (!recorded) return tl::unexpected(recorded.error());
  const auto model = model_for(options.model, *recorded);
  if (!model) return tl::unexpected(model.error());
  request->model = *model;
  request->plan.limits = sim::limits_of(**model);
  request->target = target;
  request->recorded = std::move(*recorded);
  return request;
}

// Returns true for a kernel file without a range and arguments, for which a launch is proposed.
bool needs_proposal(const std::string& target, const LaunchArguments& launch) {
  return is_kernel_file(target) && launch.global_size.empty() && launch.local_size.empty() &&
         launch.global_offset.empty() && launch.arguments.empty();
}

// Adds the values that formulas in plans of assignments may contain.
sim::LaunchOptions with_formulas(sim::LaunchOptions options, const Request& request) {
  assignment::Case values;
  values.n = request.plan.n;
  values.L = request.plan.group_size;
  values.type = opencl_name(request.plan.type);
  values.op = name(request.plan.op);
  values.seed = request.plan.input.seed;
  options.with_values = [values, file = options.file](const std::string& text) {
    return assignment::with_values(text, values, file);
  };
  return options;
}

}  // namespace

Result<std::optional<sim::PreparedRun>> read_recorded(const std::string& target) {
  if (!target.ends_with(kRecordingEnding)) return std::nullopt;
  return sim::prepare_recording(target);
}

Result<const sim::DeviceModel*> model_for(const ModelOption& option,
                                          const std::optional<sim::PreparedRun>& recorded) {
  if (!option.is_given && recorded)
    if (const auto model = sim::find_device_model(recorded->recorded_model)) return *model;
  return option.find();
}

Result<Request> request_for(const RequestOptions& options, const std::string& target) {
  if (names_document_entry(target)) {
    const Result<RequestOptions> of_scene = with_scene_of(target, options);
    if (!of_scene) return tl::unexpected(of_scene.error());
    return request_of(*of_scene, target);
  }
  return request_of(options, target);
}

Result<Plan> plan_for(const Algorithm& algorithm, const Request& request) {
  const Result<KernelSource> source = load_kernel(algorithm, request.kernel_dir);
  if (!source) return tl::unexpected(source.error());
  return make_plan(algorithm, request.plan, *source);
}

sim::LaunchOptions launch_options(const std::string& file, const LaunchArguments& arguments,
                                  const sim::DeviceModel& model) {
  std::string build_options = arguments.build_options;
  for (const std::string& definition : arguments.definitions) build_options += " -D " + definition;
  for (const std::string& folder : arguments.include_dirs) build_options += " -I " + folder;
  // An instance of a template is compiled only if the build options name it.
  if (arguments.kernel.find('<') != std::string::npos) {
    std::string name = arguments.kernel;
    std::erase(name, ' ');
    build_options += " -instantiate=" + name;
  }
  return {file,
          arguments.kernel,
          arguments.global_size,
          arguments.local_size,
          build_options,
          arguments.arguments,
          &model,
          arguments.global_offset};
}

Result<sim::PreparedRun> run_of(const std::string& target, const LaunchArguments& arguments,
                                const Request& request) {
  if (names_document_entry(target)) return with_expectation(prepare_entry(target, request), arguments);
  if (request.recorded && target == request.target) return with_expectation(*request.recorded, arguments);
  if (sim::is_run_file(target)) {
    const auto options = with_formulas(launch_options(target, arguments, *request.model), request);
    return with_expectation(
        needs_proposal(target, arguments) ? sim::propose_run(options) : sim::prepare_run(options), arguments);
  }
  if (!arguments.expected.empty())
    return usage_error("--expect is for files: algorithms of the catalogue have an expected result");
  const Result<const Algorithm*> algorithm = find_algorithm(target);
  if (!algorithm) return tl::unexpected(algorithm.error());
  Result<Plan> plan = plan_for(**algorithm, request);
  if (!plan) return tl::unexpected(plan.error());
  sim::PreparedRun run;
  run.plan = std::move(*plan);
  if (const std::string why = unsuited_group(**algorithm, run.plan.group_size); !why.empty())
    run.notes.push_back(
        fmt::format("{} is not made for work-groups of {}: {}", target, run.plan.group_size, why));
  return run;
}

Result<sim::PreparedRun> with_expectation(Result<sim::PreparedRun> run, const LaunchArguments& arguments) {
  if (!run || arguments.expected.empty()) return run;
  return sim::expect_result(*run, arguments.expected).map([&] { return std::move(*run); });
}

Result<std::shared_ptr<const sim::Trace>> trace_of(const std::string& target,
                                                   const LaunchArguments& arguments, const Request& request,
                                                   const TimeoutOption& timeout_option, bool warns) {
  const auto timeout = parse_timeout(timeout_option);
  if (!timeout) return tl::unexpected(timeout.error());
  RunControl control(*timeout);
  const Result<sim::PreparedRun> run = run_of(target, arguments, request);
  if (!run) return tl::unexpected(run.error());
  print_notes(*run, warns);
  sim::TraceOptions options{
      .schedule = request.schedule, .stop = control.stop(), .timeout = control.timeout()};
  options.show_progress = [&](std::uint64_t moments) {
    control.show(fmt::format("{}: {} moments", target, count_text(moments)));
  };
  auto trace = sim::Trace::record(run->plan, *request.model, options);
  control.clear_line();
  return trace;
}

void print_notes(const sim::PreparedRun& run, bool warns) {
  if (warns)
    for (const std::string& warning : run.warnings) fmt::print(stderr, "{}\n", warning);
  for (const std::string& note : run.notes)
    terms_of(run.plan).print_error(fmt::format("lockstep: note: {}\n", note));
}

}  // namespace lockstep::cli
