#include "gui/pages/assignment/code_field.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/canvas/text.hpp"
#include "gui/editor/text_words.hpp"

namespace lockstep::gui {
namespace {

constexpr double kNewUndoStep = 1;  // seconds without a key
constexpr std::string_view kTextItem = "assignment-text";

}  // namespace

bool CodeField::is_kernel() const { return is_kernel_file(key_); }

void CodeField::show(const std::string& key, const std::string& text, std::vector<Diagnostic> messages) {
  messages_ = std::move(messages);
  if (key != key_) {
    if (!key_.empty()) histories_[key_] = std::exchange(buffer_, {});
    key_ = key;
    coloured_.clear();
    scroll_ = 0;
    completion_.close();
    const auto kept = histories_.find(key);
    if (kept != histories_.end())
      buffer_ = kept->second;
    else
      buffer_.reset(text);
  } else if (text == shown_) {
    return;
  }
  if (buffer_.lines() != split_lines(text)) buffer_.replace_all(text);
  shown_ = text;
}

void CodeField::go_to(std::uint32_t line) {
  buffer_.place({std::min<std::size_t>(line == 0 ? 0 : line - 1, buffer_.lines().size() - 1), 0}, false);
  begin_editing();
}

std::string CodeField::replace_text(std::string_view text) {
  buffer_.replace_all(text);
  shown_ = text;
  begin_editing();
  return shown_;
}

std::optional<std::string> CodeField::draw(PanelContext& context, const Rect& place) {
  Ui& ui = context.ui;
  const float bar = find_.height();
  if (find_.is_open()) draw_find(context, {place.x + 15, place.y, place.width - 30, bar});
  const Rect area{place.x, place.y + bar, place.width, std::floor((place.height - bar) / kRow) * kRow};
  prepare(ui.canvas, area);
  scroll(ui, area);
  ui.canvas.push_clip(area);
  for (auto i = static_cast<std::size_t>(scroll_ / kRow); i < rows_.size(); ++i) {
    const Rect row{area.x, area.y + static_cast<float>(i) * kRow - scroll_, area.width, kRow};
    if (row.y >= area.bottom()) break;
    draw_row(ui.canvas, rows_[i], row);
  }
  const Rect cursor = code().place_of(buffer_.cursor(), area, scroll_);
  if (focused_) {
    code().draw_brackets(ui.canvas, area, scroll_, buffer_);
    code().draw_cursor(ui.canvas, cursor);
  }
  ui.canvas.pop_clip();
  if (focused_) ui.canvas.stroke_rect(area, Role::acts, 2);
  if (ui.places != nullptr)
    ui.places->push_back({std::string(kTextItem), area, !ui.blocked, true, ui.blocked});
  const bool in_sight = cursor.y >= area.y && cursor.bottom() <= area.bottom() + 1;
  if (focused_ && !ui.blocked && in_sight && is_kernel())
    cursor_moved_ |= completion_.draw(ui, buffer_, {cursor.x, cursor.y}, kRow, area);
  point(context, area);
  if (buffer_.lines() == split_lines(shown_)) return std::nullopt;
  shown_ = buffer_.text();
  return shown_;
}

void CodeField::prepare(const Canvas& canvas, const Rect& area) {
  advance_ = canvas.text_width("0000000000", CodeText::kCode) / 10;
  static const sim::BreakpointLines none;
  lines_ = prepare_source({buffer_.lines(), nullptr, Heat::branches, 0, none, messages_});
  if (coloured_ != buffer_.lines()) {
    coloured_ = buffer_.lines();
    const Language language = language_of(key_);
    colours_ = is_kernel() ? colour_code(coloured_, language) : std::vector<LineColours>(coloured_.size());
    completion_.set_language(language);
  }
  const auto columns = static_cast<std::size_t>(std::max(8.0f, (area.width - kGutter - 16) / advance_));
  rows_ = make_code_rows(lines_, columns);
}

// Scrolls the text by whole rows, so that no row is cut off at the top.
void CodeField::scroll(const Ui& ui, const Rect& area) {
  scroll_ -= 3 * kRow * ui.wheel(area);
  if (std::exchange(cursor_moved_, false)) {
    const float y = static_cast<float>(row_of(rows_, lines_, buffer_.cursor()).row) * kRow;
    const float margin = std::min(2 * kRow, area.height / 3);
    scroll_ = std::min(scroll_, y - margin);
    scroll_ = std::max(scroll_, y + kRow + margin - area.height);
  }
  const float height = static_cast<float>(rows_.size()) * kRow;
  const float most = std::ceil(std::max(0.0f, height - area.height) / kRow) * kRow;
  scroll_ = std::clamp(std::round(scroll_ / kRow) * kRow, 0.0f, most);
}

void CodeField::draw_row(Canvas& canvas, const CodeRow& row, const Rect& rect) {
  if (row.kind == CodeRow::Kind::message) return code().draw_message(canvas, row, rect);
  const SourceLine& line = lines_[row.line];
  const bool at_cursor = focused_ && row.line == buffer_.cursor().line;
  if (at_cursor) canvas.fill_rect(rect, Role::ground);
  if (focused_ || find_.is_open()) code().draw_selection(canvas, row, rect, buffer_);
  code().draw_letters(canvas, row, rect);
  for (const Diagnostic& message : line.messages) code().underline(canvas, row, rect, message);
  if (!row.first()) return;
  const TextStyle number{Font::code, at_cursor ? Role::second_ink : Role::masked, Align::right, 11};
  canvas.text({rect.x + kGutter - 10, top_for_centre(rect.centre().y, number)}, std::to_string(line.number),
              number);
}

void CodeField::point(PanelContext& context, const Rect& area) {
  Ui& ui = context.ui;
  const Pointer pointer = ui.pointer(area);
  const bool on_list = completion_.is_open() && completion_.place().contains(pointer.at);
  const Point at = pointer.inside ? pointer.at : ui.mouse();
  const auto row = static_cast<std::size_t>(std::max(0.0f, (at.y - area.y + scroll_) / kRow));
  const TextPlace place =
      place_at(rows_, lines_, row, static_cast<double>((at.x - area.x - kGutter) / advance_));
  if (!ui.mouse_down()) dragging_ = false;
  if (!pointer.inside && ui.pressed_outside(area)) focused_ = false;
  if (dragging_) {
    buffer_.place(place, true);
    cursor_moved_ = true;
  } else if (pointer.inside && pointer.clicked && !on_list) {
    completion_.close();
    click(ui, place);
  }
  if (ui.focus == kTextItem && ui.press_focus) begin_editing();
  if (!focused_) completion_.close();
  ui.drag_taken |= focused_ && pointer.inside;
  // The key that begins editing is not typed.
  const bool has_keyboard = focused_ && ui.keyboard_is_free();
  if (has_keyboard) context.activity.keyboard = KeyboardOwner::source;
  if (has_keyboard && std::exchange(had_keyboard_, true)) type(context);
  if (!has_keyboard) had_keyboard_ = false;
}

// Returns the selection if it is within one line; otherwise an empty match, which is equal to no real match.
TextMatch CodeField::selected_match() const {
  const auto [from, to] = std::minmax({buffer_.cursor(), buffer_.anchor()});
  return from.line == to.line ? TextMatch{from.line, from.column, to.column} : TextMatch{};
}

void CodeField::open_find(bool replaces) {
  const std::string selected = selected_match() == TextMatch{} ? std::string() : buffer_.selected();
  find_.open(selected, std::min(buffer_.cursor(), buffer_.anchor()));
  find_.update(buffer_.lines(), selected_match());
  if (replaces) find_.open_replacement();
  focused_ = false;
}

void CodeField::draw_find(PanelContext& context, const Rect& bar) {
  find_.update(buffer_.lines(), selected_match());
  const FindBar::Outcome outcome =
      find_.draw(context.ui, bar, std::min(buffer_.cursor(), buffer_.anchor()), true);
  replace(outcome.replace);
  if (outcome.typing) context.activity.keyboard = KeyboardOwner::find_bar;
  show_match(outcome.go_to);
  if (!outcome.closed) return find_.update(buffer_.lines(), selected_match());
  find_.close();
  begin_editing();
}

void CodeField::replace(FindBar::Replace which) {
  if (which == FindBar::Replace::all && !find_.matches().empty())
    buffer_.replace_all(join_lines(replace_matches(buffer_.lines(), find_.matches(), find_.replacement())));
  if (which != FindBar::Replace::chosen) return;
  if (find_.chosen()) buffer_.insert(find_.replacement());
  find_.update(buffer_.lines(), selected_match());
  show_match(find_.from(buffer_.cursor()));
}

void CodeField::show_match(const std::optional<TextMatch>& match) {
  if (!match) return;
  buffer_.select({match->line, match->begin}, {match->line, match->end});
  cursor_moved_ = true;
}

void CodeField::click(const Ui& ui, TextPlace at) {
  focused_ = true;
  if (ui.clicks() > 1) return ui.clicks() == 2 ? buffer_.select_word(at) : buffer_.select_line(at.line);
  buffer_.place(at, ui.shift_held());
  dragging_ = true;
}

void CodeField::type(PanelContext& context) {
  const TypedInput& typed = context.ui.typed;
  if (typed.keys.empty() && typed.characters.empty()) return;
  const double now = context.ui.seconds();
  if (now - std::exchange(typed_at_, now) > kNewUndoStep) buffer_.pause();
  const EditorOutcome outcome = is_kernel() ? completion_.edit(buffer_, typed) : edit_text(buffer_, typed);
  cursor_moved_ |= outcome.moved;
  if (!outcome.leave) return;
  focused_ = had_keyboard_ = false;
  context.activity.keyboard = KeyboardOwner::nobody;
}

}  // namespace lockstep::gui
