// The items of a question (lanes, warps or elements) as cells, the same in Predict mode and in lessons: a
// click chooses one or takes it back, dragging does so with all on the way, and Shift with all from the last
// one. The draft's cursor, which keys move, is framed.
#pragma once

#include <optional>
#include <string_view>

#include "gui/questions/answer_draft.hpp"
#include "gui/widgets/ui.hpp"

namespace lockstep::gui {

// asked: nothing is told; judged: right, wrong and missing ones are told apart; solved: only right ones show.
enum class GridMarks : std::uint8_t { asked, judged, solved };

class ItemGrid {
 public:
  // More items have no cells of their own: they are typed.
  static constexpr std::uint64_t kMaxItems = 64;
  static float height(std::uint64_t items, float width);

  // Names of the cells: "pick-5" with the prefix "pick-". Returns the y below the last row.
  float draw(Ui& ui, std::string_view prefix, const Rect& column, AnswerDraft& draft, GridMarks marks);

 private:
  void press(const Ui& ui, AnswerDraft& draft, std::uint64_t item);
  void drag(const Ui& ui, AnswerDraft& draft, std::uint64_t item);

  std::optional<bool> chooses_;  // while the button is held: items are chosen, or taken back
  std::uint64_t last_ = 0;       // that was pressed or dragged over
};

}  // namespace lockstep::gui
