#include "sim/launch/sim_format/launch.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "core/base/files/inside_folder.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/text_file.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/build_options.hpp"
#include "sim/compiler/compile.hpp"
#include "sim/launch/prepared_run.hpp"
#include "sim/launch/sim_format/argument.hpp"
#include "sim/launch/sim_format/file.hpp"

namespace lockstep::sim {

namespace {

tl::unexpected<Error> error_at(const LaunchOptions& options, std::uint32_t line, const std::string& what) {
  return usage_error(report(options.file, {{line, what}}));
}

// Reads the program of a description. Oclgrind interprets the path relative to the working directory, but the
// file is often in the folder of the description. The file must be in one of these two folders.
Result<KernelSource> load_program(const LaunchOptions& options, const SimFile& file) {
  namespace fs = std::filesystem;
  fs::path path = system_path(file.program_file);
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    const fs::path there = system_path(options.file).parent_path() / path;
    if (fs::exists(there, ignored)) path = there;
  }
  const std::string beside = path_text(system_path(options.file).parent_path());
  if (const auto inside = path_inside(beside, path_text(absolute_path(path, ignored)));
      !inside && !path_inside("", path_text(path)))
    return error_at(options, file.program_line, inside.error().message);
  const Result<std::string> text = read_text_file(path_text(path));
  if (!text) return error_at(options, file.program_line, text.error().message);
  if (text->starts_with("BC"))
    return error_at(
        options, file.program_line,
        fmt::format("{} is LLVM bitcode; the simulator reads OpenCL C, so name the source instead",
                    path_text(path)));
  return KernelSource{path_text(path), *text, path.has_parent_path() ? path_text(path.parent_path()) : "."};
}

void check_range(const SimFile& file, const std::string& build_options, std::vector<SimError>& errors) {
  if (permits_partial_groups(build_options)) return;
  for (std::size_t d = 0; d < 3; ++d)
    if (file.global_size[d] % file.local_size[d] != 0)
      errors.push_back(
          {file.size_line, fmt::format("the local size {} does not divide the global size {} of dimension {}",
                                       file.local_size[d], file.global_size[d], d)});
}

void check_count(const SimFile& file, const Kernel& kernel, std::vector<SimError>& errors) {
  const std::size_t given = file.headers.size();
  const std::size_t taken = kernel.parameters.size();
  if (given == taken) return;
  errors.push_back({given > taken ? file.headers[taken].line : file.last_line,
                    fmt::format("kernel {} takes {} ({}), not {}", kernel.name, plural(taken, "argument"),
                                parameter_list(kernel), given)});
}

// Returns the launch, whose arguments depend on the kernel.
TypedLaunch launch_of(const SimFile& file, const Kernel& kernel, std::vector<SimError>& errors) {
  TypedLaunch launch;
  DescribedLaunch& described = launch.description.launches.emplace_back();
  described.kernel = file.kernel;
  described.range.global_size = file.global_size;
  described.range.local_size = file.local_size;
  described.range.dimensions = 3;
  for (std::size_t i = 0; i < std::min(file.headers.size(), kernel.parameters.size()); ++i)
    add_sim_argument(launch, kernel, i, file.headers[i], errors);
  return launch;
}

}  // namespace

Result<DescribedSim> describe_sim_file(const LaunchOptions& options) {
  if (const auto checked = refuse_launch_options(options); !checked) return tl::unexpected(checked.error());
  Result<std::string> text = read_text_file(options.file);
  if (!text) return tl::unexpected(text.error());
  const SimFile file = parse_sim(std::move(*text));
  if (!file.errors.empty()) return usage_error(report(options.file, file.errors));
  Result<KernelSource> source = load_program(options, file);
  if (!source) return tl::unexpected(source.error());
  auto program = language::compile(*source, options.build_options);
  if (!program) return tl::unexpected(program.error());
  const Kernel* kernel = (*program)->find_kernel(file.kernel);
  if (!kernel)
    return error_at(options, file.kernel_line,
                    fmt::format("{} has no kernel {}; it has {}", source->path, file.kernel,
                                (*program)->kernels.empty() ? "none" : kernel_names(**program)));
  std::vector<SimError> errors;
  check_range(file, options.build_options, errors);
  TypedLaunch launch = launch_of(file, *kernel, errors);
  check_count(file, *kernel, errors);
  if (!errors.empty()) return usage_error(report(options.file, errors));
  launch.description.file = source->path;
  launch.description.options = options.build_options;
  return DescribedSim{std::move(launch), std::move(*source), std::move(*program)};
}

Result<PreparedRun> prepare_sim_file(const LaunchOptions& options) {
  const Result<DescribedSim> sim = describe_sim_file(options);
  if (!sim) return tl::unexpected(sim.error());
  DescribedRun made = make_typed_run(sim->launch, sim->source, sim->program, *options.model);
  if (!made.run) {
    const DescriptionError& error = made.errors.front();
    return tl::unexpected(Error{error.kind, fmt::format("{}: {}", options.file, error.message)});
  }
  made.run->plan.id = path_text(system_path(options.file).filename());
  made.run->one_value_a_line = true;
  return std::move(*made.run);
}

}  // namespace lockstep::sim
