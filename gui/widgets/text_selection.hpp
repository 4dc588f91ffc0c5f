// Any text in the window can be selected and copied in the same way: a drag that begins on text, but not on a
// control, selects text within its card. Without a selection, copying applies to the text under the pointer.
// The text is read from the frame's record (TextRecordingCanvas), so panels need no code for it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/canvas/text_recording_canvas.hpp"

namespace lockstep::gui {

// A selected part of a text, with its position.
struct SelectedText {
  std::string text;
  Rect bounds;
  TextStyle style;
};

// The text between two points, in reading order, within the card of the first point. If the selection begins
// in code, it contains only code, without line numbers and counts.
std::vector<SelectedText> select_text(const Canvas& canvas, const WrittenFrame& frame, Point from, Point to);
// The lines of the selection; lines of a paragraph are joined, columns are separated by tabs.
std::string join_text(const Canvas& canvas, const std::vector<SelectedText>& selected);
// The paragraph, the line of code or the words at a point; empty if there is no text.
std::string text_at(const Canvas& canvas, const WrittenFrame& frame, Point at);

class TextSelection {
 public:
  // True if the next frame must be recorded in `frame()`. A click does not require it, so it is handled
  // at once.
  bool needs_text(Point mouse) const { return from_ && (selects_ || is_drag(*from_, mouse)); }
  WrittenFrame& frame() { return frame_; }

  struct Mouse {
    Point at;
    bool pressed = false, down = false;  // the button: pressed in this frame; held now
    bool is_free = false;                // no control uses the press
  };
  // Call after everything has been drawn: follows the pointer and marks the selected text.
  void follow(Canvas& canvas, const Mouse& mouse);
  void clear();
  // Empty if nothing is selected.
  const std::string& text() const { return text_; }
  // True if the distance is greater than that of a click.
  static bool is_drag(Point from, Point to);

 private:
  WrittenFrame frame_;
  std::optional<Point> from_;
  Point to_;
  bool drags_ = false;    // the button is held
  bool selects_ = false;  // the pointer has moved across text
  std::string text_;
};

}  // namespace lockstep::gui
