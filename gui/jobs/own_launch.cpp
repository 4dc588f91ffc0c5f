#include "gui/jobs/own_launch.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "sim/compiler/compile.hpp"
#include "sim/launch/proposal.hpp"

namespace lockstep::gui {
namespace {

std::string folder_of(const std::string& path) { return std::filesystem::path(path).parent_path().string(); }

}  // namespace

KernelSource own_source(const std::string& path, const std::string& text) {
  return {path, text, folder_of(path)};
}

Result<OwnLaunch> proposed_launch(const std::string& model, const KernelSource& source,
                                  const std::string& options, const std::string& kernel) {
  const auto known = sim::find_device_model(model);
  if (!known) return tl::unexpected(known.error());
  const auto program = sim::language::compile(source, options);
  if (!program) return tl::unexpected(program.error());
  if ((*program)->kernels.empty()) return usage_error(fmt::format("{} has no kernel.", source.path));
  const sim::Kernel* chosen = kernel.empty() ? &(*program)->kernels.front() : (*program)->find_kernel(kernel);
  if (chosen == nullptr) return usage_error(fmt::format("{} has no kernel {}.", source.path, kernel));
  return OwnLaunch{sim::propose_launch(source, options, **program, *chosen, **known), {}};
}

sim::DescribedRun own_run(const OwnLaunch& launch, const KernelSource& source,
                          const sim::DeviceModel& model) {
  const std::string& beside = launch.plan_file.empty() ? source.path : launch.plan_file;
  return sim::make_described_run(launch.description, source, folder_of(beside), model);
}

std::vector<OwnKernel> own_kernels(const KernelSource& source, const std::string& options) {
  const auto program = sim::language::compile(source, options);
  if (!program) return {};
  std::vector<OwnKernel> kernels;
  for (const sim::Kernel& kernel : (*program)->kernels) {
    kernels.push_back({kernel.name, {}});
    for (const sim::Parameter& parameter : kernel.parameters)
      kernels.back().parameters.push_back(fmt::format("{} {}", parameter.type_name, parameter.name));
  }
  return kernels;
}

}  // namespace lockstep::gui
