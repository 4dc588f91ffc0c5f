#include "gui/editor/find.hpp"

#include <algorithm>
#include <cctype>

#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/editor/code_editor.hpp"

namespace lockstep::gui {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

}  // namespace

std::vector<TextMatch> find_matches(const std::vector<std::string>& lines, std::string_view needle) {
  std::vector<TextMatch> matches;
  if (needle.empty()) return matches;
  const bool exact = std::ranges::any_of(needle, is_capital);
  const auto same = [exact](char a, char b) { return exact ? a == b : lower(a) == lower(b); };
  for (std::size_t line = 0; line < lines.size(); ++line) {
    const std::string& text = lines[line];
    for (auto at = text.begin();;) {
      at = std::search(at, text.end(), needle.begin(), needle.end(), same);
      if (at == text.end()) break;
      const auto begin = static_cast<std::size_t>(at - text.begin());
      matches.push_back({line, begin, begin + needle.size()});
      at += static_cast<std::ptrdiff_t>(needle.size());
    }
  }
  return matches;
}

std::optional<std::size_t> match_from(const std::vector<TextMatch>& matches, TextPlace place) {
  if (matches.empty()) return std::nullopt;
  const auto found = std::ranges::lower_bound(matches, place, {}, &TextMatch::place);
  return found == matches.end() ? 0 : static_cast<std::size_t>(found - matches.begin());
}

std::optional<std::size_t> match_after(const std::vector<TextMatch>& matches, TextPlace place) {
  return match_from(matches, {place.line, place.column + 1});
}

std::optional<std::size_t> match_before(const std::vector<TextMatch>& matches, TextPlace place) {
  if (matches.empty()) return std::nullopt;
  const auto found = std::ranges::lower_bound(matches, place, {}, &TextMatch::place);
  return static_cast<std::size_t>((found == matches.begin() ? matches.end() : found) - matches.begin()) - 1;
}

std::string find_status(const std::vector<TextMatch>& matches, std::optional<std::size_t> chosen,
                        std::string_view needle) {
  if (needle.empty()) return {};
  if (matches.empty()) return "not found";
  if (chosen) return std::to_string(*chosen + 1) + " of " + std::to_string(matches.size());
  return plural(matches.size(), "match");
}

std::vector<std::string> replace_matches(std::vector<std::string> lines,
                                         const std::vector<TextMatch>& matches,
                                         std::string_view replacement) {
  // Replaces the last match first, so that the columns of the earlier matches stay valid.
  for (auto match = matches.rbegin(); match != matches.rend(); ++match)
    lines[match->line].replace(match->begin, match->end - match->begin, replacement);
  return lines;
}

void FindBar::open(std::string_view needle, TextPlace from) {
  open_ = focused_ = true;
  in_replacement_ = false;
  from_ = from;
  field_.set(needle.empty() ? std::string_view(needle_) : needle, true);
  needle_ = field_.text();
  lines_.clear();  // forces a new search
}

void FindBar::update(const std::vector<std::string>& lines, const TextMatch& selection) {
  if (!open_) return;
  if (lines != lines_ || needle_ != field_.text()) {
    lines_ = lines;
    needle_ = field_.text();
    matches_ = find_matches(lines_, needle_);
  }
  const auto found = std::ranges::find(matches_, selection);
  chosen_ = found == matches_.end() ? std::nullopt
                                    : std::optional(static_cast<std::size_t>(found - matches_.begin()));
}

std::optional<TextMatch> FindBar::match(std::optional<std::size_t> index) const {
  return index ? std::optional(matches_[*index]) : std::nullopt;
}

std::optional<TextMatch> FindBar::step(int direction, TextPlace from) const {
  return match(direction < 0 ? match_before(matches_, from) : match_after(matches_, from));
}

void FindBar::type(const TypedInput& typed, TextPlace cursor, Outcome& outcome) {
  for (const KeyPress& press : typed.keys)
    if (press.key == Key::enter || press.key == Key::f3) outcome.go_to = step(press.shift ? -1 : 1, cursor);
  if (field_.type(typed)) {
    needle_ = field_.text();
    matches_ = find_matches(lines_, needle_);
    outcome.go_to = match(match_from(matches_, from_));
  }
}

void FindBar::type_replacement(const TypedInput& typed, Outcome& outcome) {
  for (const KeyPress& press : typed.keys)
    if (press.key == Key::enter) outcome.replace = press.ctrl ? Replace::all : Replace::chosen;
  replacement_.type(typed);
}

