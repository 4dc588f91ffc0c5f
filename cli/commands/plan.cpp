// lockstep plan: prints the launches of a target as text or as JSON, without running them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/target.hpp"
#include "cli/terms.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/sizes_text.hpp"

namespace lockstep::cli {

namespace {

struct PlanCommandOptions {
  RequestOptions request;
  LaunchArguments launch;
  std::string target;
  bool json = false;
};

std::string buffer_line(const PlanBuffer& buffer) {
  return fmt::format("  {}: {} {}, {}\n", buffer.name, buffer.elements, opencl_name(buffer.type),
                     pattern_name(buffer.content.pattern));
}

std::string launch_line(const PlanLaunch& launch) {
  const NdRange& range = launch.range;
  return fmt::format("  {}: global {}, local {}{}\n", launch.kernel,
                     sizes_text(range.global_size, range.dimensions),
                     sizes_text(range.local_size, range.dimensions),
                     launch.label.empty() || launch.label == launch.kernel ? "" : " · " + launch.label);
}

std::string plan_text(const Plan& plan) {
  std::string text = fmt::format("{}: {} and {}\n", plan.id, plural(plan.buffers.size(), "buffer"),
                                 plural(plan.launches.size(), "launch"));
  for (const PlanBuffer& buffer : plan.buffers) text += buffer_line(buffer);
  for (const PlanLaunch& launch : plan.launches) text += launch_line(launch);
  return text;
}

Result<int> run(const PlanCommandOptions& options) {
  const Result<Request> request = request_for(options.request, options.target);
  if (!request) return tl::unexpected(request.error());
  const Result<sim::PreparedRun> prepared = run_of(options.target, options.launch, *request);
  if (!prepared) return tl::unexpected(prepared.error());
  print_notes(*prepared);
  if (options.json)
    fmt::print("{}\n", to_json(prepared->plan));
  else
    terms_of(prepared->plan).print(plan_text(prepared->plan));
  return kDone;
}

}  // namespace

Command add_plan(CLI::App& program) {
  auto options = std::make_shared<PlanCommandOptions>();
  CLI::App* app = program.add_subcommand("plan", "What would be launched: buffers, launches, arguments");
  app->add_option(
         "TARGET", options->target,
         std::string(kTargetText) + "; for a kernel file without --global and arguments a launch is proposed")
      ->required();
  options->launch.add_to(*app);
  options->request.add_to(*app);
  app->add_flag("--json", options->json, "As JSON, with the arguments of each launch");
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
