// A kernel file with its range and arguments on the command line becomes a plan.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.hpp"
#include "core/catalogue/kernels.hpp"
#include "core/plan/build_options.hpp"
#include "sim/compiler/compile.hpp"
#include "sim/launch/argument_order.hpp"
#include "sim/launch/arguments.hpp"
#include "sim/launch/group_sizes.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::sim {

Result<const Kernel*> choose_kernel(const Program& program, const LaunchOptions& options) {
  if (program.kernels.empty()) return failure(fmt::format("{} has no kernel", options.file));
  if (options.kernel.empty()) {
    if (program.kernels.size() == 1) return &program.kernels.front();
    return usage_error(fmt::format("{} has several kernels; choose one with --kernel: {}", options.file,
                                   kernel_names(program)));
  }
  if (const Kernel* kernel = program.find_kernel(options.kernel)) return kernel;
  return usage_error(
      fmt::format("{} has no kernel {}; it has {}", options.file, options.kernel, kernel_names(program)));
}

namespace {

Extents chosen_local_size(const Extents& global_size, const Kernel& kernel, const DeviceModel& model) {
  return {chosen_group_size(global_size.size, global_size.dimensions, kernel, model), global_size.dimensions};
}

bool exceeds(const Extents& extents, std::uint64_t most) {
  std::uint64_t items = 1;
  for (const std::uint64_t size : extents.size) {
    if (size > most / items) return true;
    items *= size;
  }
  return false;
}

std::string extents_text(const Extents& extents) {
  std::string text = std::to_string(extents.size[0]);
  for (unsigned d = 1; d < extents.dimensions; ++d) text += fmt::format(",{}", extents.size[d]);
  return text;
}

bool divides(const Extents& local, const Extents& global_size) {
  for (std::size_t d = 0; d < 3; ++d)
    if (global_size.size[d] % local.size[d] != 0) return false;
  return true;
}

// A size that is refused comes with one that is not.
Result<Extents> given_local_size(const LaunchOptions& options, const Extents& global_size,
                                 const Kernel& kernel, const DeviceModel& model) {
  Result<Extents> local = parse_extents("--local", options.local_size);
  if (!local || local->dimensions != global_size.dimensions) return local;
  const std::string possible = extents_text(chosen_local_size(global_size, kernel, model));
  if (exceeds(*local, model.max_group_size))
    return usage_error(
        fmt::format("--local {}: a work-group of {} has at most {} work-items; --local {} is possible",
                    options.local_size, model.name, model.max_group_size, possible));
  if (!divides(*local, global_size) && !permits_partial_groups(options.build_options))
    return usage_error(fmt::format("--local {} does not divide --global {}; --local {} does",
                                   options.local_size, options.global_size, possible));
  return local;
}

Result<Extents> local_size_of(const LaunchOptions& options, const Extents& global_size, const Kernel& kernel,
                              std::vector<std::string>& notes) {
  if (!options.local_size.empty()) return given_local_size(options, global_size, kernel, *options.model);
  const Extents chosen = chosen_local_size(global_size, kernel, *options.model);
  const std::uint64_t items = chosen.size[0] * chosen.size[1] * chosen.size[2];
  notes.push_back(fmt::format("--local is missing: the work-groups have {} (--local {})",
                              plural(items, "work-item"), extents_text(chosen)));
  return chosen;
}

Result<NdRange> parse_range(const LaunchOptions& options, const Kernel& kernel,
                            std::vector<std::string>& notes) {
  if (options.global_size.empty()) return usage_error("--global is missing: the number of work-items");
  const Result<Extents> global_size = parse_extents("--global", options.global_size);
  if (!global_size) return tl::unexpected(global_size.error());
  const Result<Extents> local_size = local_size_of(options, *global_size, kernel, notes);
  if (!local_size) return tl::unexpected(local_size.error());
  if (local_size->dimensions != global_size->dimensions)
    return usage_error(fmt::format("--global has {} and --local {}",
                                   plural(global_size->dimensions, "dimension"), local_size->dimensions));
  NdRange range;
  range.global_size = global_size->size;
  range.local_size = local_size->size;
  range.dimensions = global_size->dimensions;
  if (!options.global_offset.empty()) {
    const Result<Extents> offset = parse_offset("--offset", options.global_offset);
    if (!offset) return tl::unexpected(offset.error());
    if (offset->dimensions != global_size->dimensions)
      return usage_error(fmt::format("--global has {} and --offset {}",
                                     plural(global_size->dimensions, "dimension"), offset->dimensions));
    range.global_offset = offset->size;
  }
  return range;
}

// The parameters that have no argument, if the others have theirs in order: "local:64 for __local int* room".
std::string missing_arguments(const Kernel& kernel, const std::vector<ParsedArgument>& arguments,
                              const NdRange& range) {
  std::string missing;
  std::size_t next = 0;
  for (const Parameter& parameter : kernel.parameters) {
    if (next < arguments.size() && fits(parameter, arguments[next])) {
      ++next;
      continue;
    }
    std::string word = wanted_argument(parameter);
    if (parameter.kind == Parameter::Kind::local_buffer)
      word = fmt::format("local:{}", one_element_each(parameter, range));
    missing +=
        fmt::format("{}{} for {} {}", missing.empty() ? "" : ", ", word, parameter.type_name, parameter.name);
  }
  return next == arguments.size() ? missing : std::string();
}

Error wrong_count(const Kernel& kernel, const std::vector<ParsedArgument>& arguments, const NdRange& range) {
  std::string message =
      fmt::format("kernel {} takes {} ({}), not {}", kernel.name,
                  plural(kernel.parameters.size(), "argument"), parameter_list(kernel), arguments.size());
  if (arguments.size() < kernel.parameters.size())
    if (const std::string missing = missing_arguments(kernel, arguments, range); !missing.empty())
      message += "; missing: " + missing;
  return {Error::Kind::usage, message};
}

Result<std::vector<ParsedArgument>> parse_all(const std::vector<std::string>& texts) {
  std::vector<ParsedArgument> arguments;
  for (const std::string& text : texts) {
    Result<ParsedArgument> parsed = parse_argument(text);
    if (!parsed) return tl::unexpected(parsed.error());
    arguments.push_back(std::move(*parsed));
  }
  return arguments;
}

Result<void> add_arguments(PreparedRun& run, const Kernel& kernel, const std::vector<std::string>& texts) {
  PlanLaunch& launch = run.plan.launches.front();
  Result<std::vector<ParsedArgument>> arguments = parse_all(texts);
  if (!arguments) return tl::unexpected(arguments.error());
  if (texts.size() != kernel.parameters.size())
    return tl::unexpected(wrong_count(kernel, *arguments, launch.range));
  if (const std::string order = order_mistake(kernel, *arguments, texts); !order.empty())
    return usage_error("the arguments " + order);
  for (std::size_t index = 0; index < texts.size(); ++index) {
    ParsedArgument& parsed = (*arguments)[index];
    const Parameter& parameter = kernel.parameters[index];
    const Result<std::string> fits = check_argument(index + 1, parameter, parsed, texts[index]);
    if (!fits && parameter.kind == Parameter::Kind::local_buffer)
      return usage_error(fmt::format("{}; local:{} is one element for each work-item of a work-group",
                                     fits.error().message, one_element_each(parameter, launch.range)));
    if (!fits) return tl::unexpected(fits.error());
    if (!fits->empty()) run.notes.push_back(*fits);
    if (auto image = fit_image(parsed, parameter, texts[index]); !image) return tl::unexpected(image.error());
    if (parsed.is_buffer) {
      parsed.argument = BufferArgument{run.plan.buffers.size()};
      parsed.buffer.name = parameter.name;
      if (parsed.dump)
        run.dumped.push_back({run.plan.buffers.size(), false, parsed.type.is_half, parsed.dump_file});
      run.plan.buffers.push_back(std::move(parsed.buffer));
    }
    launch.arguments.push_back(std::move(parsed.argument));
  }
  return {};
}

}  // namespace

