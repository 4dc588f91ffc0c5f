#include "gui/scene_files/open_run.hpp"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <string_view>

#include "core/base/files/inside_folder.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/text_file.hpp"
#include "gui/session/own_launch.hpp"
#include "gui/session/run_request.hpp"
#include "sim/compiler/compile.hpp"
#include "sim/launch/described_plan.hpp"
#include "sim/launch/sim_format/launch.hpp"
#include "sim/machine/state/limits.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxPlanBytes = std::uint64_t{64} << 20;

std::string whole(const std::string& path) {
  std::error_code error;
  const fs::path absolute = absolute_path(system_path(path), error);
  return error ? path : path_text(normal_path(absolute));
}

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Returns whether the text contains this name followed by "(". Unlike the compiler, this function accepts a
// text with errors.
bool declares(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    if (at > 0 && is_of_word(text[at - 1])) continue;
    const std::size_t next = text.find_first_not_of(" \t\r\n", at + name.size());
    if (next != std::string_view::npos && text[next] == '(') return true;
  }
  return false;
}

// Returns whether the file contains the kernel that the shown algorithm launches, even if the
// file has an error.
bool is_of_the_catalogue(const AppState& state, const std::string& path, const std::string& text) {
  const auto algorithm = find_algorithm(state.algorithm);
  if (!algorithm) return false;
  PlanRequest request;
  request.n = state.n;
  request.group_size = state.group_size;
  const auto program = sim::language::compile(own_source(path, text), program_options(**algorithm, request));
  if (program) return (*program)->find_kernel(kernel_name(**algorithm)) != nullptr;
  return declares(text, kernel_name(**algorithm)) && !sim::language::compile(own_source(path, text), "");
}

Result<std::string> open_plan(AppState& state, const std::string& path) {
  const auto text = read_text_file(path, kMaxPlanBytes);
  if (!text) return tl::unexpected(text.error());
  auto description = parse_launch_description(*text, path);
  if (!description) return tl::unexpected(description.error());
  const auto inside = path_inside(path_text(system_path(path).parent_path()), description->file);
  if (!inside) return usage_error(fmt::format("{}: file cannot be used: {}", path, inside.error().message));
  const std::string kernel = whole(*inside);
  if (const auto read = read_own_kernel(kernel); !read)
    return usage_error(fmt::format("{}: file cannot be used: {}", path, read.error().message));
  choose_launch(state, kernel, {std::move(*description), whole(path)});
  return fmt::format("Opened {}.", path);
}

Result<std::string> open_sim(AppState& state, const std::string& path) {
  sim::LaunchOptions options;
  options.file = path;
  auto sim = sim::describe_sim_file(options);
  if (!sim) return tl::unexpected(sim.error());
  const std::string kernel = whole(sim->source.path);
  choose_launch(state, kernel, {sim::with_lists_as_text(std::move(sim->launch)), {}});
  return fmt::format("Opened {}.", path);
}

Result<std::string> open_kernel(AppState& state, const std::string& path) {
  const auto text = read_own_kernel(path);
  if (!text) return tl::unexpected(text.error());
  if (is_of_the_catalogue(state, path, *text)) {
    choose_kernel_file(state, path);
    return "Opened " + path + " as the kernel of " + state.algorithm + ".";
  }
  const std::string plan =
      path_text(system_path(whole(path)).replace_extension("")) + std::string(kPlanFileEnding);
  std::error_code ignored;
  if (fs::is_regular_file(system_path(plan), ignored))
    if (auto opened = open_plan(state, plan)) return opened;
  auto launch = proposed_launch(state.model, own_source(whole(path), *text), {}, {});
  if (!launch) {  // the file has an error, or contains no kernel yet
    choose_launch(state, whole(path), {});
    return "Opened " + path + ". A launch is proposed as soon as the file compiles.";
  }
  choose_launch(state, whole(path), std::move(*launch));
  state.overlay = {"launch", 0};
  return "Opened " + path + ". A launch is proposed.";
}

}  // namespace

bool opens_as_run(const std::string& path) {
  return sim::is_run_file(path) && !path.ends_with(kRecordingEnding);
}

Result<LoadedScene> load_scene_or_run(const std::string& path) {
  if (!opens_as_run(path)) return load_scene(path);
  LoadedScene scene;
  if (const auto opened = open_run(scene.state, path); !opened) return tl::unexpected(opened.error());
  return scene;
}

Result<std::string> open_run(AppState& state, const std::string& path) {
  if (path.ends_with(kPlanFileEnding)) return open_plan(state, path);
  return path.ends_with(".sim") ? open_sim(state, path) : open_kernel(state, path);
}

}  // namespace lockstep::gui
