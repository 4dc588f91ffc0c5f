// The Lab page: scenes and settings on the left, the picture and its tables on the right.
#pragma once

#include <memory>

#include "gui/background_jobs/lab_runner.hpp"
#include "gui/figures/lab/scene_figure.hpp"
#include "gui/pages/page.hpp"
#include "sim/lab/scenes/kernels_of_scene.hpp"

namespace lockstep::gui {

// The selected scene; the first scene if the state names none that exists.
const lab::Scene& lab_scene(const AppState& state);
// Minimum width of a page with settings, picture and tables side by side; in a narrower page they
// share a place.
inline constexpr float kLeastLabPage = 1000;

// The request to the job.
LabRequest lab_request(const AppState& state);
// The value of a setting, as typed, or its default.
std::string lab_value(const AppState& state, const lab::Setting& setting);

void choose_lab_scene(AppState& state, const std::string& name);
// A value that equals the default is not stored.
void set_lab_value(AppState& state, const lab::Setting& setting, const std::string& value);
// Sets the values of a preset, and its model, if it has one.
void choose_lab_preset(AppState& state, const lab::Preset& preset);
// The preset whose values are selected; null: none.
const lab::Preset* chosen_preset(const AppState& state);

// Selects the kernels of a scene for timing in Run on GPU.
void choose_lab_kernels(AppState& state, const std::vector<const Algorithm*>& kernels);

std::unique_ptr<Panel> make_lab_settings_panel();
// `alone`: no tables are visible beside the panel, so a scene without a picture shows its tables in it.
std::unique_ptr<Panel> make_lab_picture_panel(LabRunner& runner, bool alone);
std::unique_ptr<Panel> make_lab_tables_panel(LabRunner& runner);
// The picture in a presentation: it fills its card, with tables below it if space is left.
class LabPresentedPanel : public Panel {
 public:
  // The zoom of the picture in a card; 0: it is not computed yet.
  virtual float zoom(PanelContext& context, const Rect& card) = 0;
};
std::unique_ptr<LabPresentedPanel> make_lab_presented_panel(LabRunner& runner);

}  // namespace lockstep::gui
