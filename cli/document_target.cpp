#include "cli/document_target.hpp"

#include <fmt/format.h>

#include "core/catalogue/listings.hpp"
#include "gui/scene_files/scenes.hpp"
#include "gui/session/original_source.hpp"

namespace lockstep::cli {

namespace {

Result<gui::AppState> state_of(const std::string& entry) {
  auto scene = gui::load_scene(entry);
  if (!scene) return tl::unexpected(scene.error());
  if (scene->state.tab == gui::kStepPage) return std::move(scene->state);
  return usage_error(fmt::format(
      "{0} shows no run that has steps; `lockstep {0}` opens it, and `lockstep shot {0} FILE.png` draws it.",
      entry));
}

std::string input_of(const gui::AppState& state) {
  return state.has_typed_input() ? state.typed_input : std::string(pattern_name(state.pattern));
}

}  // namespace

Result<RequestOptions> with_scene_of(const std::string& entry, RequestOptions typed) {
  const auto state = state_of(entry);
  if (!state) return tl::unexpected(state.error());
  const auto take = [&](const char* option, std::string& text, std::string scene) {
    if (!typed.is_typed(option)) text = std::move(scene);
  };
  const bool brings_values = state->has_typed_input() && !typed.is_typed("--input");
  if (!brings_values) take("--n", typed.n, std::to_string(state->n));
  take("--group", typed.group, std::to_string(state->group_size));
  take("--op", typed.op, std::string(name(state->op)));
  take("--type", typed.type, std::string(opencl_name(gui::run_request(*state).type)));
  take("--input", typed.input, input_of(*state));
  take("--mask", typed.pattern.mask, std::to_string(state->pattern_options.mask_width));
  take("--columns", typed.pattern.columns, std::to_string(state->pattern_options.columns));
  take("--tile", typed.pattern.tile, std::to_string(state->pattern_options.tile));
  take("--bins", typed.pattern.bins, std::to_string(state->pattern_options.bins));
  take("--bit", typed.pattern.bit, std::to_string(state->pattern_options.bit));
  take("--keep-above", typed.pattern.keep_above, std::to_string(state->pattern_options.keep_above));
  if (!typed.is_typed("--seed")) typed.seed = state->seed;
  typed.exclusive |= state->exclusive;
  if (!typed.model.is_given) typed.model.name = state->model;
  if (!typed.schedule.is_given) {
    typed.schedule.lanes = to_string(state->schedule.lanes);
    typed.schedule.order = to_string(state->schedule.order);
  }
  return typed;
}

Result<sim::PreparedRun> prepare_entry(const std::string& entry, const Request& request) {
  const auto state = state_of(entry);
  if (!state) return tl::unexpected(state.error());
  const auto source = gui::original_of(*state, request.kernel_dir);
  if (!source) return tl::unexpected(source.error());
  gui::RunRequest wanted = gui::run_request(*state);
  const std::string* edited = state->edited_text();
  wanted.text = edited != nullptr ? *edited : source->text;
  auto plan = gui::plan_of(wanted, request.plan);
  if (!plan) return tl::unexpected(plan.error());
  sim::PreparedRun run;
  run.plan = std::move(*plan);
  if (const DocumentListing* const listing = state->listing()) run.notes.push_back(origin_of(*listing));
  return run;
}

std::string algorithm_of_entry(const std::string& entry) {
  const auto state = state_of(entry);
  return state ? state->algorithm : std::string();
}

}  // namespace lockstep::cli
