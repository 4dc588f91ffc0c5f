#include "cli/programs.hpp"

#include "core/plan/language.hpp"
#include "sim/frontend/frontend.hpp"

namespace lockstep::cli {

namespace {

Result<Plan> plan_of_text(const std::string& file, const LaunchArguments& launch, const Request& request) {
  Result<KernelSource> source = sim::read_kernel_source(file);
  if (!source) return tl::unexpected(source.error());
  const std::string build_options = launch_options(file, launch, *request.model).build_options;
  if (const auto unit = sim::language::analyse(*source, build_options); !unit)
    return tl::unexpected(unit.error());
  Plan plan;
  plan.id = file;
  plan.programs.push_back({std::move(*source), build_options});
  return plan;
}

}  // namespace

Result<Plan> programs_of(const std::string& target, const LaunchArguments& launch, const Request& request) {
  const bool is_text_alone = is_kernel_file(target) && launch.global_size.empty() && launch.arguments.empty();
  if (is_text_alone) return plan_of_text(target, launch, request);
  Result<sim::PreparedRun> run = run_of(target, launch, request);
  if (!run) return tl::unexpected(run.error());
  print_notes(*run);
  return std::move(run->plan);
}

}  // namespace lockstep::cli
