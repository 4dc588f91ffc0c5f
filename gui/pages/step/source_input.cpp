// What pointer and keys do in the source panel.
#include <algorithm>
#include <utility>

#include "gui/pages/step/source_panel.hpp"

namespace lockstep::gui {
namespace {

constexpr double kUndoPause = 1;  // seconds without a key that end a step of undo

std::string line_tooltip(const SourceLine& line, Heat heat) {
  if (line.runs == 0) return {};
  std::string text = "Line " + std::to_string(line.number) + " ran " + format_count(line.runs) +
                     (line.runs == 1 ? " time" : " times") + ", counted by warps";
  if (line.cost > 0) text += "; " + format_count(line.cost) + " " + std::string(heat_title(heat));
  return text + ".";
}

void toggle_breakpoint(ViewContext& context, std::uint32_t line) {
  context.commands.edit([line](AppState& app) {
    if (app.breakpoints.erase(line) == 0) app.breakpoints.insert(line);
  });
}

}  // namespace

void SourcePanel::interact(ViewContext& context, const Rect& area) {
  const Pointer pointer = context.ui.pointer(area);
  if (!pointer.inside) {
    if (context.ui.mouse_pressed({-1e6f, -1e6f, 2e6f, 2e6f})) focused_ = false;
    if (dragging_ && context.ui.mouse_down()) drag_outside(context, area);
  } else {
    point_at(context, area, pointer);
  }
  if (!context.ui.mouse_down()) dragging_ = false;
  // The key that gave the keyboard is no input.
  const bool had_keyboard = std::exchange(has_keyboard_, focused_ && !context.ui.blocked);
  if (has_keyboard_) context.activity.typing = true;
  if (has_keyboard_ && had_keyboard) type(context);
}

// A selection that is drawn beyond the panel goes on, and the text comes after it.
void SourcePanel::drag_outside(ViewContext& context, const Rect& area) {
  const Point at = context.ui.mouse();
  const auto row = static_cast<std::size_t>(std::max(0.0f, (at.y - area.y + scroll_) / kRow));
  const double column = static_cast<double>((at.x - area.x - kGutter) / advance_);
  buffer_.place(place_at(rows_, lines_, row, column), true);
  cursor_moved_ = true;
}

void SourcePanel::act(ViewContext& context, Action action) {
  switch (action) {
    case Action::edit_source:
      return begin_editing(context);
    case Action::find_text:
      return open_find(context);
    case Action::find_next:
      return find_again(context, 1);
    case Action::find_previous:
      return find_again(context, -1);
    default:
      return;  // another page's
  }
}

// The keyboard comes to where the run is, unless the cursor was put somewhere before.
void SourcePanel::begin_editing(const ViewContext& context) {
  focused_ = cursor_moved_ = true;
  find_.release();
  context.activity.playing = false;
  if (buffer_.cursor() != TextPlace{} || context.moment.line == 0) return;
  buffer_.place({context.moment.line - 1, 0}, false);
  buffer_.move(TextBuffer::Move::line_start, false);
}

void SourcePanel::type(ViewContext& context) {
  const double now = context.ui.seconds();
  const TypedInput& typed = context.ui.typed;
  if (typed.keys.empty() && typed.characters.empty()) return;
  if (now - typed_at_ > kUndoPause) buffer_.pause();
  typed_at_ = now;
  const EditorOutcome outcome = edit_text(buffer_, typed);
  for (const Action action : outcome.actions) {
    if (action == Action::toggle_breakpoint) {
      toggle_breakpoint(context, static_cast<std::uint32_t>(buffer_.cursor().line + 1));
    } else {
      context.commands.actions.push_back(action);
    }
  }
  cursor_moved_ = outcome.moved;
  if (outcome.leave) focused_ = has_keyboard_ = context.activity.typing = false;
  hand_over(context);
}

void SourcePanel::point_at(ViewContext& context, const Rect& area, const Pointer& pointer) {
  const auto row = static_cast<std::size_t>(std::max(0.0f, (pointer.at.y - area.y + scroll_) / kRow));
  const bool on_row = row < rows_.size() && rows_[row].kind != CodeRow::Kind::removed;
  const float x = pointer.at.x - area.x;
  if (on_row) context.next_link.line = lines_[rows_[row].line].number;
  if (on_row && x > area.width - margin_) {
    context.ui.tooltip(line_tooltip(lines_[rows_[row].line], context.state.heat));
  }
  if (x < kGutter - 9) {
    if (on_row) gutter(context, lines_[rows_[row].line].number, pointer.clicked);
    return;
  }
  const bool on_bar = x < kGutter && !original_.changes.empty() && !dragging_;
  if (on_bar || (!pointer.clicked && !dragging_)) return;
  click(context, place_at(rows_, lines_, row, static_cast<double>((x - kGutter) / advance_)));
}

void SourcePanel::click(ViewContext& context, TextPlace at) {
  focused_ = true;
  find_.release();
  context.activity.playing = false;
  if (const int clicks = dragging_ ? 1 : context.ui.clicks(); clicks > 1) {
    clicks == 2 ? buffer_.select_word(at) : buffer_.select_line(at.line);
    return;  // moving on would take the selection back
  }
  buffer_.place(at, dragging_ || context.ui.shift_held());
  dragging_ = true;
}

void SourcePanel::gutter(ViewContext& context, std::uint32_t line, bool clicked) {
  context.ui.tooltip("Click for a breakpoint on line " + std::to_string(line) + " (F9)");
  if (clicked) toggle_breakpoint(context, line);
}

}  // namespace lockstep::gui
