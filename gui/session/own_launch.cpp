#include "gui/session/own_launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/base/files/path_text.hpp"
#include "sim/compiler/compile.hpp"
#include "sim/explain/tried_launch.hpp"
#include "sim/launch/guessed_constants.hpp"
#include "sim/launch/guessed_macros.hpp"
#include "sim/launch/proposed_instances.hpp"

namespace lockstep::gui {
namespace {

std::string folder_of(const std::string& path) { return path_text(system_path(path).parent_path()); }

}  // namespace

KernelSource own_source(const std::string& path, const std::string& text) {
  return {path, text, folder_of(path)};
}

Result<OwnLaunch> proposed_launch(const std::string& model, const KernelSource& source,
                                  const std::string& given, const std::string& kernel) {
  const auto known = sim::find_device_model(model);
  if (!known) return tl::unexpected(known.error());
  const std::string options = sim::with_proposed_instances(
      source, sim::joined_options(given, sim::guessed_macros(source, given).options));

  const auto program = sim::language::compile(source, options);
  if (!program) return tl::unexpected(program.error());
  if ((*program)->kernels.empty()) return usage_error(fmt::format("{} has no kernel.", source.path));
  const sim::Kernel* chosen = kernel.empty() ? &(*program)->kernels.front() : (*program)->find_kernel(kernel);
  if (chosen == nullptr) return usage_error(fmt::format("{} has no kernel {}.", source.path, kernel));
  return OwnLaunch{sim::tried_launch(source, options, **program, *chosen, **known).launch, {}};
}

sim::DescribedRun own_run(const OwnLaunch& launch, const KernelSource& source,
                          const sim::DeviceModel& model) {
  const bool is_from_file = !launch.plan_file.empty();  // the file may come from another person
  const std::string folder = folder_of(is_from_file ? launch.plan_file : source.path);
  if (is_from_file)
    if (auto errors = sim::outside_include_folders(launch.description, folder); !errors.empty())
      return {{}, std::move(errors)};
  return sim::make_described_run(launch.description, source, folder, model);
}

std::optional<DescribedLaunch> continue_reduction(LaunchDescription& description) {
  using Kind = DescribedArgument::Kind;
  if (description.launches.empty()) return std::nullopt;
  DescribedLaunch next = description.launches.back();
  std::vector<DescribedArgument*> buffers;
  for (DescribedArgument& argument : next.arguments)
    if (argument.kind == Kind::buffer) buffers.push_back(&argument);
  if (buffers.size() != 2 || next.range.dimensions != 1 || next.repeat != 1 || !next.swaps.empty())
    return std::nullopt;
  const DescribedBuffer *first = description.find_buffer(buffers[0]->buffer),
                        *second = description.find_buffer(buffers[1]->buffer);
  if (first == nullptr || second == nullptr || first->count == second->count) return std::nullopt;
  const bool reads_first = first->count > second->count;
  const DescribedBuffer read = reads_first ? *first : *second, written = reads_first ? *second : *first;
  if (written.count < 2) return std::nullopt;
  // A kernel that takes the number of elements as an argument checks the index of excess work-items.
  bool is_guarded = false;
  for (DescribedArgument& argument : next.arguments)
    if (argument.kind == Kind::scalar && argument.value == std::to_string(read.count)) {
      argument.value = std::to_string(written.count);
      is_guarded = true;
    }
  std::uint64_t& local = next.range.local_size[0];
  if (!is_guarded) local = std::min(local, written.count);
  if (local == 0 || (!is_guarded && written.count % local != 0)) return std::nullopt;
  const std::uint64_t groups = (written.count + local - 1) / local;
  next.range.global_size[0] = groups * local;
  DescribedBuffer result = written;
  result.count = groups;
  for (int number = 2; description.find_buffer(result.name) != nullptr; ++number)
    result.name = written.name + std::to_string(number);
  buffers[reads_first ? 0 : 1]->buffer = written.name;
  buffers[reads_first ? 1 : 0]->buffer = result.name;
  // The result that was expected of the previous launch is now expected of the new launch.
  DescribedExpectation& expected = description.expectation;
  if (expected.kind == DescribedExpectation::Kind::reduction && !expected.by_group &&
      expected.buffer == written.name)
    expected.buffer = result.name;
  description.buffers.push_back(std::move(result));
  return next;
}

std::vector<OwnKernel> own_kernels(const KernelSource& source, const std::string& options) {
  const auto program = sim::language::compile(source, options);
  if (!program) return {};
  std::vector<OwnKernel> kernels;
  for (const sim::Kernel& kernel : (*program)->kernels) {
    kernels.push_back({kernel.name, {}});
    for (const sim::Parameter& parameter : kernel.parameters)
      kernels.back().parameters.push_back(sim::declaration_of(parameter));
  }
  return kernels;
}

}  // namespace lockstep::gui
