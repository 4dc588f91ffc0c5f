// The list below the cursor while a name is typed. It has the keys ↑ ↓ Enter Tab Esc while it is open, and no
// others: the text has those.
#pragma once

#include <optional>
#include <vector>

#include "gui/editor/code_editor.hpp"
#include "gui/editor/completion.hpp"

namespace lockstep::gui {

class CompletionList {
 public:
  // Of the text that is edited.
  void set_language(Language language) { language_ = language; }
  bool is_open() const { return !words_.empty(); }
  void close() { words_.clear(); }
  const std::vector<Completion>& words() const { return words_; }
  std::size_t chosen() const { return chosen_; }
  // Where the last frame drew it; empty while it is closed.
  const Rect& place() const { return place_; }

  // Keys and letters, in their order: those of the list, and all others to the text.
  EditorOutcome edit(TextBuffer& buffer, const TypedInput& typed);

  // Below the line of the cursor, or above it, within `area`. `at`: the cursor, on top of its line. True if a
  // row was clicked: the text has changed.
  bool draw(Ui& ui, TextBuffer& buffer, Point at, float line_height, const Rect& area);

 private:
  void type(TextBuffer& buffer, const TypedInput& letters, EditorOutcome& outcome);
  bool take(TextBuffer& buffer, const KeyPress& press);
  void open(const TextBuffer& buffer, std::size_t least_letters);
  void choose(TextBuffer& buffer, std::size_t index);
  void keep_chosen_visible();
  void draw_row(Ui& ui, const Rect& row, const Completion& word, bool is_chosen, float details) const;

  TypedName typed_;
  Language language_ = Language::opencl_c;
  std::vector<Completion> words_;
  std::size_t chosen_ = 0, first_ = 0;  // the chosen row, and the first that is shown
  bool was_asked_for_ = false;          // by Ctrl+Space: also for a single letter
  Rect place_;
};

}  // namespace lockstep::gui
