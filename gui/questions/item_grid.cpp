#include "gui/questions/item_grid.hpp"

#include <algorithm>
#include <string>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

constexpr float kLeastPitch = 23, kMaxPitch = 36, kCellHeight = 24, kBetweenRows = 3;

std::uint64_t columns_for(float width) { return width >= 16 * kLeastPitch ? 16 : 8; }

Rect cell_of(const Rect& column, std::uint64_t item) {
  const std::uint64_t columns = columns_for(column.width);
  const float pitch = std::min(kMaxPitch, column.width / static_cast<float>(columns));
  return {column.x + pitch * static_cast<float>(item % columns),
          column.y + (kCellHeight + kBetweenRows) * static_cast<float>(item / columns), pitch - 3,
          kCellHeight};
}

struct CellMarks {
  bool fills = false, is_extra = false, is_missing = false, is_cursor = false, is_lit = false;
};

CellMarks marks_of(const AnswerDraft& draft, std::uint64_t item, GridMarks marks) {
  const bool chosen = draft.has(item);
  if (marks == GridMarks::asked) return {chosen, false, false, draft.cursor() == item, false};
  const bool is_right = std::ranges::binary_search(draft.question().answer.items, item);
  if (marks == GridMarks::solved) return {is_right};
  return {is_right, chosen && !is_right, is_right && !chosen};
}

void draw_cell(Canvas& canvas, const Rect& box, std::uint64_t item, const CellMarks& marks) {
  const Role fill = marks.fills      ? Role::acts
                    : marks.is_extra ? Role::costs_pale
                    : marks.is_lit   ? Role::acts_pale
                                     : Role::card;
  canvas.fill_rect(box, fill, 4);
  if (!marks.fills)
    canvas.stroke_rect(box, marks.is_extra ? Role::costs : Role::line, marks.is_extra ? 2.0f : 1.0f, 4);
  const Role ink = marks.fills ? Role::on_acts : marks.is_extra ? Role::costs : Role::ink;
  const TextStyle style{marks.fills ? Font::text_bold : Font::text, ink, Align::centre, 12};
  canvas.text({box.centre().x, top_for_centre(box.centre().y, style)}, std::to_string(item), style);
  const Rect around{box.x - 1, box.y - 1, box.width + 2, box.height + 2};
  if (marks.is_missing) canvas.stroke_rect(around, Role::costs, 2.5f, 5);
  if (marks.is_extra)
    canvas.line({box.x + 3, box.bottom() - 3}, {box.right() - 3, box.y + 3}, Role::costs, 1.5f);
  if (marks.is_cursor) canvas.stroke_rect(around, Role::ink, 2, 5);
}

}  // namespace

float ItemGrid::height(std::uint64_t items, float width) {
  const std::uint64_t columns = columns_for(width);
  return (kCellHeight + kBetweenRows) * static_cast<float>((items + columns - 1) / columns) - kBetweenRows;
}

void ItemGrid::press(const Ui& ui, AnswerDraft& draft, std::uint64_t item) {
  const bool extends = ui.shift_held() && draft.cursor();
  chooses_ = extends || !draft.has(item);
  if (extends)
    draft.set_range(*draft.cursor(), item, true);
  else
    draft.set(item, *chooses_);
  last_ = item;
}

// A pointer that moves fast skips cells. The skipped cells are also chosen or removed.
void ItemGrid::drag(const Ui& ui, AnswerDraft& draft, std::uint64_t item) {
  if (!chooses_ || !ui.mouse_down() || item == last_) return;
  draft.set_range(last_, item, *chooses_);
  last_ = item;
}

float ItemGrid::draw(Ui& ui, std::string_view prefix, const Rect& column, AnswerDraft& draft,
                     GridMarks marks) {
  const std::uint64_t items = draft.question().items;
  draft.set_columns(columns_for(column.width));
  for (std::uint64_t item = 0; item < items; ++item) {
    const Rect box = cell_of(column, item);
    const ItemState state = ui.item(std::string(prefix) + std::to_string(item), box);
    if (marks == GridMarks::asked) {
      if (state.held && !chooses_) press(ui, draft, item);
      if (state.clicked && !chooses_) draft.toggle(item);  // an item pressed with the keyboard
      if (box.contains(ui.mouse())) drag(ui, draft, item);
    }
    CellMarks cell = marks_of(draft, item, marks);
    cell.is_lit = marks == GridMarks::asked && state.hovered;
    draw_cell(ui.canvas, box, item, cell);
  }
  if (!ui.mouse_down()) chooses_.reset();
  return column.y + height(items, column.width);
}

}  // namespace lockstep::gui
