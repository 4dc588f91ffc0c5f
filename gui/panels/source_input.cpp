// What pointer and keys do in the source panel.
#include <algorithm>

#include "gui/panels/source_panel.hpp"

namespace lockstep::gui {
namespace {

std::string line_tooltip(const SourceLine& line, Heat heat) {
  if (line.runs == 0) return {};
  std::string text = "Line " + std::to_string(line.number) + " ran " + format_count(line.runs) +
                     (line.runs == 1 ? " time" : " times") + ", counted by warps";
  if (line.cost > 0) text += "; " + format_count(line.cost) + " " + std::string(heat_title(heat));
  return text + ".";
}

}  // namespace

void SourcePanel::interact(ViewContext& context, const Rect& area) {
  const Pointer pointer = context.ui.pointer(area);
  if (!pointer.inside) {
    if (context.ui.mouse_pressed({-1e6f, -1e6f, 2e6f, 2e6f})) focused_ = false;
  } else {
    point_at(context, area, pointer);
  }
  if (!context.ui.mouse_down()) dragging_ = false;
  context.activity.typing = focused_;
  if (!focused_) return;
  const EditorOutcome outcome = edit_text(buffer_, context.ui.typed);
  for (const Action action : outcome.actions) context.commands.actions.push_back(action);
  cursor_moved_ = outcome.moved;
  if (outcome.leave) focused_ = false;
  hand_over(context);
}

void SourcePanel::point_at(ViewContext& context, const Rect& area, const Pointer& pointer) {
  const auto row = static_cast<std::size_t>(std::max(0.0f, (pointer.at.y - area.y + scroll_) / kRow));
  const bool on_row = row < rows_.size();
  const float x = pointer.at.x - area.x;
  if (on_row) context.next_link.line = lines_[rows_[row].line].number;
  if (on_row && x > area.width - margin_) {
    context.ui.tooltip(line_tooltip(lines_[rows_[row].line], context.state.heat));
  }
  if (x < kGutter - 6) {
    if (on_row) gutter(context, lines_[rows_[row].line].number, pointer.clicked);
    return;
  }
  if (!pointer.clicked && !dragging_) return;
  const double column = static_cast<double>((x - kGutter) / advance_);
  buffer_.place(place_at(rows_, lines_, row, column), dragging_ || context.ui.shift_held());
  focused_ = dragging_ = true;
  context.activity.playing = false;
}

void SourcePanel::gutter(ViewContext& context, std::uint32_t line, bool clicked) {
  context.ui.tooltip("Click for a breakpoint on line " + std::to_string(line) + " (F9: on the next line)");
  if (!clicked) return;
  context.commands.edit([line](AppState& app) {
    if (app.breakpoints.erase(line) == 0) app.breakpoints.insert(line);
  });
}
}  // namespace lockstep::gui
