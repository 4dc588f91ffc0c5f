// A text that is edited on this page: the editor of the page Step (buffer, undo, colours, completion),
// without a run beside it.
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
  // `key`: of the text, which has its own undo history. The text may have been changed elsewhere.
  void show(const std::string& key, const std::string& text, std::vector<Diagnostic> messages);
  // The text, if it was edited in this frame.
  std::optional<std::string> draw(PanelContext& context, const Rect& area);

  void begin_editing() { focused_ = cursor_moved_ = true; }
  bool is_editing() const { return focused_; }
  // The cursor at the beginning of a line, from 1.
  void go_to(std::uint32_t line);
  // The bar that searches, and the one that replaces, too.
  void open_find(bool replaces);
  // As one change that Ctrl+Z takes back; the text as it is then.
  std::string replace_text(std::string_view text);

 private:
  static constexpr float kRow = CodeText::kRow, kGutter = CodeText::kGutter;

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
  std::map<std::string, TextBuffer> histories_;  // of other texts
  std::string shown_;                            // the text in the buffer
  std::vector<Diagnostic> messages_;
  std::vector<SourceLine> lines_;
  std::vector<CodeRow> rows_;
  std::vector<LineColours> colours_;
  std::vector<std::string> coloured_;  // the lines of these colours
  CompletionList completion_;
  FindBar find_;
  float advance_ = 7.2f, scroll_ = 0;
  double typed_at_ = 0;  // seconds
  bool focused_ = false, had_keyboard_ = false, dragging_ = false, cursor_moved_ = false;
};

}  // namespace lockstep::gui
