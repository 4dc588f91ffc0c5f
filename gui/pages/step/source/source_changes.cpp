// Shows the differences from the original within the text. Removed lines are crossed out between the lines.
// New lines have a bar in the gutter; a click on the bar reverts the change.
#include <algorithm>

#include "gui/canvas/text.hpp"
#include "gui/editor/text_words.hpp"
#include "gui/pages/step/source/source_panel.hpp"

namespace lockstep::gui {
namespace {

constexpr float kBarLeft = 33, kBarWidth = 9;

}  // namespace

void SourcePanel::prepare_original(const PanelContext& context) {
  if (shows_form() || !context.state.show_original || !context.state.edited_text(program_)) {
    original_ = {};
    return;
  }
  const std::vector<std::string> original = split_lines(context.session.original(program_).text);
  if (original_.original == original && compared_ == buffer_.lines()) return;
  compared_ = buffer_.lines();
  original_ = compare_with_original(original, compared_);
}

std::optional<std::size_t> SourcePanel::change_of(const CodeRow& row) const {
  if (original_.changes.empty()) return std::nullopt;
  return row.kind == CodeRow::Kind::removed ? original_.removed[row.message].change
                                            : original_.changed[row.line];
}

void SourcePanel::draw_removed(Canvas& canvas, const CodeRow& row, const Rect& rect) {
  const TextStyle style{Font::code, Role::second_ink, Align::left, 12};
  const std::string_view text =
      std::string_view(original_.removed[row.message].text).substr(row.begin, row.end - row.begin);
  const float left = rect.x + kGutter + advance_ * static_cast<float>(row.indent);
  canvas.hatch_rect({rect.x + kGutter, rect.y + 1, rect.width - kGutter - 1, rect.height - 2}, Role::line);
  const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
  const float width = advance_ * static_cast<float>(count_columns(text, 0, text.size()));
  const float begin = left + advance_ * static_cast<float>(blanks);
  // For legibility, no hatch is drawn behind the letters.
  canvas.fill_rect({begin - 2, rect.y + 1, std::max(0.0f, left + width - begin) + 4, rect.height - 2},
                   Role::card);
  canvas.text({begin, top_for_centre(rect.centre().y, style)}, text.substr(blanks), style);
  if (blanks < text.size())
    canvas.line({begin, rect.centre().y}, {left + width, rect.centre().y}, Role::second_ink);
}

// Draws the bars of all visible changes. A change that only removes lines has a minus sign.
void SourcePanel::draw_changes(PanelContext& context, const Rect& area) {
  for (std::size_t i = 0; i < rows_.size();) {
    const auto change = change_of(rows_[i]);
    std::size_t end = i + 1;
    while (end < rows_.size() && change_of(rows_[end]) == change) ++end;
    if (change) draw_change(context, area, *change, i, end);
    i = end;
  }
}

void SourcePanel::draw_change(PanelContext& context, const Rect& area, std::size_t change,
                              std::size_t first_row, std::size_t end_row) {
  const float top = std::max(area.y, area.y + static_cast<float>(first_row) * kRow - scroll_);
  const float bottom = std::min(area.bottom(), area.y + static_cast<float>(end_row) * kRow - scroll_);
  if (bottom - top < 1) return;
  Canvas& canvas = context.ui.canvas;
  const Rect bar{area.x + kBarLeft, top, kBarWidth, bottom - top};
  const ItemState state =
      context.ui.item("revert-change-" + std::to_string(change + 1), bar, "Revert this change");
  canvas.fill_rect(bar, state.hovered ? Role::acts_pale : Role::card);
  canvas.fill_rect({bar.right() - 2, bar.y, 2, bar.height}, Role::good);
  const TextStyle sign{Font::text_bold, Role::good, Align::left, 11};
  for (std::size_t row = first_row; row < end_row; ++row) {
    const float middle = area.y + (static_cast<float>(row) + 0.5f) * kRow - scroll_;
    const bool removed = rows_[row].kind == CodeRow::Kind::removed;
    if (middle < area.y || middle > area.bottom() || rows_[row].begin > 0) continue;
    canvas.text({bar.x, top_for_centre(middle, sign)}, removed ? "−" : "+", sign);
  }
  if (state.clicked) revert_change(context, change);
}

void SourcePanel::revert_change(PanelContext& context, std::size_t index) {
  const LineChange change = original_.changes[index];
  const auto begin = original_.original.begin() + static_cast<std::ptrdiff_t>(change.old_begin);
  buffer_.replace_lines(change.new_begin, change.new_count,
                        {begin, begin + static_cast<std::ptrdiff_t>(change.old_count)});
  hand_over(context);
}

}  // namespace lockstep::gui
