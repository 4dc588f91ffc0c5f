// A field for editing a text on this page. It uses the parts of the editor in Step (buffer, undo, colours,
// completion), but has no run beside it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gui/editor/completion_list.hpp"
#include "gui/editor/find.hpp"
#include "gui/pages/panel.hpp"
#include "gui/pages/step/source/code_text.hpp"

namespace lockstep::gui {

class CodeField {
 public:
  // Sets the text to show. `key` identifies the text, which has its own undo history. Call this even if the
  // text may have been changed outside this field.
  void show(const std::string& key, const std::string& text, std::vector<Diagnostic> messages);
  // Draws the field. Returns the text if it was edited in this frame.
  std::optional<std::string> draw(PanelContext& context, const Rect& area);

  void begin_editing() { focused_ = cursor_moved_ = true; }
  bool is_editing() const { return focused_; }
  // Moves the cursor to the beginning of a line, counted from 1.
  void go_to(std::uint32_t line);
  // Opens the search bar; if `replaces` is true, also the bar for replacing.
  void open_find(bool replaces);
  // Undo or redo the last edit of the shown text; false if there is none. draw() returns the text.
  bool undo() { return moved(buffer_.undo()); }
  bool redo() { return moved(buffer_.redo()); }
  // Replaces the whole text; Ctrl+Z undoes this change in one step. Returns the resulting text.
  std::string replace_text(std::string_view text);

 private:
  static constexpr float kRow = CodeText::kRow, kGutter = CodeText::kGutter;

  bool moved(bool has_moved) {
    cursor_moved_ |= has_moved;
    return has_moved;
  }
  CodeText code() const { return {lines_, rows_, colours_, advance_}; }
  bool is_kernel() const;
  void prepare(const Canvas& canvas, const Rect& area);
  void scroll(const Ui& ui, const Rect& area);
  void draw_row(Canvas& canvas, const CodeRow& row, const Rect& rect);
  void point(PanelContext& context, const Rect& area);
  void click(const Ui& ui, TextPlace at);
  TextMatch selected_match() const;
  void draw_find(PanelContext& context, const Rect& bar);
  void replace(FindBar::Replace which);
  void show_match(const std::optional<TextMatch>& match);
  void type(PanelContext& context);

  std::string key_;
  TextBuffer buffer_;
  std::map<std::string, TextBuffer> histories_;  // buffers of the other texts, by key
  std::string shown_;                            // key of the text in the buffer
  std::vector<Diagnostic> messages_;
  std::vector<SourceLine> lines_;
  std::vector<CodeRow> rows_;
  std::vector<LineColours> colours_;
  std::vector<std::string> coloured_;  // the lines to which the colours belong
  CompletionList completion_;
  FindBar find_;
  float advance_ = 7.2f, scroll_ = 0;
  double typed_at_ = 0;  // time of the last typed key, in seconds
  bool focused_ = false, had_keyboard_ = false, dragging_ = false, cursor_moved_ = false;
};

}  // namespace lockstep::gui
