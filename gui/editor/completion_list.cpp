#include "gui/editor/completion_list.hpp"

#include <algorithm>
#include <utility>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kRows = 8, kLeastTyped = 2;
constexpr float kRowHeight = 20, kPadding = 8, kBetween = 16, kMaxWidth = 620;
constexpr TextStyle kName{Font::code, Role::ink, Align::left, 12};
constexpr TextStyle kDetail{Font::code, Role::second_ink, Align::left, 11};

bool is_name_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

void CompletionList::open(const TextBuffer& buffer, std::size_t least_letters) {
  close();
  const auto typed = buffer.has_selection() ? std::nullopt : typed_name(buffer.lines(), buffer.cursor());
  if (!typed || typed->letters.size() < least_letters) return;
  typed_ = *typed;
  words_ = completions(buffer.lines(), buffer.cursor(), typed_, language_);
  chosen_ = first_ = 0;
  // The only completion is already typed, so the list is not shown.
  if (words_.size() == 1 && words_.front().name == typed_.letters) close();
}

void CompletionList::choose(TextBuffer& buffer, std::size_t index) {
  complete(buffer, typed_, words_[index]);
  close();
}

// Handles a key of the list; returns false if the text must handle it. Enter after a complete name inserts a
// line break.
bool CompletionList::take(TextBuffer& buffer, const KeyPress& press) {
  if (press == KeyPress{Key::space, true}) {
    was_asked_for_ = true;
    open(buffer, 0);
    return true;
  }
  if (!is_open() || press.ctrl || press.shift) return false;
  switch (press.key) {
    case Key::down:
      chosen_ = (chosen_ + 1) % words_.size();
      break;
    case Key::up:
      chosen_ = (chosen_ + words_.size() - 1) % words_.size();
      break;
    case Key::enter:
    case Key::tab:
      if (words_[chosen_].name == typed_.letters && press.key == Key::enter) return false;
      choose(buffer, chosen_);
      return true;
    case Key::escape:
      close();
      return true;
    default:
      return false;
  }
  keep_chosen_visible();
  return true;
}

void CompletionList::keep_chosen_visible() {
  first_ = std::min(first_, chosen_);
  if (chosen_ >= first_ + kRows) first_ = chosen_ + 1 - kRows;
}

void CompletionList::type(TextBuffer& buffer, const TypedInput& letters, EditorOutcome& outcome) {
  if (letters.characters.empty()) return;
  outcome.moved |= edit_text(buffer, letters).moved;
  was_asked_for_ = was_asked_for_ && is_open();
  is_name_part(letters.characters.back()) ? open(buffer, was_asked_for_ ? 1 : kLeastTyped) : close();
}

EditorOutcome CompletionList::edit(TextBuffer& buffer, const TypedInput& typed) {
  EditorOutcome outcome;
  std::size_t reached = 0;
  const auto type_until = [&](std::size_t end) {
    end = std::clamp(end, reached, typed.characters.size());
    const std::size_t begin = std::exchange(reached, end);
    type(buffer, {{}, typed.characters.substr(begin, end - begin), {}}, outcome);
  };
  for (std::size_t i = 0; i < typed.keys.size() && !outcome.leave; ++i) {
    type_until(typed.before(i));
    if (take(buffer, typed.keys[i])) {
      outcome.moved = true;
      continue;
    }
    const EditorOutcome key = edit_text(buffer, {{typed.keys[i]}, {}, {}});
    outcome.moved |= key.moved;
    outcome.leave = key.leave;
    const bool shortens = is_open() && typed.keys[i] == KeyPress{Key::backspace};
    if (shortens)
      open(buffer, was_asked_for_ ? 0 : 1);
    else if (key.moved || key.leave)
      close();
  }
  if (!outcome.leave) type_until(typed.characters.size());
  return outcome;
}

void CompletionList::draw_row(Ui& ui, const Rect& row, const Completion& word, bool is_chosen,
                              float details) const {
  if (is_chosen) ui.canvas.fill_rect(row, Role::acts_pale, 3);
  TextStyle name = kName;
  if (is_chosen) name.font = Font::code_bold;
  ui.canvas.text({row.x + kPadding, top_for_centre(row.centre().y, name)},
                 fit_text(ui.canvas, word.name, name, row.width - 2 * kPadding), name);
  const float room = row.right() - kPadding - details;
  if (room < 40) return;
  ui.canvas.text({details, top_for_centre(row.centre().y, kDetail)},
                 fit_text(ui.canvas, word.detail, kDetail, room), kDetail);
}

bool CompletionList::draw(Ui& ui, TextBuffer& buffer, Point at, float line_height, const Rect& area) {
  place_ = {};
  if (!is_open()) return false;
  const std::size_t end = std::min(words_.size(), first_ + kRows);
  float names = 0, details = 0;
  for (std::size_t i = first_; i < end; ++i) {
    names =
        std::max(names, ui.canvas.text_width(words_[i].name, {Font::code_bold, Role::ink, Align::left, 12}));
    details = std::max(details, ui.canvas.text_width(words_[i].detail, kDetail));
  }
  const float width = std::min({names + kBetween + details + 2 * kPadding, area.width - 8, kMaxWidth});
  // A signature that does not fit into its row is drawn below the rows.
  const std::string& signature = words_[chosen_].detail;
  const float room = width - names - kBetween - 2 * kPadding;
  std::vector<std::string> below;
  if (ui.canvas.text_width(signature, kDetail) > room)
    below = wrap_text(ui.canvas, signature, kDetail, width - 2 * kPadding);
  const float height = kRowHeight * static_cast<float>(end - first_) + 8 +
                       (below.empty() ? 0 : 6 + 16 * static_cast<float>(below.size()));
  const bool is_above = at.y + line_height + height > area.bottom() && at.y - height > area.y;
  const float left = at.x - ui.canvas.text_width(typed_.letters, kName) - kPadding;
  place_ = {std::clamp(left, area.x + 4, std::max(area.x + 4, area.right() - width - 4)),
            is_above ? at.y - height - 2 : at.y + line_height + 2, width, height};
  ui.canvas.fill_rect(place_, Role::card, 5);
  ui.canvas.stroke_rect(place_, Role::acts, 1, 5);
  const bool stops = std::exchange(ui.stops, false);
  std::optional<std::size_t> clicked;
  Rect row{place_.x + 3, place_.y + 4, width - 6, kRowHeight};
  for (std::size_t i = first_; i < end; ++i) {
    if (ui.item("completion" + std::to_string(i - first_), row).clicked) clicked = i;
    draw_row(ui, row, words_[i], i == chosen_, place_.x + kPadding + names + kBetween);
    row.y += kRowHeight;
  }
  ui.stops = stops;
  for (std::size_t i = 0; i < below.size(); ++i)
    ui.canvas.text({place_.x + kPadding, row.y + 6 + 16 * static_cast<float>(i)}, below[i], kDetail);
  if (clicked) choose(buffer, *clicked);
  return clicked.has_value();
}

}  // namespace lockstep::gui
