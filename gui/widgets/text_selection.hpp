// Selects and copies any text in the window. A drag that begins on text, but not on a control, selects text
// within the card of that text. Without a selection, the text under the pointer is copied. The text is read
// from the record of the frame (TextRecordingCanvas), so panels need no code for selection.
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

// Returns the text between two points, in reading order, within the card of the first point. If the selection
// begins in code, it contains only code, without line numbers and counts.
std::vector<SelectedText> select_text(const Canvas& canvas, const WrittenFrame& frame, Point from, Point to);
// Returns the selected text as one string. Lines of a paragraph are joined, and columns are separated
// by tabs.
std::string join_text(const Canvas& canvas, const std::vector<SelectedText>& selected);
// Returns the paragraph, the line of code or the words at a point; empty if there is no text.
std::string text_at(const Canvas& canvas, const WrittenFrame& frame, Point at);

class TextSelection {
 public:
  // Returns true if the next frame must be recorded in frame(). A click does not require a record, so it is
  // handled immediately.
  bool needs_text(Point mouse) const { return from_ && (selects_ || is_drag(*from_, mouse)); }
  WrittenFrame& frame() { return frame_; }

  struct Mouse {
    Point at;
    bool pressed = false, down = false;  // the button was pressed in this frame; it is held
    bool is_free = false;                // no control uses the press
  };
  // Follows the pointer and marks the selected text. Call after everything else has been drawn.
  void follow(Canvas& canvas, const Mouse& mouse);
  void clear();
  // Returns the selected text; empty if nothing is selected.
  const std::string& text() const { return text_; }
  // Returns true if the distance between the points is too large for a click.
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
