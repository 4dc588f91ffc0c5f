#include "sim/launch/prepared_run.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/files/inside_folder.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/text_file.hpp"
#include "core/plan/language.hpp"
#include "core/recording/recording.hpp"
#include "sim/launch/described_plan.hpp"

namespace lockstep::sim {

bool is_run_file(std::string_view name) {
  return is_kernel_file(name) || name.ends_with(".sim") || name.ends_with(kPlanFileEnding) ||
         name.ends_with(kRecordingEnding);
}

// A recording contains everything that was run, including the build options, so no other option is needed.
Result<PreparedRun> prepare_recording(const std::string& path) {
  Result<Recording> recording = read_recording(path);
  if (!recording) return tl::unexpected(recording.error());
  PreparedRun run;
  run.plan = std::move(recording->plan);
  run.recorded_model = std::move(recording->model);
  return run;
}

Result<PreparedRun> prepare_run(const LaunchOptions& options) {
  if (options.file.ends_with(kRecordingEnding)) return prepare_recording(options.file);
  if (options.file.ends_with(kPlanFileEnding)) return prepare_plan_file(options);
  return options.file.ends_with(".sim") ? prepare_sim_file(options) : prepare_kernel_file(options);
}

Result<PreparedRun> prepare_plan_file(const LaunchOptions& options) {
  if (const auto refused = refuse_launch_options(options); !refused) return tl::unexpected(refused.error());
  Result<std::string> text = read_text_file(options.file);
  if (text && options.with_values) text = options.with_values(*text);
  if (!text) return tl::unexpected(text.error());
  Result<LaunchDescription> description = parse_launch_description(*text, options.file);
  if (!description) return tl::unexpected(description.error());
  const std::string folder = path_text(system_path(options.file).parent_path());
  if (const auto errors = outside_include_folders(*description, folder); !errors.empty())
    return usage_error(report(options.file, errors));
  if (!options.build_options.empty()) description->options += " " + options.build_options;
  const Result<KernelSource> source =
      path_inside(folder, description->file).and_then([](const std::string& file) {
        return read_kernel_source(file);
      });
  if (!source)
    return usage_error(report(options.file, {{"file", "cannot be used: " + source.error().message}}));
  DescribedRun described = make_described_run(*description, *source, folder, *options.model);
  if (described.run) {
    described.run->plan.id = path_text(system_path(options.file).filename());
    return std::move(*described.run);
  }
  // The compiler's message already names the file.
  if (described.errors.front().key.empty()) return failure(described.errors.front().message);
  return usage_error(report(options.file, described.errors));
}

Result<void> refuse_launch_options(const LaunchOptions& options) {
  const std::pair<const char*, bool> given[] = {{"--kernel", !options.kernel.empty()},
                                                {"--global", !options.global_size.empty()},
                                                {"--local", !options.local_size.empty()},
                                                {"--offset", !options.global_offset.empty()},
                                                {"an argument", !options.arguments.empty()}};
  for (const auto& [what, is_given] : given)
    if (is_given)
      return usage_error(
          fmt::format("{} already describes the launch, so {} must be left out", options.file, what));
  return {};
}

Result<KernelSource> read_kernel_source(const std::string& path) {
  Result<std::string> text = read_text_file(path);
  if (!text) return tl::unexpected(text.error());
  const std::filesystem::path folder = system_path(path).parent_path();
  return KernelSource{path, std::move(*text), folder.empty() ? "." : path_text(folder)};
}

std::string kernel_names(const Program& program) {
  std::string names;
  for (const Kernel& kernel : program.kernels) names += (names.empty() ? "" : ", ") + kernel.name;
  return names;
}

std::string buffer_name(const Kernel& kernel, std::size_t index) {
  const bool has_name = index < kernel.parameters.size() && !kernel.parameters[index].name.empty();
  return has_name ? kernel.parameters[index].name : fmt::format("buffer{}", index + 1);
}

std::string declaration_of(const Parameter& parameter) {
  return fmt::format("{} {}", parameter.type_name, parameter.name);
}

std::string parameter_list(const Kernel& kernel) {
  std::string list;
  for (const Parameter& parameter : kernel.parameters)
    list += (list.empty() ? "" : ", ") + declaration_of(parameter);
  return list;
}

}  // namespace lockstep::sim
