// The window with each of its views at three sizes, for tests that press all its controls and keys while
// something else has the keyboard or the mouse.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/gui/app/driven_window.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {

// A page, a part of one that has controls of its own, or a sheet over a page.
struct ControlsView {
  const char* name;
  std::function<AppState()> scene;
  // The control that takes text; "F2": the key does; none: the view has no text field.
  const char* field;
  const char* dragged;  // none: the view has nothing that is dragged
};
const std::vector<ControlsView>& controls_views();

struct ControlsCase {
  const ControlsView* view;
  int width, height;
  float ui_scale;
};
// Each view at 1280x720, at 1600x900 and at 1920x1080 with everything twice as large.
std::vector<ControlsCase> controls_cases();
std::string to_text(const ControlsCase& controls);

// What somebody would notice: all that a press or a key can change. Typing, the caret and the time of a
// notice are not of it.
struct Noticed {
  AppState state{};  // without the edited texts
  bool popup = false, playing = false, working = false, speaker = false;
  KeyboardOwner keyboard = KeyboardOwner::nobody;
  std::string answers{};  // to questions that are open
  std::string notice{};
  bool operator==(const Noticed&) const = default;
};
// What differs, for messages.
std::string difference(const Noticed& before, const Noticed& after);

// Some controls and keys write files.
struct ControlsFolder {
  TemporaryFolder folder;
};

class ControlsWindow : private ControlsFolder, public DrivenWindow {
 public:
  explicit ControlsWindow(const ControlsCase& controls);

  // As it was at the beginning: nothing is open, and the pointer is away.
  void start_again();
  const AppState& base() const { return base_; }
  const ControlsView& view() const { return *case_.view; }
  bool is_sheet() const { return !base_.overlay.name.empty(); }

  // Those in sight; with `all` also those that Tab scrolls into sight.
  std::vector<std::string> controls(bool all = false);
  bool has(std::string_view id) { return interface().item_place(id).has_value(); }

  Noticed noticed();
  std::string edited_texts();
  bool is_typing() { return interface().activity().is_typing(); }
  bool is_list_open() {
    return std::ranges::any_of(interface().places(),
                               [](const NamedPlace& place) { return place.id.ends_with("-choices"); });
  }
  bool asks();
  // All texts with their places.
  std::vector<std::string> drawn();

  // Until what was asked for is there.
  void settle_press();
  // What a press of the control does while nothing is open; none: nothing.
  std::optional<Noticed> effect_of(const std::string& id);

  bool is_f2() const { return view().field != nullptr && view().field == std::string_view("F2"); }
  // In sight; small windows show less.
  bool has_field() { return view().field != nullptr && (is_f2() || has(view().field)); }
  bool has_dragged() { return view().dragged != nullptr && has(view().dragged); }

  // The four states; false: this view has no such thing.
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
