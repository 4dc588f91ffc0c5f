// The window with each of its views at three sizes, for tests that press all controls and keys while another
// item has the keyboard or the mouse.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/gui/app/driven_window.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {

// A page, a part of a page with its own controls, or a sheet over a page.
struct ControlsView {
  const char* name;
  std::function<AppState()> scene;
  // The control that accepts text; "F2" if the key opens it; null if the view has no text field.
  const char* field;
  const char* dragged;  // null: the view has nothing to drag
};
const std::vector<ControlsView>& controls_views();

struct ControlsCase {
  const ControlsView* view;
  int width, height;
  float ui_scale;
};
// Each view at 1280x720, at 1600x900, and at 1920x1080 with twice the scale.
std::vector<ControlsCase> controls_cases();
std::string to_text(const ControlsCase& controls);

// Everything that a press or a key can visibly change, except typed text, the caret and the time of a notice.
struct Noticed {
  AppState state{};  // without the edited texts
  bool popup = false, playing = false, working = false, speaker = false;
  KeyboardOwner keyboard = KeyboardOwner::nobody;
  std::string answers{};  // to open questions
  std::string notice{};
  bool operator==(const Noticed&) const = default;
};
// The differences, for messages.
std::string difference(const Noticed& before, const Noticed& after);

// Some controls and keys write files.
struct ControlsFolder {
  TemporaryFolder folder;
};

class ControlsWindow : private ControlsFolder, public DrivenWindow {
 public:
  explicit ControlsWindow(const ControlsCase& controls);

  // Restores the initial state: no sheet or popup is open, and the pointer is outside.
  void start_again();
  const AppState& base() const { return base_; }
  const ControlsView& view() const { return *case_.view; }
  bool is_sheet() const { return !base_.overlay.name.empty(); }

  // The visible controls; with `all`, also controls to which Tab scrolls.
  std::vector<std::string> controls(bool all = false);
  bool has(std::string_view id) { return interface().item_place(id).has_value(); }

  Noticed noticed();
  std::string edited_texts();
  bool is_typing() { return interface().activity().is_typing(); }
  // "card-choices" is the tab of a card of Run on GPU, not a list.
  bool is_list_open() {
    return std::ranges::any_of(interface().places(), [](const NamedPlace& place) {
      return place.id.ends_with("-choices") && !place.id.starts_with("card-");
    });
  }
  bool asks();
  // All texts with their positions.
  std::vector<std::string> drawn();

  // Waits until the effects of the press have arrived.
  void settle_press();
  // The effect of pressing the control while nothing is open; no value if there is no effect.
  std::optional<Noticed> effect_of(const std::string& id);

  bool is_f2() const { return view().field != nullptr && view().field == std::string_view("F2"); }
  // Whether the field is visible; small windows show less.
  bool has_field() { return view().field != nullptr && (is_f2() || has(view().field)); }
  bool has_dragged() { return view().dragged != nullptr && has(view().dragged); }

  // Enter the four states; return false if the state does not exist in this view.
  bool edit();
  bool open_list();
  bool ask();
  bool hold_drag();

 private:
  void forget_answers();
  std::string answers();

  ControlsCase case_;
  AppState base_;
};

}  // namespace lockstep::gui
