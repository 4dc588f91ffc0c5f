#include "gui/widgets/text_selection.hpp"

#include <algorithm>
#include <cmath>

#include "gui/canvas/recorder.hpp"
#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

bool is_code(Font font) { return font == Font::code || font == Font::code_bold; }

bool is_visible(const WrittenText& text) {
  const Rect seen = intersection(text.bounds, text.clip);
  return seen.width > 1 && seen.height > text.bounds.height / 2;
}

bool share_row(const Rect& a, const Rect& b) {
  return std::abs(a.centre().y - b.centre().y) < 0.5f * std::min(a.height, b.height);
}

// Returns the text at a point, or the nearest text in the same row; null if no text is near.
const WrittenText* written_at(const WrittenFrame& frame, Point at) {
  constexpr float far = 12;  // px, maximum distance
  const WrittenText* nearest = nullptr;
  float distance = far;
  for (const WrittenText& text : frame.texts) {
    const Rect& box = text.bounds;
    if (!is_visible(text) || at.y < box.y - 1 || at.y >= box.bottom() + 1) continue;
    const float off = std::max({0.0f, box.x - at.x, at.x - box.right()});
    if (off > distance) continue;
    nearest = &text;
    distance = off;
  }
  return nearest;
}

// Returns the topmost card at this point. A later card covers an earlier one.
std::size_t card_at(const WrittenFrame& frame, Point at) {
  std::size_t card = 0;
  for (std::size_t i = 1; i < frame.cards.size(); ++i)
    if (frame.cards[i].contains(at)) card = i;
  return card;
}

// Returns the visible texts of a card in rows; each row is ordered from left to right. If the style `first`
// is that of code, only code of the same size is returned.
std::vector<std::vector<const WrittenText*>> rows_of(const WrittenFrame& frame, std::size_t card,
                                                     const TextStyle& first) {
  std::vector<const WrittenText*> texts;
  for (const WrittenText& text : frame.texts) {
    const bool fits = !is_code(first.font) || (is_code(text.style.font) && text.style.size == first.size);
    if (text.card == card && fits && is_visible(text)) texts.push_back(&text);
  }
  std::ranges::stable_sort(texts, {}, [](const WrittenText* text) { return text->bounds.centre().y; });
  std::vector<std::vector<const WrittenText*>> rows;
  for (const WrittenText* text : texts) {
    if (rows.empty() || !share_row(rows.back().front()->bounds, text->bounds)) rows.emplace_back();
    rows.back().push_back(text);
  }
  for (auto& row : rows)
    std::ranges::stable_sort(row, {}, [](const WrittenText* text) { return text->bounds.x; });
  return rows;
}

// Returns the part of a text between the x coordinates `left` and `right`; no value if this part is empty.
std::optional<SelectedText> between(const Canvas& canvas, const WrittenText& text, float left, float right) {
  TextStyle style = text.style;
  style.align = Align::left;
  const std::string_view letters = text.text;
  std::size_t begin = letters.size(), end = 0;
  float first = 0, last = 0;
  for (std::size_t at = 0; at < letters.size();) {
    std::size_t next = at;
    next_code_point(letters, next);
    const float from = text.bounds.x + canvas.text_width(letters.substr(0, at), style),
                to = text.bounds.x + canvas.text_width(letters.substr(0, next), style);
    if ((from + to) / 2 >= left && (from + to) / 2 < right) {
      if (at < begin) begin = at, first = from;
      end = next;
      last = to;
    }
    at = next;
  }
  if (begin >= end) return std::nullopt;
  return SelectedText{std::string(letters.substr(begin, end - begin)),
                      {first, text.bounds.y, last - first, text.bounds.height},
                      style};
}

// Returns the separator between two texts of a row.
std::string gap_between(const Canvas& canvas, const SelectedText& left, const SelectedText& right) {
  const float gap = right.bounds.x - left.bounds.right();
  if (is_code(left.style.font)) {
    const float letter = std::max(1.0f, canvas.text_width("0", left.style));
    return std::string(static_cast<std::size_t>(std::max(0.0f, std::round(gap / letter))), ' ');
  }
  return gap > 1.5f * left.style.size ? "\t" : gap > 0.12f * left.style.size ? " " : "";
}

// Returns true if two lines belong to one paragraph. Such lines are close together, begin at the same x and
// have the same style.
bool continues_paragraph(const SelectedText& above, const SelectedText& below) {
  const bool same = above.style.font == below.style.font && above.style.size == below.style.size &&
                    above.style.role == below.style.role;
  const float step = below.bounds.y - above.bounds.y;
  return same && !is_code(above.style.font) && std::abs(above.bounds.x - below.bounds.x) < 1 && step > 0 &&
         step < 1.62f * above.style.size;
}

}  // namespace