void FindBar::draw_search(Ui& ui, const Rect& row, TextPlace cursor, bool editable, Outcome& outcome) {
  constexpr float button = 26, status_width = 72, gap = 4;
  const float buttons = editable ? 4 : 3;
  const Rect field{row.x, row.y, row.width - buttons * (button + gap) - status_width, button};
  const bool types = focused_ && !in_replacement_ && !ui.blocked;
  if (field_.draw(ui, "find-field", field, types, "Find")) {
    focused_ = true;
    in_replacement_ = false;
  }
  const bool missing = matches_.empty() && !needle_.empty();
  const TextStyle style{missing ? Font::text_bold : Font::text, missing ? Role::costs : Role::second_ink,
                        Align::left, 12};
  ui.canvas.text({field.right() + 8, top_for_centre(field.centre().y, style)},
                 fit_text(ui.canvas, find_status(matches_, chosen_, needle_), style, status_width - 8),
                 style);
  Rect place{field.right() + status_width, row.y, button, button};
  const auto pressed = [&](std::string_view id, std::string_view label, std::string_view tooltip) {
    const bool is_pressed = ui.button(id, place, label, tooltip);
    place.x += button + gap;
    return is_pressed;
  };
  if (pressed("find-previous", "↑", "Previous match (Shift+Enter, Shift+F3)"))
    outcome.go_to = step(-1, cursor);
  if (pressed("find-next", "↓", "Next match (Enter, F3)")) outcome.go_to = step(1, cursor);
  if (editable && pressed("find-replace", replaces_ ? "▲" : "▾", "Replace matches (Ctrl+H)")) {
    replaces_ = in_replacement_ = !replaces_;
    focused_ = true;
  }
  if (pressed("find-close", "×", "Close (Esc)")) outcome.closed = true;
}

void FindBar::draw_replacement(Ui& ui, const Rect& row, Outcome& outcome) {
  constexpr float one = 74, all = 40, gap = 4, height = 26;
  const Rect field{row.x, row.y, row.width - one - all - 2 * gap - 4, height};
  if (replacement_.draw(ui, "replace-field", field, focused_ && in_replacement_ && !ui.blocked,
                        "Replace with"))
    focused_ = in_replacement_ = true;
  Rect place{field.right() + 8, row.y, one, height};
  if (ui.button("replace-one", place, "Replace", "Replaces the chosen match and goes to the next one (Enter)",
                false, !matches_.empty()))
    outcome.replace = Replace::chosen;
  place = {place.right() + gap, row.y, all, height};
  if (ui.button("replace-all", place, "All", "Replaces all matches, as one change (Ctrl+Enter)", false,
                !matches_.empty()))
    outcome.replace = Replace::all;
}

FindBar::Outcome FindBar::draw(Ui& ui, const Rect& rect, TextPlace cursor, bool editable) {
  Outcome outcome;
  replaces_ = replaces_ && editable;
  in_replacement_ = in_replacement_ && replaces_;
  draw_search(ui, {rect.x, rect.y, rect.width, kRow}, cursor, editable, outcome);
  if (replaces_) draw_replacement(ui, {rect.x, rect.y + kRow, rect.width, kRow}, outcome);
  if (ui.pressed_outside(rect)) focused_ = false;
  const bool had_keyboard = std::exchange(had_keyboard_, focused_ && ui.keyboard_is_free());
  if (!had_keyboard_) return outcome;
  outcome.typing = true;
  if (!had_keyboard || outcome.closed || outcome.go_to || outcome.replace != Replace::none) return outcome;
  // Keys and letters are handled in the order in which they were typed. On a slow machine, one frame can
  // contain the letters for both fields and the Tab between them.
  const auto take = [&](const TypedInput& typed) {
    in_replacement_ ? type_replacement(typed, outcome) : type(typed, cursor, outcome);
  };
  std::size_t reached = 0;
  const auto letters_until = [&](std::size_t end) {
    end = std::clamp(end, reached, ui.typed.characters.size());
    if (end > reached) take({{}, ui.typed.characters.substr(reached, end - reached), {}});
    reached = end;
  };
  for (std::size_t i = 0; i < ui.typed.keys.size(); ++i) {
    letters_until(ui.typed.before(i));
    const KeyPress& press = ui.typed.keys[i];
    outcome.closed |= press.key == Key::escape;
    if (press.key == Key::tab && replaces_)
      in_replacement_ = !in_replacement_;
    else
      take({{press}, {}, {}});
  }
  letters_until(ui.typed.characters.size());
  return outcome;
}

}  // namespace lockstep::gui
