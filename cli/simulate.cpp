// lockstep simulate: one launch of a kernel file of the user's own.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "cli/arguments.hpp"
#include "cli/arguments_check.hpp"
#include "cli/cells.hpp"
#include "cli/command.hpp"
#include "cli/counters_text.hpp"
#include "cli/json.hpp"
#include "core/kernels.hpp"
#include "core/sizes.hpp"
#include "sim/analysis/counters.hpp"
#include "sim/language/compile.hpp"
#include "sim/memory/device_model.hpp"

namespace lockstep::cli {

namespace {

struct SimulateOptions {
  std::string file;
  std::string kernel;
  std::string global_size;
  std::string local_size;
  std::string build_options;
  std::string model = "cc9.0";
  std::vector<std::string> arguments;
  bool no_findings = false;
  bool json = false;
};

struct Job {
  Plan plan;
  std::vector<std::size_t> dumped;  // buffers of the plan
  const sim::DeviceModel* model = nullptr;
  bool detect_findings = true;
};

std::string kernel_names(const sim::Program& program) {
  std::string names;
  for (const sim::Kernel& kernel : program.kernels) names += (names.empty() ? "" : ", ") + kernel.name;
  return names;
}

Result<const sim::Kernel*> choose_kernel(const sim::Program& program, const SimulateOptions& options) {
  if (program.kernels.empty()) return failure(fmt::format("{} has no kernel", options.file));
  if (options.kernel.empty()) {
    if (program.kernels.size() == 1) return &program.kernels.front();
    return usage_error(fmt::format("{} has several kernels; choose one with --kernel: {}", options.file,
                                   kernel_names(program)));
  }
  if (const sim::Kernel* kernel = program.find_kernel(options.kernel)) return kernel;
  return usage_error(
      fmt::format("{} has no kernel {}; it has {}", options.file, options.kernel, kernel_names(program)));
}

Result<NdRange> parse_range(const SimulateOptions& options) {
  if (options.global_size.empty()) return usage_error("--global is missing: how many work-items are to run");
  const Result<Extents> global_size = parse_extents("--global", options.global_size);
  if (!global_size) return tl::unexpected(global_size.error());
  const Result<Extents> local_size = options.local_size.empty()
                                         ? Extents{{1, 1, 1}, global_size->dimensions}
                                         : parse_extents("--local", options.local_size);
  if (!local_size) return tl::unexpected(local_size.error());
  if (local_size->dimensions != global_size->dimensions)
    return usage_error(fmt::format("--global has {} dimensions and --local {}", global_size->dimensions,
                                   local_size->dimensions));
  NdRange range;
  range.global_size = global_size->size;
  range.local_size = local_size->size;
  range.dimensions = global_size->dimensions;
  return range;
}

std::string parameter_list(const sim::Kernel& kernel) {
  std::string list;
  for (const sim::Parameter& parameter : kernel.parameters)
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", parameter.type_name, parameter.name);
  return list;
}

Result<void> add_arguments(Job& job, const sim::Kernel& kernel, const std::vector<std::string>& texts) {
  if (texts.size() != kernel.parameters.size())
    return usage_error(fmt::format("kernel {} takes {} argument{} ({}); {} given", kernel.name,
                                   kernel.parameters.size(), kernel.parameters.size() == 1 ? "" : "s",
                                   parameter_list(kernel),
                                   texts.size() == 1 ? "1 is" : fmt::format("{} are", texts.size())));
  PlanLaunch& launch = job.plan.launches.front();
  for (std::size_t index = 0; index < texts.size(); ++index) {
    Result<ParsedArgument> parsed = parse_argument(texts[index]);
    if (!parsed) return tl::unexpected(parsed.error());
    const Result<void> fits = check_argument(index + 1, kernel.parameters[index], *parsed, texts[index]);
    if (!fits) return tl::unexpected(fits.error());
    if (parsed->is_buffer) {
      parsed->argument = BufferArgument{job.plan.buffers.size()};
      parsed->buffer.name = kernel.parameters[index].name;
      if (parsed->dump) job.dumped.push_back(job.plan.buffers.size());
      job.plan.buffers.push_back(std::move(parsed->buffer));
    }
    launch.arguments.push_back(std::move(parsed->argument));
  }
  return {};
}

Result<Job> make_job(const SimulateOptions& options) {
  Job job;
  job.detect_findings = !options.no_findings;
  if (options.file.ends_with(".sim"))
    return usage_error(
        "launch descriptions (.sim) are not understood yet; name the .cl file and its arguments");
  const Result<const sim::DeviceModel*> model = sim::find_device_model(options.model);
  if (!model) return tl::unexpected(model.error());
  job.model = *model;
  const Result<std::string> text = read_text_file(options.file);
  if (!text) return tl::unexpected(text.error());
  const std::filesystem::path path(options.file);
  const KernelSource source{options.file, *text,
                            path.parent_path().empty() ? "." : path.parent_path().string()};
  const auto program = sim::language::compile(source, options.build_options);
  if (!program) return tl::unexpected(program.error());
  const Result<const sim::Kernel*> kernel = choose_kernel(**program, options);
  if (!kernel) return tl::unexpected(kernel.error());
  const Result<NdRange> range = parse_range(options);
  if (!range) return tl::unexpected(range.error());

  job.plan.id = path.filename().string();
  job.plan.n = range->global_size[0] * range->global_size[1] * range->global_size[2];
  job.plan.group_size = range->group_items();
  job.plan.programs.push_back({source, options.build_options});
  PlanLaunch launch;
  launch.kernel = (*kernel)->name;
  launch.range = *range;
  launch.label = launch.kernel;
  job.plan.launches.push_back(launch);
  if (const Result<void> added = add_arguments(job, **kernel, options.arguments); !added)
    return tl::unexpected(added.error());
  return job;
}

void print_json(const Job& job, const sim::CountedRun& run) {
  Json json{{"status", run.findings.empty() ? "ok" : "findings"}, {"buffers", Json::object()}};
  for (const std::size_t index : job.dumped) {
    const PlanBuffer& buffer = job.plan.buffers[index];
    json["buffers"][buffer.name] = elements_to_json(run.buffers[index], buffer.type);
  }
  Json counters{{"id", job.plan.id}};
  counters.update(to_json(run.total));
  json["counters"] = counters;
  json["findings"] = Json::array();
  for (const sim::Finding& finding : run.findings) json["findings"].push_back(to_json(finding));
  fmt::print("{}\n", json.dump(2));
}

void print_text(const Job& job, const sim::CountedRun& run) {
  const PlanLaunch& launch = job.plan.launches.front();
  fmt::print("{} · kernel {} · {} work-items in groups of {} · {}\n", job.plan.id, launch.kernel,
             count_text(job.plan.n), job.plan.group_size, job.model->name);
  for (const std::size_t index : job.dumped) {
    const PlanBuffer& buffer = job.plan.buffers[index];
    fmt::print("\n{} ({} × {})\n{}", buffer.name, buffer.elements, opencl_name(buffer.type),
               elements_text(run.buffers[index], buffer.type));
  }
  fmt::print("\n{}", counters_table({{"counters", run.total}}));
  if (!job.detect_findings) return;
  fmt::print("\nfindings: {}\n", run.findings.empty() ? "none" : std::to_string(run.findings.size()));
  for (const sim::Finding& finding : run.findings) {
    fmt::print("{}:{}:{}: {}: {}", job.plan.programs.front().source.path, finding.first.range.line,
               finding.first.range.column, sim::kind_name(finding.kind), finding.message);
    if (finding.occurrences > 1) fmt::print(" ({} times)", finding.occurrences);
    fmt::print("\n");
  }
}

Result<int> simulate(const SimulateOptions& options) {
  const Result<Job> job = make_job(options);
  if (!job) return tl::unexpected(job.error());
  sim::RunOptions run_options;
  run_options.detect_findings = job->detect_findings;
  const Result<sim::CountedRun> run = sim::run_counted(job->plan, *job->model, run_options);
  if (!run) return tl::unexpected(run.error());
  options.json ? print_json(*job, *run) : print_text(*job, *run);
  return run->findings.empty() ? kDone : kFailed;
}

// With --json an error is JSON on stdout too, so that a program that reads it need not look elsewhere.
Result<int> run(const SimulateOptions& options) {
  const Result<int> status = simulate(options);
  if (!status && options.json)
    fmt::print("{}\n", Json{{"status", "error"}, {"message", status.error().message}}.dump(2));
  return status;
}

}  // namespace

Command add_simulate(CLI::App& program) {
  auto options = std::make_shared<SimulateOptions>();
  CLI::App* app =
      program.add_subcommand("simulate", "Run one launch of your own kernel file in the simulator");
  app->add_option("FILE", options->file, "OpenCL C source")->required();
  app->add_option("ARG", options->arguments,
                  "Arguments in the kernel's order: buffer:TYPE:COUNT=FILL[:dump], local:BYTES, "
                  "scalar:TYPE=VALUE, null. FILL: a number, iota, random:SEED, @file.bin, @file.csv");
  app->add_option("--kernel", options->kernel, "Kernel to run; not needed when the file has only one");
  app->add_option("--global", options->global_size, "Work-items: X, X,Y or X,Y,Z");
  app->add_option("--local", options->local_size, "Work-items of a work-group: X, X,Y or X,Y,Z");
  app->add_option("--options", options->build_options, "Build options, such as \"-D N=4\"");
  app->add_option("--model", options->model, "Device model")->capture_default_str();
  app->add_flag("--no-findings", options->no_findings, "Count only; do not look for mistakes");
  app->add_flag("--json", options->json, "As JSON");
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
