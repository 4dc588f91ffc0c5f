#include <algorithm>

#include "gui/pages/lab/page.hpp"

namespace lockstep::gui {

const lab::Scene& lab_scene(const AppState& state) {
  const auto scene = lab::find_scene(state.lab.scene);
  return scene ? **scene : lab::scenes().front();
}

LabRequest lab_request(const AppState& state) {
  LabRequest request;
  request.scene = lab_scene(state).name;
  if (const auto found = state.lab.settings.find(request.scene); found != state.lab.settings.end())
    request.values = found->second;
  if (const auto model = sim::find_device_model(state.model)) request.model = *model;
  return request;
}

std::string lab_value(const AppState& state, const lab::Setting& setting) {
  const auto scene = state.lab.settings.find(lab_scene(state).name);
  if (scene == state.lab.settings.end()) return setting.unset;
  const auto value = scene->second.find(setting.name);
  return value == scene->second.end() ? setting.unset : value->second;
}

// The words of a document's entry belong to its own scene.
void choose_lab_scene(AppState& state, const std::string& name) {
  if (name != state.lab.scene && has_words_here(state)) end_story(state);
  state.lab.scene = name;
}

// Sets a value. If all settings of a scene have default values, the state contains no entry for the
// scene, as initially.
void set_lab_value(AppState& state, const lab::Setting& setting, const std::string& value) {
  auto& values = state.lab.settings[lab_scene(state).name];
  if (value == setting.unset)
    values.erase(setting.name);
  else
    values[setting.name] = value;
  if (values.empty()) state.lab.settings.erase(lab_scene(state).name);
}

void choose_lab_preset(AppState& state, const lab::Preset& preset) {
  state.lab.settings[lab_scene(state).name] = preset.values;
  if (preset.values.empty()) state.lab.settings.erase(lab_scene(state).name);
  if (!preset.model.empty()) state.model = preset.model;
}

void choose_lab_kernels(AppState& state, const std::vector<const Algorithm*>& kernels) {
  state.benchmark.algorithms.clear();
  for (const Algorithm* kernel : kernels) state.benchmark.algorithms.push_back(kernel->id);
  state.tab = BenchmarkChoice::kPage;
}

const lab::Preset* chosen_preset(const AppState& state) {
  const lab::Scene& scene = lab_scene(state);
  const lab::Values values = lab_request(state).values;
  const auto found = std::ranges::find_if(scene.presets, [&](const lab::Preset& preset) {
    return preset.values == values && (preset.model.empty() || preset.model == state.model);
  });
  return found == scene.presets.end() ? nullptr : &*found;
}

}  // namespace lockstep::gui
