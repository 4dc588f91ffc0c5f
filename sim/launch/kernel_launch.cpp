// Makes a plan from a kernel file with its range and arguments on the command line.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "core/catalogue/kernels.hpp"
#include "core/plan/build_options.hpp"
#include "core/plan/language.hpp"
#include "core/plan/sizes_text.hpp"
#include "sim/compiler/compile.hpp"
#include "sim/frontend/frontend.hpp"
#include "sim/frontend/preprocess/cuda_names.hpp"
#include "sim/launch/argument_fit.hpp"
#include "sim/launch/arguments.hpp"
#include "sim/launch/described_plan.hpp"
#include "sim/launch/extents.hpp"
#include "sim/launch/group_sizes.hpp"
#include "sim/launch/guessed_constants.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::sim {

namespace {

// Returns the message for a file without kernels. If the file has kernel templates, the message says how to
// name an instance: --kernel 'reduce<int,256>'.
std::string without_kernel(const KernelSource& source, const LaunchOptions& options) {
  const std::vector<std::string> instances = language::possible_instances(source, options.build_options);
  if (instances.empty()) return fmt::format("{} has no kernel", options.file);
  return fmt::format(
      "{} has kernel templates but no launch of them; name an instance with --kernel, such as: '{}'",
      options.file, fmt::join(instances, "', '"));
}

Result<const Kernel*> kernel_of(const KernelSource& source, const Program& program,
                                const LaunchOptions& options) {
  if (program.kernels.empty()) return failure(without_kernel(source, options));

  if (options.kernel.empty()) {
    if (program.kernels.size() == 1) return &program.kernels.front();
    return usage_error(fmt::format("{} has several kernels; choose one with --kernel: {}", options.file,
                                   kernel_names(program)));
  }
  if (const Kernel* kernel = program.find_kernel(options.kernel)) return kernel;
  return usage_error(
      fmt::format("{} has no kernel {}; it has {}", options.file, options.kernel, kernel_names(program)));
}

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

bool divides(const Extents& local, const Extents& global_size) {
  for (std::size_t d = 0; d < 3; ++d)
    if (global_size.size[d] % local.size[d] != 0) return false;
  return true;
}

std::string index_name(unsigned dimension, Language language) {
  const std::string opencl = fmt::format("get_global_id({})", dimension);
  return language == Language::cuda ? language::with_cuda_names(opencl) : opencl;
}

// Returns what to do if the local size does not divide the global size. The usual solution is a larger global
// size with work-items that do nothing; if one group is larger than the global size, a possible local size is
// named instead.
std::string way_out(const Extents& local, const Extents& global_size, const std::string& possible,
                    Language language) {
  Extents rounded = global_size;
  std::string guard;
  for (unsigned d = 0; d < global_size.dimensions; ++d) {
    const std::uint64_t items = global_size.size[d], group = local.size[d];
    if (group > items) return fmt::format("--local {} does", possible);
    rounded.size[d] = (items + group - 1) / group * group;
    if (rounded.size[d] != items)
      guard += fmt::format("{}{} < {}", guard.empty() ? "" : " && ", index_name(d, language), items);
  }
  return fmt::format("round the global size up (--global {}) and guard the kernel body with if ({})",
                     sizes_text(rounded.size, rounded.dimensions), guard);
}

// Returns the local size that was typed. An error about this size names a possible size.
Result<Extents> given_local_size(const LaunchOptions& options, const Extents& global_size,
                                 const Kernel& kernel, const DeviceModel& model) {
  Result<Extents> local = parse_extents("--local", options.local_size);
  if (!local || local->dimensions != global_size.dimensions) return local;
  const std::string possible =
      sizes_text(chosen_local_size(global_size, kernel, model).size, global_size.dimensions);
  if (exceeds(*local, model.max_group_size))
    return usage_error(
        fmt::format("--local {}: a work-group on {} can have at most {} work-items; --local {} is possible",
                    options.local_size, model.name, model.max_group_size, possible));
  if (!divides(*local, global_size) && !permits_partial_groups(options.build_options))
    return usage_error(fmt::format("--local {} does not divide --global {}; {}", options.local_size,
                                   options.global_size,
                                   way_out(*local, global_size, possible, language_of(options.file))));
  return local;
}

Result<Extents> local_size_of(const LaunchOptions& options, const Extents& global_size, const Kernel& kernel,
                              std::vector<std::string>& notes) {
  if (!options.local_size.empty()) return given_local_size(options, global_size, kernel, *options.model);
  const Extents chosen = chosen_local_size(global_size, kernel, *options.model);
  const std::uint64_t items = chosen.size[0] * chosen.size[1] * chosen.size[2];
  notes.push_back(fmt::format("--local is missing, so the work-groups have {} (--local {})",
                              plural(items, "work-item"), sizes_text(chosen.size, chosen.dimensions)));
  return chosen;
}

Result<NdRange> parse_range(const LaunchOptions& options, const Kernel& kernel,
                            std::vector<std::string>& notes) {
  if (options.global_size.empty())
    return usage_error(
        "--global, the number of work-items, is missing; `lockstep FILE.cl --commands` prints commands with "
        "a "
        "launch for the file");
  const Result<Extents> global_size = parse_extents("--global", options.global_size);
  if (!global_size) return tl::unexpected(global_size.error());
  const Result<Extents> local_size = local_size_of(options, *global_size, kernel, notes);
  if (!local_size) return tl::unexpected(local_size.error());
  if (local_size->dimensions != global_size->dimensions)
    return usage_error(fmt::format("--global has {}, but --local has {}; the numbers must be equal",
                                   plural(global_size->dimensions, "dimension"), local_size->dimensions));
  NdRange range;
  range.global_size = global_size->size;
  range.local_size = local_size->size;
  range.dimensions = global_size->dimensions;
  if (!options.global_offset.empty()) {
    const Result<Extents> offset = parse_offset("--offset", options.global_offset);
    if (!offset) return tl::unexpected(offset.error());
    if (offset->dimensions != global_size->dimensions)
      return usage_error(fmt::format("--global has {}, but --offset has {}; the numbers must be equal",
                                     plural(global_size->dimensions, "dimension"), offset->dimensions));
    range.global_offset = offset->size;
  }
  return range;
}

Result<TypedLaunch> typed_launch(const LaunchOptions& options, const Kernel& kernel, const NdRange& range) {
  TypedLaunch launch;
  launch.description.file = options.file;
  launch.description.options = options.build_options;
  DescribedLaunch& described = launch.description.launches.emplace_back();
  described.kernel = kernel.name;
  described.range = range;
  for (std::size_t a = 0; a < options.arguments.size(); ++a)
    if (const auto added = add_typed_argument(launch, options.arguments[a], buffer_name(kernel, a)); !added)
      return tl::unexpected(added.error());
  return launch;
}

// Returns the message about a field, with the text that was typed.
std::string typed_message(const DescriptionError& error, const TypedLaunch& launch) {
  constexpr std::string_view kArguments = "launches[0].arguments";
  if (error.key == kArguments) return "the arguments " + error.message;
  // The messages for types, fills and samplers already quote the text.
  const bool is_quoted = error.key.ends_with("type") || error.key.ends_with("fill") ||
                         error.key.ends_with("scalar") || error.message.starts_with("\"sampler:");
  std::size_t buffer = 0;
  for (std::size_t a = 0; a < launch.texts.size(); ++a) {
    const std::string of_argument = fmt::format("{}[{}]", kArguments, a);
    if (error.key == of_argument) return fmt::format("argument {} {}", a + 1, error.message);
    const bool is_buffer =
        launch.description.launches.front().arguments[a].kind == DescribedArgument::Kind::buffer;
    const std::string of_buffer = is_buffer ? fmt::format("buffers[{}].", buffer++) : of_argument + ".";
    if (!is_quoted && error.key.starts_with(of_buffer))
      return fmt::format("\"{}\": {}", launch.texts[a], error.message);
  }
  return error.message;
}

bool takes_image(const Kernel& kernel) {
  return std::ranges::any_of(
      kernel.parameters, [](const Parameter& parameter) { return parameter.kind == Parameter::Kind::image; });
}

}  // namespace

