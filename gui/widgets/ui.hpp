// What panels draw with: the Canvas for everything that is seen, and invisible Dear ImGui items for
// everything that is pressed. All coordinates are pixels at scale 1.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/canvas/canvas.hpp"
#include "gui/canvas/text.hpp"
#include "gui/figures/link.hpp"
#include "gui/input/keys.hpp"

namespace lockstep::gui {

// Keys and characters since the last frame, from the window or from a test.
struct TypedInput {
  std::vector<KeyPress> keys;
  std::string characters;  // UTF-8
  // For each key how many bytes of `characters` came before it; keys without a number came before all.
  std::vector<std::size_t> order = {};
  std::size_t before(std::size_t key) const { return key < order.size() ? order[key] : 0; }
};

struct ItemState {
  bool hovered = false, held = false, clicked = false;
};

// A heading above some of the choices of a popup: `first` is the index of the first of them.
struct ChoiceHeading {
  std::size_t first = 0;
  std::string title;
};

// Where something that can be pressed was drawn.
struct NamedPlace {
  std::string id;
  Rect rect;
  bool stop = true;  // Tab stops here
  bool seen = true;  // false: it is scrolled out of sight; Tab brings it back
};

class Ui {
 public:
  Ui(Canvas& on, float pixel_scale, const TypedInput& input) : canvas(on), scale(pixel_scale), typed(input) {}

  Canvas& canvas;
  float scale;
  const TypedInput& typed;
  bool blocked = false;  // something lies over the panels: nothing of them can be pressed
  std::vector<NamedPlace>* places = nullptr;  // every item, when somebody wants to know
  bool stops = true;                          // what is drawn now can be reached by Tab
  std::string_view focus;                     // the item that Tab reached; empty: none
  bool press_focus = false;                   // Enter or Space presses it
  bool focus_moved = false;                   // in this frame
  std::optional<Rect> reach;                  // nothing outside of it can be pressed, because it is not seen
  std::optional<Rect> wanted;                 // of a scrolled area: what the focus moved to

  // An area that can be pressed. `tooltip` is shown while the pointer is on it.
  ItemState item(std::string_view id, const Rect& rect, std::string_view tooltip = {});
  // Explains an area in which there is nothing to press.
  void hint(std::string_view id, const Rect& rect, std::string_view tooltip);
  void tooltip(std::string_view text);
  bool popup_open() const;
  Point mouse() const;
  // The pointer, for figures: inside `rect`, and nothing lies over it.
  Pointer pointer(const Rect& rect) const;
  // Wheel movement over `rect` in notches, 0 when the pointer is elsewhere.
  float wheel(const Rect& rect) const;
  bool mouse_pressed(const Rect& rect) const;
  bool mouse_down() const;
  bool shift_held() const;
  bool ctrl_held() const;
  int clicks() const;      // of the press in this frame: 2 is a double click
  double seconds() const;  // since the window opened

  // Widgets of the window's look.
  void card(const Rect& rect);
  // A card over the window, which is dimmed.
  void sheet(const Rect& window, const Rect& box);
  void heading(const Rect& content, std::string_view text, std::string_view right = {});
  bool button(std::string_view id, const Rect& rect, std::string_view label, std::string_view tooltip,
              bool primary = false, bool enabled = true);
  // A row of exclusive choices; the new index when another one was pressed.
  std::optional<std::size_t> segments(std::string_view id, const Rect& rect,
                                      const std::vector<std::string>& labels, std::size_t chosen,
                                      const std::vector<std::string>& tooltips);
  // "label value ▾" with a popup of choices; the new index when one was taken.
  std::optional<std::size_t> combo_box(std::string_view id, const Rect& rect, std::string_view label,
                                  std::string_view value, const std::vector<std::string>& choices,
                                  std::size_t chosen, std::string_view tooltip,
                                  const std::vector<ChoiceHeading>& headings = {});
  float combo_box_width(std::string_view label, std::string_view value) const;
  // The same with a field to type a number into, above the choices.
  std::optional<std::uint64_t> number_box(std::string_view id, const Rect& rect, std::string_view label,
                                           std::uint64_t value, const std::vector<std::uint64_t>& choices,
                                           std::string_view tooltip);
  // `struck`: its label is crossed out, for what can be ticked but not be done.
  bool check_box(std::string_view id, const Rect& rect, std::string_view label, bool on,
                 std::string_view tooltip, bool struck = false);
  // A value from `low` to `high` on a line with a knob; the new one while it is moved.
  std::optional<unsigned> slider(std::string_view id, const Rect& rect, std::string_view label,
                                 std::string_view shown, unsigned value, unsigned low, unsigned high,
                                 std::string_view tooltip);
  // Text on several lines; returns the y below the last one.
  float paragraph(const Rect& rect, std::string_view text, const TextStyle& style,
                  float line_spacing = 1.45f);

 private:
  void combo_box_face(const Rect& rect, std::string_view label, std::string_view value, const ItemState& state);
  bool begin_popup(std::string_view id, const Rect& below, bool open);
};

}  // namespace lockstep::gui
