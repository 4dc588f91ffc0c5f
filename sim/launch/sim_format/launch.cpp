// A launch description becomes a plan: the file contains what the command line gives for a kernel file.
#include <fmt/format.h>

#include <filesystem>

#include "core/base/inside_folder.hpp"
#include "core/base/text.hpp"
#include "core/base/text_file.hpp"
#include "core/catalogue/kernels.hpp"
#include "core/plan/build_options.hpp"
#include "sim/compiler/compile.hpp"
#include "sim/launch/argument_order.hpp"
#include "sim/launch/prepared_run.hpp"
#include "sim/launch/sim_format/argument.hpp"
#include "sim/launch/sim_format/file.hpp"

namespace lockstep::sim {

namespace {

tl::unexpected<Error> error_at(const LaunchOptions& options, std::uint32_t line, const std::string& what) {
  return usage_error(report(options.file, {{line, what}}));
}

// Oclgrind takes the path relative to the working directory; often the file is beside the description. It
// stays in one of these two folders.
Result<KernelSource> load_program(const LaunchOptions& options, const SimFile& file) {
  namespace fs = std::filesystem;
  fs::path path = file.program_file;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    const fs::path there = fs::path(options.file).parent_path() / path;
    if (fs::exists(there, ignored)) path = there;
  }
  const std::string beside = fs::path(options.file).parent_path().string();
  if (const auto inside = path_inside(beside, fs::absolute(path, ignored).string());
      !inside && !path_inside("", path.string()))
    return error_at(options, file.program_line, inside.error().message);
  const Result<std::string> text = read_text_file(path.string());
  if (!text) return error_at(options, file.program_line, text.error().message);
  if (text->starts_with("BC"))
    return error_at(
        options, file.program_line,
        fmt::format("{} is LLVM bitcode; the simulator reads OpenCL C, so name the source instead",
                    path.string()));
  return KernelSource{path.string(), *text, path.has_parent_path() ? path.parent_path().string() : "."};
}

NdRange range_of(const SimFile& file) {
  NdRange range;
  range.global_size = file.global_size;
  range.local_size = file.local_size;
  range.dimensions = 3;
  return range;
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
  const std::size_t given = file.arguments.size();
  const std::size_t taken = kernel.parameters.size();
  if (given == taken) return;
  errors.push_back({given > taken ? file.arguments[taken].line : file.last_line,
                    fmt::format("kernel {} takes {} ({}), not {}", kernel.name, plural(taken, "argument"),
                                parameter_list(kernel), given)});
}

void add_arguments(PreparedRun& run, const SimFile& file, const Kernel& kernel,
                   std::vector<SimError>& errors) {
  for (std::size_t i = 0; i < std::min(file.arguments.size(), kernel.parameters.size()); ++i) {
    const Parameter& parameter = kernel.parameters[i];
    ParsedArgument parsed = bind_sim_argument(i + 1, parameter, file.arguments[i], errors);
    if (parsed.is_buffer) {
      parsed.argument = BufferArgument{run.plan.buffers.size()};
      parsed.buffer.name = parameter.name;
      if (parsed.dump) run.dumped.push_back({run.plan.buffers.size(), file.arguments[i].hex});
      run.plan.buffers.push_back(std::move(parsed.buffer));
    }
    run.plan.launches.front().arguments.push_back(std::move(parsed.argument));
  }
}

}  // namespace

Result<PreparedRun> prepare_sim_file(const LaunchOptions& options) {
  if (const auto checked = refuse_launch_options(options); !checked) return tl::unexpected(checked.error());
  const Result<std::string> text = read_text_file(options.file);
  if (!text) return tl::unexpected(text.error());
  const SimFile file = parse_sim(*text);
  if (!file.errors.empty()) return usage_error(report(options.file, file.errors));
  const Result<KernelSource> source = load_program(options, file);
  if (!source) return tl::unexpected(source.error());
  const auto program = language::compile(*source, options.build_options);
  if (!program) return tl::unexpected(program.error());
  const Kernel* kernel = (*program)->find_kernel(file.kernel);
  if (!kernel)
    return error_at(options, file.kernel_line,
                    fmt::format("{} has no kernel {}; it has {}", source->path, file.kernel,
                                (*program)->kernels.empty() ? "none" : kernel_names(**program)));

  std::vector<SimError> errors;
  check_range(file, options.build_options, errors);
  PreparedRun run = one_launch(*source, options.build_options, kernel->name, range_of(file));
  run.plan.id = std::filesystem::path(options.file).filename().string();
  run.one_value_a_line = true;
  run.warnings = (*program)->warnings;
  add_arguments(run, file, *kernel, errors);
  check_count(file, *kernel, errors);
  if (!errors.empty()) return usage_error(report(options.file, errors));
  for (std::string& note : exchanged_buffers(run.plan, **program)) run.notes.push_back(std::move(note));
  return run;
}

}  // namespace lockstep::sim
