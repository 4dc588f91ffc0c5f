// Handles the pointer and keys for the figure of an algorithm, on any page. The wheel zooms, and dragging
// moves the figure or the frame in its overview.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "gui/figures/combination/figure.hpp"
#include "gui/input/action.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

class FigureControl {
 public:
  CombinationView view;

  // Call this before drawing. After a step, scrolls the figure to the playhead.
  void follow(std::uint64_t position);
  // Handles the pointer. Call this after drawing. `id`: the name of the item that is dragged.
  void answer(Ui& ui, std::string_view id, const Rect& content);
  // Handles an action of a key or a button; other actions are ignored.
  void act(Action action);

 private:
  void zoom(const Ui& ui, const Rect& content);
  void drag(Ui& ui, std::string_view id, const Rect& content);

  std::uint64_t position_ = 0;
  std::optional<Point> dragged_from_;
  bool dragging_ = false, moves_overview_ = false;
};

}  // namespace lockstep::gui
