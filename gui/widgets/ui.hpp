// The widgets of panels. A Canvas draws everything that is visible, and invisible Dear ImGui items represent
// everything that can be pressed. All coordinates are pixels at scale 1.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/canvas/canvas.hpp"
#include "gui/canvas/text.hpp"
#include "gui/figures/tools/link.hpp"
#include "gui/input/key_press.hpp"
#include "gui/input/typed_input.hpp"
#include "gui/widgets/count_field.hpp"
#include "gui/widgets/open_popup.hpp"
#include "gui/widgets/tooltips.hpp"

namespace lockstep::gui {

struct ItemState {
  bool hovered = false, held = false, clicked = false;
};

// A heading in a popup above the choice with index `first`.
struct ChoiceHeading {
  std::size_t first = 0;
  std::string title;
};

// The rectangle of an item that can be pressed.
struct NamedPlace {
  std::string id;
  Rect rect;
  bool stop = true;    // Tab stops here
  bool seen = true;    // false: scrolled out of view; Tab scrolls to the item
  bool below = false;  // an overlay covers the item
};

// The position of a popup: below its box, or above the box if there is more room. `corner` is the top
// left corner of the popup; it is a right corner if `from_right` is set and a bottom corner if
// `from_below` is set.
struct PopupPlace {
  Point corner;
  bool from_right = false, from_below = false;
  float max_width = 0, max_height = 0;
};
PopupPlace place_popup(const Rect& box, float window_width, float window_height);

class Ui {
 public:
  Ui(Canvas& on, float pixel_scale, const TypedInput& input, OpenPopup& open_popup)
      : canvas(on), scale(pixel_scale), typed(input), popup(open_popup) {}

  Canvas& canvas;
  float scale;
  const TypedInput& typed;
  OpenPopup& popup;                           // stored by the window between frames
  bool blocked = false;                       // an overlay is open, so the panels below cannot be pressed
  std::vector<NamedPlace>* places = nullptr;  // collects every item; may be null
  float max_ui_scale = 1e3f;                  // at a larger scale, the contents do not fit into the window
  // True in a window for an audience. Tooltips are then not shown, and a resting pointer is ignored.
  bool quiet = false;
  Tooltips* tips = nullptr;    // stored by the window; null: tooltips appear immediately
  bool over_item = false;      // the pointer is over an item of this frame
  bool drag_taken = false;     // a panel uses the current drag
  bool stops = true;           // Tab reaches the items that are currently drawn
  std::string_view focus;      // the focused item; may be empty
  bool press_focus = false;    // Enter or Space presses the focused item
  bool focus_moved = false;    // the focus moved in this frame
  std::string complaint;       // why a field rejected the input of this frame
  std::optional<Rect> reach;   // visible part of a scrolled area; items outside it cannot be pressed
  std::optional<Rect> wanted;  // the focused item to which the scrolled area must scroll

  // Adds an area that can be pressed and returns its state. `tooltip` is shown while the pointer is over
  // the area.
  ItemState item(std::string_view id, const Rect& rect, std::string_view tooltip = {});
  // Shows a tooltip for an area that cannot be pressed.
  void hint(std::string_view id, const Rect& rect, std::string_view tooltip);
  // Show a tooltip for the object under the pointer. The tooltip appears next to the pointer, or next to
  // `thing` without covering `thing`.
  void tooltip(std::string_view text);
  void tooltip(std::string_view text, const Rect& thing);
  bool popup_open() const;
  Point mouse() const;
  // Returns the pointer for a figure in `rect`. If an overlay or popup covers the figure, the pointer counts
  // as outside.
  Pointer pointer(const Rect& rect) const;
  // Returns the pointer for an area that is also an item with the state `held`. While the button is held, the
  // pointer counts as inside this area, and other areas do not receive it.
  Pointer pointer(const Rect& rect, const ItemState& held) const;
  // Returns the movement of the wheel in notches; 0 if the pointer is not over `rect`.
  float wheel(const Rect& rect) const;
  // Returns the movement to the right in notches, by a horizontal wheel or by the wheel with Shift.
  float wheel_sideways(const Rect& rect) const;
  bool mouse_pressed(const Rect& rect) const;
  // Returns true if the button is pressed outside `rect`. The press may also be on another item, in a popup
  // or in an overlay, which then takes the keyboard.
  bool pressed_outside(const Rect& rect) const;
  // Returns true if neither an overlay nor a popup has the keyboard.
  bool keyboard_is_free() const { return !blocked && !popup_open(); }
  bool right_pressed(const Rect& rect) const;  // pressed with the right button
  bool mouse_down() const;
  bool shift_held() const;
  bool ctrl_held() const;
  int clicks() const;      // number of clicks of the press in this frame: 2 is a double click
  double seconds() const;  // since the window opened

  // Widgets.
  void card(const Rect& rect);
  // A card over the dimmed window.
  void sheet(const Rect& window, const Rect& box);
  void heading(const Rect& content, std::string_view text, std::string_view right = {});
  bool button(std::string_view id, const Rect& rect, std::string_view label, std::string_view tooltip,
              bool primary = false, bool enabled = true);
  // Draws a row of exclusive choices; returns the new index after a press.
  std::optional<std::size_t> segments(std::string_view id, const Rect& rect,
                                      const std::vector<std::string>& labels, std::size_t chosen,
                                      const std::vector<std::string>& tooltips);
  // Draws "label value ▾" with a popup of choices; returns the new index when the user selects a choice. A
  // long list has a search field. If `chosen` is beyond the end of the list, no choice is marked. A choice
  // with a reason in `refused` is dimmed and shows the reason.
  std::optional<std::size_t> combo_box(std::string_view id, const Rect& rect, std::string_view label,
                                       std::string_view value, const std::vector<std::string>& choices,
                                       std::size_t chosen, std::string_view tooltip,
                                       const std::vector<ChoiceHeading>& headings = {},
                                       const std::vector<std::string>& refused = {});
  float combo_box_width(std::string_view label, std::string_view value) const;
  // Draws a box that looks like a combo box but has no choices, because the value is determined elsewhere.
  void fixed_box(std::string_view id, const Rect& rect, std::string_view label, std::string_view value,
                 std::string_view tooltip);
  // Draws a combo box with a field for a number above the choices. If the input is not a number in `range`, a
  // sentence appears below the field, and the value does not change.
  std::optional<std::uint64_t> number_box(std::string_view id, const Rect& rect, std::string_view label,
                                          std::uint64_t value, const std::vector<std::uint64_t>& choices,
                                          std::string_view tooltip, const CountRange& range = {});
  // Draws a check box. If `struck` is true, the label is crossed out, because the choice can be ticked but
  // will be skipped.
  bool check_box(std::string_view id, const Rect& rect, std::string_view label, bool on,
                 std::string_view tooltip, bool struck = false);
  // Draws a slider for a value from `low` to `high`; returns the new value while the knob is dragged.
  std::optional<unsigned> slider(std::string_view id, const Rect& rect, std::string_view label,
                                 std::string_view shown, unsigned value, unsigned low, unsigned high,
                                 std::string_view tooltip);
  // Draws text on several lines; returns the y below the last line.
  float paragraph(const Rect& rect, std::string_view text, const TextStyle& style,
                  float line_spacing = 1.45f);

 private:
  void combo_box_face(const Rect& rect, std::string_view label, std::string_view value,
                      const ItemState& state);
  bool begin_popup(std::string_view id, const Rect& below, bool open);
};

}  // namespace lockstep::gui
