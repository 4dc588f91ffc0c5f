#include "gui/canvas/text_recording_canvas.hpp"

#include "gui/canvas/recorder.hpp"
#include "gui/canvas/text.hpp"

namespace lockstep::gui {

void TextRecordingCanvas::fill_rect(const Rect& rect, Role role, float radius) {
  // The first card is the whole window. Each later card covers the text below it.
  const bool window = frame_->cards.empty();
  if (window || (role == Role::card && radius > 0 && clips_.empty())) {
    std::erase_if(frame_->texts,
                  [&](const WrittenText& text) { return rect.contains(text.bounds.centre()); });
    frame_->cards.push_back(rect);
  }
  note_fill(rect, role);
  on_->fill_rect(rect, role, radius);
}

void TextRecordingCanvas::fill_circle(Point centre, float radius, Role role) {
  note_fill({centre.x - radius, centre.y - radius, 2 * radius, 2 * radius}, role);
  on_->fill_circle(centre, radius, role);
}

void TextRecordingCanvas::note_fill(const Rect& rect, Role role) {
  if (role != Role::veil)
    fills_.emplace_back(clips_.empty() ? rect : intersection(clips_.back(), rect), role);
}

Role TextRecordingCanvas::role_behind(Point at) const {
  for (std::size_t i = fills_.size(); i-- > 0;)
    if (fills_[i].first.contains(at)) return fills_[i].second;
  return Role::ground;
}

void TextRecordingCanvas::push_clip(const Rect& rect) {
  clips_.push_back(clips_.empty() ? rect : intersection(clips_.back(), rect));
  on_->push_clip(rect);
}

void TextRecordingCanvas::pop_clip() {
  clips_.pop_back();
  on_->pop_clip();
}

void TextRecordingCanvas::draw_text(Point at, std::string_view text, const TextStyle& style) {
  on_->text(at, text, style);
  const float width = on_->text_width(text, style);
  const float shift = style.align == Align::left ? 0 : style.align == Align::centre ? width / 2 : width;
  WrittenText written{std::string(text),
                      style,
                      {at.x - shift, at.y, width, style.size * line_height(style.font)},
                      clips_.empty() ? frame_->cards.front() : clips_.back(),
                      Role::ground,
                      0};
  written.behind = role_behind(written.bounds.centre());
  for (std::size_t i = frame_->cards.size(); i-- > 1 && written.card == 0;) {
    if (frame_->cards[i].contains(written.bounds.centre())) written.card = i;
  }
  frame_->texts.push_back(std::move(written));
}

}  // namespace lockstep::gui
