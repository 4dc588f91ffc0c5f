// The Lab page: scenes and settings on the left, the picture and its tables on the right.
#pragma once

#include <memory>

#include "gui/background_jobs/lab_runner.hpp"
#include "gui/figures/lab/scene_figure.hpp"
#include "gui/pages/page.hpp"
#include "sim/lab/scenes/kernels_of_scene.hpp"

namespace lockstep::gui {

// Returns the selected scene, or the first scene if the state names no existing scene.
const lab::Scene& lab_scene(const AppState& state);
// Minimum width of a page at which the settings are beside the picture and the tables. On a narrower page,
// these cards share a place.
inline constexpr float kLeastLabPage = 1000;

// Returns the request to the job that computes the scene.
LabRequest lab_request(const AppState& state);
// Returns the value of a setting as it was typed, or its default.
std::string lab_value(const AppState& state, const lab::Setting& setting);

void choose_lab_scene(AppState& state, const std::string& name);
// Sets the value of a setting. A value that is equal to the default is not stored.
void set_lab_value(AppState& state, const lab::Setting& setting, const std::string& value);
// Sets the values of a preset, and its model if the preset specifies a model.
void choose_lab_preset(AppState& state, const lab::Preset& preset);
// Returns the preset whose values are selected; null if there is no such preset.
const lab::Preset* chosen_preset(const AppState& state);

// Selects the kernels of a scene for timing in Run on GPU.
void choose_lab_kernels(AppState& state, const std::vector<const Algorithm*>& kernels);

std::unique_ptr<Panel> make_lab_settings_panel();
// Makes the panel of the picture. `alone`: whether no other panel shows the tables, so that a scene without a
// picture shows its tables in this panel.
std::unique_ptr<Panel> make_lab_picture_panel(LabRunner& runner, bool alone);
std::unique_ptr<Panel> make_lab_tables_panel(LabRunner& runner);
// The picture in a presentation. The picture fills its card; if space is left, tables are drawn below it.
class LabPresentedPanel : public Panel {
 public:
  // Returns the zoom of the picture in a card; 0 if the picture has not been computed yet.
  virtual float zoom(PanelContext& context, const Rect& card) = 0;
};
std::unique_ptr<LabPresentedPanel> make_lab_presented_panel(LabRunner& runner);

}  // namespace lockstep::gui
