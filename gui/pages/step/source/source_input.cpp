// Handles the pointer and keys in the source panel, for editing and breakpoints.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/editor/text_words.hpp"
#include "gui/pages/step/source/source_panel.hpp"

namespace lockstep::gui {
namespace {

constexpr double kUndoPause = 1;  // seconds without a key; the next key starts a new undo step

std::string line_tooltip(const SourceLine& line, Heat heat) {
  if (line.runs == 0) return {};
  std::string text = "Line " + std::to_string(line.number) + " ran " + count_text(line.runs) +
                     (line.runs == 1 ? " time" : " times") + ", counted once for each warp";
  if (line.cost > 0) text += "; " + count_text(line.cost) + " " + std::string(heat_title(heat));
  return text + ".";
}

void toggle_breakpoint(PanelContext& context, std::uint32_t line) {
  context.commands.edit([line](AppState& app) { toggle_breakpoint(app, line); });
}

}  // namespace

// Handles the pointer on a form or on the kernel of another algorithm. These texts cannot be edited, but the
// lines of the kernel have tooltips with their costs and accept breakpoints.
void SourcePanel::point_at_form(PanelContext& context, const Rect& area) {
  const Pointer pointer = context.ui.pointer(area);
  const auto row = static_cast<std::size_t>(std::max(0.0f, (pointer.at.y - area.y + scroll_) / kRow));
  if (!pointer.inside || row >= rows_.size()) return;
  const SourceLine& line = lines_[rows_[row].line];
  if (line.number == 0) return;
  context.next_link.line = line.number;
  const float x = pointer.at.x - area.x;
  const Rect place{area.x, area.y + static_cast<float>(row) * kRow - scroll_, area.width, kRow};
  if (x > area.width - margin_) context.ui.tooltip(line_tooltip(line, context.state.heat), place);
  if (x < kGutter - 9) gutter(context, line, place, pointer.clicked);
}

void SourcePanel::interact(PanelContext& context, const Rect& area) {
  if (shows_form() || !context.session.is_editable(program_)) return point_at_form(context, area);
  const Pointer pointer = context.ui.pointer(area);
  const bool on_list = completion_.is_open() && completion_.place().contains(pointer.at);
  if (!pointer.inside) {
    if (context.ui.pressed_outside(area)) focused_ = false;
    if (dragging_ && context.ui.mouse_down()) drag_outside(context, area);
  } else if (!on_list) {
    point_at(context, area, pointer);
  }
  if (!focused_) completion_.close();
  if (!context.ui.mouse_down()) dragging_ = false;
  context.ui.drag_taken |= focused_ && pointer.inside;
  // The key that moved the focus to the panel is not typed.
  const bool had_keyboard = std::exchange(has_keyboard_, focused_ && context.ui.keyboard_is_free());
  if (has_keyboard_) context.activity.keyboard = KeyboardOwner::source;
  if (has_keyboard_ && had_keyboard) type(context);
}

// Scrolls the text and extends the selection when the pointer is dragged outside the panel.
void SourcePanel::drag_outside(PanelContext& context, const Rect& area) {
  const Point at = context.ui.mouse();
  const auto row = static_cast<std::size_t>(std::max(0.0f, (at.y - area.y + scroll_) / kRow));
  const double column = static_cast<double>((at.x - area.x - kGutter) / advance_);
  buffer_.place(place_at(rows_, lines_, row, column), true);
  cursor_moved_ = true;
}

void SourcePanel::act(PanelContext& context, Action action) {
  const bool is_for_text = action == actions::edit_source || action == actions::find_text ||
                           action == actions::find_next || action == actions::find_previous ||
                           action == actions::replace_text;
  // Only the OpenCL C text can be edited and searched.
  if (is_for_text && shows_form()) {
    context.commands.edit([](AppState& app) { app.source_form = sim::translation::SourceForm::opencl; });
    form_ = {};
    coloured_.clear();
    prepared_ = {};
    wrapped_.reset();
  }
  if (action == actions::edit_source) begin_editing(context);
  if (action == actions::find_text) open_find(context);
  if (action == actions::replace_text) open_replacement(context);
  if (action == actions::find_next) find_again(context, 1);
  if (action == actions::find_previous) find_again(context, -1);
}

// Begins editing. The cursor is on the next line of the run, unless the user has placed it before.
void SourcePanel::begin_editing(PanelContext& context) {
  if (!context.session.is_editable(program_)) return refuse_editing(context);
  focused_ = cursor_moved_ = true;
  find_.release();
  context.activity.playing = false;
  if (buffer_.cursor() != TextPlace{} || context.moment.line == 0) return;
  buffer_.place({context.moment.line - 1, 0}, false);
  buffer_.move(TextBuffer::Move::line_start, false);
}

void SourcePanel::refuse_editing(PanelContext& context) {
  context.commands.notices.push_back(
      fmt::format("{} is the kernel of another algorithm. Open that algorithm to edit its kernel.",
                  context.session.original(program_).path));
}

void SourcePanel::type(PanelContext& context) {
  const double now = context.ui.seconds();
  const TypedInput& typed = context.ui.typed;
  if (typed.keys.empty() && typed.characters.empty()) return;
  if (now - typed_at_ > kUndoPause) buffer_.pause();
  typed_at_ = now;
  const EditorOutcome outcome = completion_.edit(buffer_, typed);
  if (std::ranges::find(typed.keys, KeyPress{Key::f9}) != typed.keys.end())
    toggle_breakpoint(context, static_cast<std::uint32_t>(buffer_.cursor().line + 1));
  cursor_moved_ = outcome.moved;
  if (outcome.leave) {
    focused_ = has_keyboard_ = false;
    context.activity.keyboard = KeyboardOwner::nobody;
  }
  hand_over(context);
}

void SourcePanel::point_at(PanelContext& context, const Rect& area, const Pointer& pointer) {
  const auto row = static_cast<std::size_t>(std::max(0.0f, (pointer.at.y - area.y + scroll_) / kRow));
  const bool on_row = row < rows_.size() && rows_[row].kind != CodeRow::Kind::removed;
  const float x = pointer.at.x - area.x;
  if (on_row) context.next_link.line = lines_[rows_[row].line].number;
  const Rect place{area.x, area.y + static_cast<float>(row) * kRow - scroll_, area.width, kRow};
  if (on_row && x > area.width - margin_)
    context.ui.tooltip(line_tooltip(lines_[rows_[row].line], context.state.heat), place);
  if (x < kGutter - 9) {
    if (on_row) gutter(context, lines_[rows_[row].line], place, pointer.clicked);
    return;
  }
  if (context.ui.right_pressed(area))
    return watch_at(context, place_at(rows_, lines_, row, static_cast<double>((x - kGutter) / advance_)));
  if (pointer.clicked) completion_.close();
  const bool on_bar = x < kGutter && !original_.changes.empty() && !dragging_;
  if (on_bar || (!pointer.clicked && !dragging_)) return;
  click(context, place_at(rows_, lines_, row, static_cast<double>((x - kGutter) / advance_)));
}

// Handles a click in the text. A single click only places the cursor; F2 or a double click begins editing.
void SourcePanel::click(PanelContext& context, TextPlace at) {
  if (!focused_) {
    if (context.ui.clicks() < 2 && !std::exchange(edits_after_find_, false)) return buffer_.place(at, false);
    begin_editing(context);
  }
  if (const int clicks = dragging_ ? 1 : context.ui.clicks(); clicks > 1) {
    clicks == 2 ? buffer_.select_word(at) : buffer_.select_line(at.line);
    return;  // dragging would remove the selection
  }
  buffer_.place(at, dragging_ || context.ui.shift_held());
  dragging_ = true;
}

void SourcePanel::gutter(PanelContext& context, const SourceLine& line, const Rect& place, bool clicked) {
  const std::string number = std::to_string(line.number);
  context.ui.tooltip(line.condition.empty()
                         ? "Click for a breakpoint on line " + number + " (F9)\nRight-click for a condition"
                         : "Stops where " + line.condition + "\nRight-click to change the condition",
                     place);
  if (clicked) toggle_breakpoint(context, line.number);
  if (!context.ui.right_pressed({-1e6f, -1e6f, 2e6f, 2e6f})) return;
  context.activity.condition_line = line.number;
  context.commands.actions.push_back(actions::edit_condition);
}

// Watches the expression at the clicked place: the selection if it contains this place, otherwise the
// name at this place.
void SourcePanel::watch_at(PanelContext& context, TextPlace at) {
  const auto [from, to] = std::minmax({buffer_.cursor(), buffer_.anchor()});
  const bool is_selected = buffer_.has_selection() && from <= at && at <= to && from.line == to.line;
  const std::string name = is_selected ? buffer_.selected() : name_at(buffer_.lines()[at.line], at.column);
  if (name.empty()) return;
  context.commands.edit([name](AppState& app) { watch(app, name); });
}

}  // namespace lockstep::gui