Result<PreparedRun> prepare_kernel_file(const LaunchOptions& options) {
  const Result<KernelSource> source = read_kernel_source(options.file);
  if (!source) return tl::unexpected(source.error());
  const auto program = language::compile(*source, options.build_options);
  if (!program) return tl::unexpected(program.error());
  const Result<const Kernel*> kernel = choose_kernel(**program, options);
  if (!kernel) return tl::unexpected(kernel.error());
  std::vector<std::string> notes;
  const Result<NdRange> range = parse_range(options, **kernel, notes);
  if (!range) return tl::unexpected(range.error());

  PreparedRun run = one_launch(*source, options.build_options, (*kernel)->name, *range);
  run.notes = std::move(notes);
  const auto takes_image = [](const Parameter& parameter) {
    return parameter.kind == Parameter::Kind::image;
  };
  if (std::ranges::any_of((*kernel)->parameters, takes_image))
    run.notes.push_back(
        "accesses of images are executed and checked for bounds, but not counted and not checked for data "
        "races: "
        "no source gives the rules of texture units");
  run.warnings = (*program)->warnings;
  if (const Result<void> added = add_arguments(run, **kernel, options.arguments); !added)
    return tl::unexpected(added.error());
  for (std::string& note : exchanged_buffers(run.plan, **program)) run.notes.push_back(std::move(note));
  return run;
}

}  // namespace lockstep::sim