Result<ChosenKernel> choose_kernel(const LaunchOptions& options) {
  Result<KernelSource> source = read_kernel_source(options.file);
  if (!source) return tl::unexpected(source.error());
  const auto program = language::compile(*source, options.build_options);
  if (!program) return tl::unexpected(program.error());
  const Result<const Kernel*> kernel = kernel_of(*source, **program, options);
  if (!kernel) return tl::unexpected(kernel.error());
  return ChosenKernel{std::move(*source), *program, *kernel};
}

Result<PreparedRun> prepare_kernel_file(const LaunchOptions& typed) {
  LaunchOptions options = typed;
  std::vector<std::string> notes;
  if (const auto source = read_kernel_source(options.file)) {
    const GuessedConstants guessed = guessed_constants(*source, options.build_options);
    options.build_options = joined_options(options.build_options, guessed.options);
    if (!guessed.note.empty()) notes.push_back(guessed.note);
  }
  const Result<ChosenKernel> chosen = choose_kernel(options);
  if (!chosen) return tl::unexpected(chosen.error());
  const Kernel& kernel = *chosen->kernel;
  const Result<NdRange> range = parse_range(options, kernel, notes);
  if (!range) return tl::unexpected(range.error());

  const Result<TypedLaunch> launch = typed_launch(options, kernel, *range);
  if (!launch) return tl::unexpected(launch.error());
  if (takes_image(kernel))
    notes.push_back(
        "accesses to images are executed and checked for bounds, but neither counted nor checked for data "
        "races, because no source gives the rules of texture units");
  DescribedRun made = make_typed_run(*launch, chosen->source, chosen->program, *options.model);
  if (!made.run) {
    const DescriptionError& error = made.errors.front();
    return tl::unexpected(Error{error.kind, typed_message(error, *launch)});
  }
  for (std::size_t a = 0; a < launch->texts.size(); ++a) {
    const std::string note = other_values(
        kernel.parameters[a], launch->description.launches.front().arguments[a], launch->description);
    if (!note.empty()) notes.push_back(fmt::format("argument {}: {}", a + 1, note));
  }
  made.run->notes.insert(made.run->notes.begin(), notes.begin(), notes.end());
  return std::move(*made.run);
}

}  // namespace lockstep::sim
