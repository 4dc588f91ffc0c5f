// The start page, with three doors for newcomers and the files that were opened last. The page opens
// automatically only at the first start of the program (gui/user_data/first_start.hpp). The menu File opens
// it at any time.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "gui/overlays/overlays.hpp"

namespace lockstep::gui {

// A door: a large button with a title, a text and facts. This struct does not draw.
struct StartDoor {
  std::string id, title, text;
  std::string facts;  // durations and numbers, computed from the lessons
  std::function<void(Commands&)> open;
};
inline constexpr std::size_t kStartDoors = 3;
// Returns the three doors: the first steps, lectures, and the user's own kernel. Reads the lessons to
// compute the facts.
std::array<StartDoor, kStartDoors> start_doors(LessonPlayer& lessons);

class StartSheet final : public Overlay {
 public:
  std::string_view name() const override { return "start"; }
  std::optional<Action> action() const override { return actions::show_start; }
  void begin(ActionContext& context) override;
  // 1, 2 and 3 open the doors, Enter opens the first door, P asks for a program, and N creates a new kernel.
  // All other keys have their usual meaning in an overlay.
  bool press(const KeyPress& press, ActionContext& context) override;
  void draw(const OverlayFrame& frame, PanelContext& context) override;

 private:
  float text_height(const Canvas& canvas, float width) const;
  void draw_door(std::size_t index, const Rect& rect, PanelContext& context) const;
  void draw_links(const Rect& content, float y, PanelContext& context) const;
  void draw_recent(const Rect& content, float y, std::size_t rows, PanelContext& context) const;

  std::array<StartDoor, kStartDoors> doors_;
  std::vector<std::string> recent_;  // paths, the latest first
};

}  // namespace lockstep::gui
