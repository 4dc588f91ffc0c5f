// Pointer and keys in the source panel: editing, breakpoints, search, and the comparison with the original.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/canvas/text.hpp"
#include "gui/editor/text_words.hpp"
#include "gui/pages/step/source_panel.hpp"

namespace lockstep::gui {
namespace {

constexpr double kUndoPause = 1;  // seconds without a key; the next key starts a new undo step

std::string line_tooltip(const SourceLine& line, Heat heat) {
  if (line.runs == 0) return {};
  std::string text = "Line " + std::to_string(line.number) + " ran " + format_count(line.runs) +
                     (line.runs == 1 ? " time" : " times") + ", counted once for each warp";
  if (line.cost > 0) text += "; " + format_count(line.cost) + " " + std::string(heat_title(heat));
  return text + ".";
}

void toggle_breakpoint(PanelContext& context, std::uint32_t line) {
  context.commands.edit([line](AppState& app) { toggle_breakpoint(app, line); });
}

}  // namespace

// A form, or the kernel of another algorithm, is not edited: the lines of the kernel show their costs, and
// take breakpoints.
void SourcePanel::point_at_form(PanelContext& context, const Rect& area) {
  const Pointer pointer = context.ui.pointer(area);
  const auto row = static_cast<std::size_t>(std::max(0.0f, (pointer.at.y - area.y + scroll_) / kRow));
  if (!pointer.inside || row >= rows_.size()) return;
  const SourceLine& line = lines_[rows_[row].line];
  if (line.number == 0) return;
  context.next_link.line = line.number;
  const float x = pointer.at.x - area.x;
  if (x > area.width - margin_) context.ui.tooltip(line_tooltip(line, context.state.heat));
  if (x < kGutter - 9) gutter(context, line, pointer.clicked);
}

void SourcePanel::interact(PanelContext& context, const Rect& area) {
  if (shows_form() || !context.session.is_editable(program_)) return point_at_form(context, area);
  const Pointer pointer = context.ui.pointer(area);
  if (!pointer.inside) {
    if (context.ui.mouse_pressed({-1e6f, -1e6f, 2e6f, 2e6f})) focused_ = false;
    if (dragging_ && context.ui.mouse_down()) drag_outside(context, area);
  } else {
    point_at(context, area, pointer);
  }
  if (!context.ui.mouse_down()) dragging_ = false;
  // The key that focused the panel is not typed.
  const bool had_keyboard = std::exchange(has_keyboard_, focused_ && !context.ui.blocked);
  if (has_keyboard_) context.activity.typing = true;
  if (has_keyboard_ && had_keyboard) type(context);
}

// A selection dragged beyond the panel continues, and the text scrolls.
void SourcePanel::drag_outside(PanelContext& context, const Rect& area) {
  const Point at = context.ui.mouse();
  const auto row = static_cast<std::size_t>(std::max(0.0f, (at.y - area.y + scroll_) / kRow));
  const double column = static_cast<double>((at.x - area.x - kGutter) / advance_);
  buffer_.place(place_at(rows_, lines_, row, column), true);
  cursor_moved_ = true;
}

void SourcePanel::act(PanelContext& context, Action action) {
  const bool is_for_text = action == Action::edit_source || action == Action::find_text ||
                           action == Action::find_next || action == Action::find_previous;
  // Only the OpenCL C text is edited and searched.
  if (is_for_text && shows_form()) {
    context.commands.edit([](AppState& app) { app.source_form = sim::forms::SourceForm::opencl; });
    form_ = {};
    coloured_.clear();
    prepared_ = {};
    wrapped_.reset();
  }
  if (action == Action::edit_source) begin_editing(context);
  if (action == Action::find_text) open_find(context);
  if (action == Action::find_next) find_again(context, 1);
  if (action == Action::find_previous) find_again(context, -1);
}

// The cursor starts at the next line of the run, unless it was placed before.
void SourcePanel::begin_editing(PanelContext& context) {
  if (!context.session.is_editable(program_))
    return context.commands.notices.push_back(
        fmt::format("{} is the kernel of another algorithm: open that one to edit it.",
                    context.session.original(program_).path));
  focused_ = cursor_moved_ = true;
  find_.release();
  context.activity.playing = false;
  if (buffer_.cursor() != TextPlace{} || context.moment.line == 0) return;
  buffer_.place({context.moment.line - 1, 0}, false);
  buffer_.move(TextBuffer::Move::line_start, false);
}

void SourcePanel::type(PanelContext& context) {
  const double now = context.ui.seconds();
  const TypedInput& typed = context.ui.typed;
  if (typed.keys.empty() && typed.characters.empty()) return;
  if (now - typed_at_ > kUndoPause) buffer_.pause();
  typed_at_ = now;
  const EditorOutcome outcome = edit_text(buffer_, typed);
  for (const KeyPress& press : outcome.keys) {
    if (press == KeyPress{Key::f9}) {
      toggle_breakpoint(context, static_cast<std::uint32_t>(buffer_.cursor().line + 1));
    } else {
      context.commands.keys.push_back(press);
    }
  }
  cursor_moved_ = outcome.moved;
  if (outcome.leave) focused_ = has_keyboard_ = context.activity.typing = false;
  hand_over(context);
}

void SourcePanel::point_at(PanelContext& context, const Rect& area, const Pointer& pointer) {
  const auto row = static_cast<std::size_t>(std::max(0.0f, (pointer.at.y - area.y + scroll_) / kRow));
  const bool on_row = row < rows_.size() && rows_[row].kind != CodeRow::Kind::removed;
  const float x = pointer.at.x - area.x;
  if (on_row) context.next_link.line = lines_[rows_[row].line].number;
  if (on_row && x > area.width - margin_) {
    context.ui.tooltip(line_tooltip(lines_[rows_[row].line], context.state.heat));
  }
  if (x < kGutter - 9) {
    if (on_row) gutter(context, lines_[rows_[row].line], pointer.clicked);
    return;
  }
  if (context.ui.right_pressed(area))
    return watch_at(context, place_at(rows_, lines_, row, static_cast<double>((x - kGutter) / advance_)));
  const bool on_bar = x < kGutter && !original_.changes.empty() && !dragging_;
  if (on_bar || (!pointer.clicked && !dragging_)) return;
  click(context, place_at(rows_, lines_, row, static_cast<double>((x - kGutter) / advance_)));
}

void SourcePanel::click(PanelContext& context, TextPlace at) {
  focused_ = true;
  find_.release();
  context.activity.playing = false;
  if (const int clicks = dragging_ ? 1 : context.ui.clicks(); clicks > 1) {
    clicks == 2 ? buffer_.select_word(at) : buffer_.select_line(at.line);
    return;  // dragging would undo the selection
  }
  buffer_.place(at, dragging_ || context.ui.shift_held());
  dragging_ = true;
}

void SourcePanel::gutter(PanelContext& context, const SourceLine& line, bool clicked) {
  const std::string number = std::to_string(line.number);
  context.ui.tooltip(line.condition.empty()
                         ? "Click for a breakpoint on line " + number + " (F9)\nRight-click for a condition"
                         : "Stops where " + line.condition + "\nRight-click to change the condition");
  if (clicked) toggle_breakpoint(context, line.number);
  if (!context.ui.right_pressed({-1e6f, -1e6f, 2e6f, 2e6f})) return;
  context.activity.condition_line = line.number;
  context.commands.actions.push_back(Action::edit_condition);
}

// The selection where it was clicked, else the name there.
void SourcePanel::watch_at(PanelContext& context, TextPlace at) {
  const auto [from, to] = std::minmax({buffer_.cursor(), buffer_.anchor()});
  const bool is_selected = buffer_.has_selection() && from <= at && at <= to && from.line == to.line;
  const std::string name = is_selected ? buffer_.selected() : name_at(buffer_.lines()[at.line], at.column);
  if (name.empty()) return;
  context.commands.edit([name](AppState& app) { watch(app, name); });
}

// Search: the bar above the code, and frames around the matches. It works without editing.

// The selection within one line; otherwise a place that no match has.
TextMatch SourcePanel::selected_match() const {
  const auto [from, to] = std::minmax({buffer_.cursor(), buffer_.anchor()});
  return from.line == to.line ? TextMatch{from.line, from.column, to.column} : TextMatch{};
}

void SourcePanel::open_find(PanelContext& context) {
  const TextMatch selection = selected_match();
  const bool word = buffer_.has_selection() && selection.end > selection.begin;
  find_.open(word ? std::string_view(buffer_.selected()) : std::string_view(),
             std::min(buffer_.cursor(), buffer_.anchor()));
  find_.update(buffer_.lines(), selection);
  focused_ = false;
  context.activity.playing = false;
}

void SourcePanel::find_again(PanelContext& context, int direction) {
  if (!find_.is_open()) open_find(context);
  show_match(find_.step(direction, std::min(buffer_.cursor(), buffer_.anchor())));
}

void SourcePanel::show_match(const std::optional<TextMatch>& match) {
  if (!match) return;
  buffer_.select({match->line, match->begin}, {match->line, match->end});
  cursor_moved_ = true;
}

void SourcePanel::draw_find(PanelContext& context, const Rect& rect) {
  find_.update(buffer_.lines(), selected_match());
  const FindBar::Outcome outcome = find_.draw(context.ui, rect, std::min(buffer_.cursor(), buffer_.anchor()));
  context.activity.typing |= outcome.typing;
  for (const KeyPress& press : outcome.keys) context.commands.keys.push_back(press);
  show_match(outcome.go_to);
  const bool escape =
      std::ranges::find(context.ui.typed.keys, Key::escape, &KeyPress::key) != context.ui.typed.keys.end();
  if (outcome.closed || (escape && !focused_ && !context.ui.blocked)) {
    find_.close();
    context.activity.typing = false;
  }
  find_.update(buffer_.lines(), selected_match());
}

// A frame around each match; thicker around the chosen match.
void SourcePanel::draw_matches(Canvas& canvas, const CodeRow& row, const Rect& rect) {
  if (!find_.is_open()) return;
  const std::vector<TextMatch>& matches = find_.matches();
  const auto first = std::ranges::lower_bound(matches, row.line, {}, &TextMatch::line);
  const float left = rect.x + kGutter + advance_ * static_cast<float>(row.indent);
  for (auto match = first; match != matches.end() && match->line == row.line; ++match) {
    const std::size_t begin = std::max(match->begin, row.begin), end = std::min(match->end, row.end);
    if (begin >= end) continue;
    const Rect box{left + column_x(row, begin) - 1, rect.y + 1, column_x(row, end) - column_x(row, begin) + 2,
                   rect.height - 2};
    const bool chosen = find_.chosen() == static_cast<std::size_t>(match - matches.begin());
    if (chosen) canvas.fill_rect(box, Role::acts_pale, 2);
    canvas.stroke_rect(box, chosen ? Role::acts : Role::warns, chosen ? 2 : 1, 2);
  }
}

// The comparison with the original, in place: removed lines are crossed out between the lines, new lines have
// a bar in the gutter, and a click on the bar reverts the change.

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
  // Letters on a hatch are hard to read.
  canvas.fill_rect({begin - 2, rect.y + 1, std::max(0.0f, left + width - begin) + 4, rect.height - 2},
                   Role::card);
  canvas.text({begin, top_for_centre(rect.centre().y, style)}, text.substr(blanks), style);
  if (blanks < text.size())
    canvas.line({begin, rect.centre().y}, {left + width, rect.centre().y}, Role::second_ink);
}

// The bars of all visible changes. A change that only removes lines has a minus.
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
