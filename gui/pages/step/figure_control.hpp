// What pointer and keys do to an algorithm's figure, wherever one is shown: the wheel zooms, dragging moves
// it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "gui/figures/combination/figure.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

class FigureControl {
 public:
  CombinationView view;

  // Before it is drawn: whoever moves on wants to see where.
  void follow(std::uint64_t position);
  // After: `id` names the item that is dragged.
  void answer(Ui& ui, std::string_view id, const Rect& content);
  // A key's, or a button's; those of others are left alone.
  void act(Action action);

 private:
  void zoom(const Ui& ui, const Rect& content);
  void drag(Ui& ui, std::string_view id, const Rect& content);

  std::uint64_t position_ = 0;
  std::optional<Point> dragged_from_;
  bool dragging_ = false;
};

}  // namespace lockstep::gui
