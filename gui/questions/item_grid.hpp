// The items of a question (lanes, warps or elements) as cells, the same in Predict mode and in lessons. A
// click chooses an item or removes it from the answer. Dragging does the same for all items that the pointer
// passes, and a click with Shift for all items from the last pressed item. A frame marks the cursor of the
// draft, which keys move.
#pragma once

#include <optional>
#include <string_view>

#include "gui/questions/answer_draft.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

// Which items are marked. asked: none; judged: right, wrong and missing items have different marks; solved:
// only right items.
enum class GridMarks : std::uint8_t { asked, judged, solved };

class ItemGrid {
 public:
  // The items of a question with more than kMaxItems items have no cells and must be typed.
  static constexpr std::uint64_t kMaxItems = 64;
  static float height(std::uint64_t items, float width);

  // The names of the cells are the prefix and a number, such as "pick-5". Returns the y below the last row.
  float draw(Ui& ui, std::string_view prefix, const Rect& column, AnswerDraft& draft, GridMarks marks);

 private:
  void press(const Ui& ui, AnswerDraft& draft, std::uint64_t item);
  void drag(const Ui& ui, AnswerDraft& draft, std::uint64_t item);

  std::optional<bool> chooses_;  // while the button is held: whether items are chosen or removed
  std::uint64_t last_ = 0;       // last item that was pressed or dragged over
};

}  // namespace lockstep::gui