std::vector<SelectedText> select_text(const Canvas& canvas, const WrittenFrame& frame, Point from, Point to) {
  const WrittenText* first = written_at(frame, from);
  const std::size_t card = card_at(frame, from);
  const Point top = from.y <= to.y ? from : to, bottom = from.y <= to.y ? to : from;
  std::vector<SelectedText> selected;
  const auto rows = rows_of(frame, card, first == nullptr ? TextStyle{} : first->style);
  for (const auto& row : rows) {
    float begin = 1e9f, end = -1e9f;
    for (const WrittenText* text : row) {
      begin = std::min(begin, text->bounds.y);
      end = std::max(end, text->bounds.bottom());
    }
    if (end <= top.y || begin > bottom.y) continue;
    const bool has_top = top.y >= begin, has_bottom = bottom.y < end;
    float left = has_top ? top.x : -1e9f, right = has_bottom ? bottom.x : 1e9f;
    if (has_top && has_bottom && left > right) std::swap(left, right);
    for (const WrittenText* text : row)
      if (auto part = between(canvas, *text, left, right)) selected.push_back(std::move(*part));
  }
  return selected;
}

std::string join_text(const Canvas& canvas, const std::vector<SelectedText>& selected) {
  std::string text;
  float left = 1e9f;  // left edge of the selected code, used to keep the indentation
  for (const SelectedText& part : selected) left = std::min(left, part.bounds.x);
  const auto indent = [&](const SelectedText& part) {
    if (!is_code(part.style.font)) return std::string();
    const float letter = std::max(1.0f, canvas.text_width("0", part.style));
    return std::string(static_cast<std::size_t>(std::max(0.0f, std::round((part.bounds.x - left) / letter))),
                       ' ');
  };
  for (std::size_t i = 0; i < selected.size(); ++i) {
    const SelectedText& part = selected[i];
    if (i == 0)
      text += indent(part);
    else if (share_row(selected[i - 1].bounds, part.bounds))
      text += gap_between(canvas, selected[i - 1], part);
    else
      text += continues_paragraph(selected[i - 1], part) ? " " : "\n" + indent(part);
    text += part.text;
  }
  return text;
}

std::string text_at(const Canvas& canvas, const WrittenFrame& frame, Point at) {
  const WrittenText* text = written_at(frame, at);
  if (text == nullptr) return {};
  const auto rows = rows_of(frame, text->card, text->style);
  const auto mine =
      std::ranges::find_if(rows, [&](const auto& row) { return std::ranges::find(row, text) != row.end(); });
  if (mine == rows.end()) return text->text;
  const auto whole = [](const WrittenText& each) { return SelectedText{each.text, each.bounds, each.style}; };
  std::vector<SelectedText> parts;
  if (is_code(text->style.font)) {
    for (const WrittenText* each : *mine) parts.push_back(whole(*each));
    return join_text(canvas, parts);
  }
  // Adds the lines of the same paragraph above and below.
  parts.push_back(whole(*text));
  const auto extend = [&](const auto& row, bool is_below) {
    for (const WrittenText* each : row) {
      const SelectedText part = whole(*each);
      const bool joins =
          is_below ? continues_paragraph(parts.back(), part) : continues_paragraph(part, parts.front());
      if (!joins) continue;
      parts.insert(is_below ? parts.end() : parts.begin(), part);
      return true;
    }
    return false;
  };
  for (auto row = mine + 1; row != rows.end() && extend(*row, true);) ++row;
  for (auto row = mine; row != rows.begin() && extend(*(row - 1), false);) --row;
  return join_text(canvas, parts);
}

void TextSelection::clear() {
  from_.reset();
  drags_ = selects_ = false;
  text_.clear();
}

bool TextSelection::is_drag(Point from, Point to) {
  constexpr float least = 5;  // px, maximum movement during a click
  return std::abs(to.x - from.x) + std::abs(to.y - from.y) > least;
}

void TextSelection::follow(Canvas& canvas, const Mouse& mouse) {
  if (mouse.pressed) {
    clear();
    if (mouse.is_free) from_ = to_ = mouse.at;
    drags_ = from_.has_value();
    return;
  }
  if (!from_) return;
  if (drags_) {
    to_ = mouse.at;
    if (!selects_ && is_drag(*from_, to_)) {
      if (written_at(frame_, *from_) == nullptr) return clear();
      selects_ = true;
    }
    drags_ = mouse.down;
    if (!drags_ && !selects_) return clear();
  }
  if (!selects_) return;
  const std::vector<SelectedText> selected = select_text(canvas, frame_, *from_, to_);
  const std::string text = join_text(canvas, selected);
  // The selection is removed if the selected text was replaced by a different text.
  if (!drags_ && !text_.empty() && text != text_) return clear();
  text_ = text;
  for (const SelectedText& part : selected) {
    canvas.fill_rect(part.bounds, Role::acts_pale);
    canvas.fill_rect({part.bounds.x, part.bounds.bottom() - 1, part.bounds.width, 1}, Role::acts);
    TextStyle style = part.style;
    style.role = Role::ink;
    canvas.text({part.bounds.x, part.bounds.y}, part.text, style);
  }
}

}  // namespace lockstep::gui
