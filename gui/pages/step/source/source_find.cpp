// The search in the text, with a bar above the code and frames around the matches. The search also works
// while the text is not being edited.
#include <algorithm>
#include <utility>

#include "core/base/text/text.hpp"
#include "gui/editor/text_words.hpp"
#include "gui/pages/step/source/source_panel.hpp"

namespace lockstep::gui {

// Returns the selection if it is within one line; otherwise an empty match, which is equal to no real match.
TextMatch SourcePanel::selected_match() const {
  const auto [from, to] = std::minmax({buffer_.cursor(), buffer_.anchor()});
  return from.line == to.line ? TextMatch{from.line, from.column, to.column} : TextMatch{};
}

void SourcePanel::open_find(PanelContext& context) {
  const bool find_was_open = find_.is_open();
  const TextMatch selection = selected_match();
  const bool word = buffer_.has_selection() && selection.end > selection.begin;
  find_.open(word ? std::string_view(buffer_.selected()) : std::string_view(),
             std::min(buffer_.cursor(), buffer_.anchor()));
  find_.update(buffer_.lines(), selection);
  edits_after_find_ = focused_ || (find_was_open && edits_after_find_);
  focused_ = false;
  context.activity.playing = false;
}

void SourcePanel::open_replacement(PanelContext& context) {
  if (!context.session.is_editable(program_)) return refuse_editing(context);
  if (!find_.is_open()) open_find(context);
  find_.open_replacement();
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

// Replaces the selected match. If no match is selected, first selects the next match.
void SourcePanel::replace_chosen() {
  if (find_.chosen()) buffer_.insert(find_.replacement());
  find_.update(buffer_.lines(), selected_match());
  show_match(find_.from(buffer_.cursor()));
}

// Replaces all matches in one undo step.
void SourcePanel::replace_all(PanelContext& context) {
  const std::size_t count = find_.matches().size();
  if (count == 0) return;
  buffer_.replace_all(join_lines(replace_matches(buffer_.lines(), find_.matches(), find_.replacement())));
  context.commands.notices.push_back("Replaced " + plural(count, "match") +
                                     ". Ctrl+Z in the text undoes it.");
}

void SourcePanel::replace(PanelContext& context, FindBar::Replace which) {
  if (which == FindBar::Replace::none) return;
  which == FindBar::Replace::chosen ? replace_chosen() : replace_all(context);
  cursor_moved_ = true;
  hand_over(context);
}

void SourcePanel::draw_find(PanelContext& context, const Rect& rect) {
  find_.update(buffer_.lines(), selected_match());
  const bool editable = !shows_form() && context.session.is_editable(program_);
  const FindBar::Outcome outcome =
      find_.draw(context.ui, rect, std::min(buffer_.cursor(), buffer_.anchor()), editable);
  replace(context, outcome.replace);
  if (outcome.typing) context.activity.keyboard = KeyboardOwner::find_bar;
  show_match(outcome.go_to);
  const bool escape =
      std::ranges::find(context.ui.typed.keys, Key::escape, &KeyPress::key) != context.ui.typed.keys.end();
  if (outcome.closed || (escape && !focused_ && context.ui.keyboard_is_free())) {
    find_.close();
    context.activity.keyboard = KeyboardOwner::nobody;
    // After Esc in the search field or a click on the close button, the keyboard returns to the text.
    focused_ |= std::exchange(edits_after_find_, false) && outcome.closed;
  }
  find_.update(buffer_.lines(), selected_match());
}

// Draws a frame around each match. The frame of the selected match is thicker.
void SourcePanel::draw_matches(Canvas& canvas, const CodeRow& row, const Rect& rect) {
  if (!find_.is_open()) return;
  const std::vector<TextMatch>& matches = find_.matches();
  const auto first = std::ranges::lower_bound(matches, row.line, {}, &TextMatch::line);
  const float left = rect.x + kGutter + advance_ * static_cast<float>(row.indent);
  for (auto match = first; match != matches.end() && match->line == row.line; ++match) {
    const std::size_t begin = std::max(match->begin, row.begin), end = std::min(match->end, row.end);
    if (begin >= end) continue;
    const Rect box{left + code().column_x(row, begin) - 1, rect.y + 1,
                   code().column_x(row, end) - code().column_x(row, begin) + 2, rect.height - 2};
    const bool chosen = find_.chosen() == static_cast<std::size_t>(match - matches.begin());
    if (chosen) canvas.fill_rect(box, Role::acts_pale, 2);
    canvas.stroke_rect(box, chosen ? Role::acts : Role::warns, chosen ? 2 : 1, 2);
  }
}

}  // namespace lockstep::gui
