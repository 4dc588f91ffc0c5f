// The Lab page: scenes and settings on the left, the picture and its tables on the right.
#pragma once

#include <memory>

#include "gui/background_jobs/lab_runner.hpp"
#include "gui/figures/lab/scene_figure.hpp"
#include "gui/pages/page.hpp"
#include "sim/lab/scenes/kernels_of_scene.hpp"

namespace lockstep::gui {

// The chosen scene; the first one where the state names none that there is.
const lab::Scene& lab_scene(const AppState& state);
// Of a page with settings, picture and tables beside each other; in a narrower one they share a place.
inline constexpr float kLeastLabPage = 1000;

// What the job is asked for.
LabRequest lab_request(const AppState& state);
// The value of a setting, as typed, or its default.
std::string lab_value(const AppState& state, const lab::Setting& setting);

void choose_lab_scene(AppState& state, const std::string& name);
// A value that is the default is not kept.
void set_lab_value(AppState& state, const lab::Setting& setting, const std::string& value);
// The values of a preset, and its model, if it has one.
void choose_lab_preset(AppState& state, const lab::Preset& preset);
// The preset whose values are chosen; null: none.
const lab::Preset* chosen_preset(const AppState& state);

// The kernels of a scene are what Run on GPU times.
void choose_lab_kernels(AppState& state, const std::vector<const Algorithm*>& kernels);

std::unique_ptr<Panel> make_lab_settings_panel();
// `alone`: no tables are seen beside it, so that a scene without a picture shows its tables here.
std::unique_ptr<Panel> make_lab_picture_panel(LabRunner& runner, bool alone);
std::unique_ptr<Panel> make_lab_tables_panel(LabRunner& runner);
// The picture as a presentation has it: it fills its card, tables below it where room is left.
class LabPresentedPanel : public Panel {
 public:
  // How large the picture is drawn in a card; 0: it is not counted yet.
  virtual float zoom(PanelContext& context, const Rect& card) = 0;
};
std::unique_ptr<LabPresentedPanel> make_lab_presented_panel(LabRunner& runner);

}  // namespace lockstep::gui
