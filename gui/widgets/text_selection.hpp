// Text that is shown anywhere in the window can be selected and copied, by one rule: a drag over text that
// begins on nothing that can be pressed selects it within its card; without a selection the text under the
// pointer is meant. It reads what the frame has written (TextRecordingCanvas), so that no panel has to know
// of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/canvas/text_recording_canvas.hpp"

namespace lockstep::gui {

// A part of a written text that is selected, with its place.
struct SelectedText {
  std::string text;
  Rect bounds;
  TextStyle style;
};

// Between two points, in the order of reading, within the card of the first one. Where it begins in code,
// only the code: neither line numbers nor counts.
std::vector<SelectedText> select_text(const Canvas& canvas, const WrittenFrame& frame, Point from, Point to);
// Its lines; those of one paragraph are joined, columns are separated by tabs.
std::string join_text(const Canvas& canvas, const std::vector<SelectedText>& selected);
// The paragraph, the row of code or the words at a point; empty: nothing is written there.
std::string text_at(const Canvas& canvas, const WrittenFrame& frame, Point at);

class TextSelection {
 public:
  // The frame that begins has to be noted in `frame()`: not for a click, which is answered at once.
  bool needs_text(Point mouse) const { return from_ && (selects_ || is_drag(*from_, mouse)); }
  WrittenFrame& frame() { return frame_; }

  struct Mouse {
    Point at;
    bool pressed = false, down = false;  // the button: in this frame, and now
    bool is_free = false;                // nothing else wants the press
  };
  // Everything has been drawn: follows the pointer, and marks the selected text.
  void follow(Canvas& canvas, const Mouse& mouse);
  void clear();
  // Empty: nothing is selected.
  const std::string& text() const { return text_; }
  // Farther from where the button went down than a click moves.
  static bool is_drag(Point from, Point to);

 private:
  WrittenFrame frame_;
  std::optional<Point> from_;
  Point to_;
  bool drags_ = false;    // the button is held
  bool selects_ = false;  // the pointer has moved over text
  std::string text_;
};

}  // namespace lockstep::gui
