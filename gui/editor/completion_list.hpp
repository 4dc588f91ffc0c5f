// The list of completions below the cursor while a name is typed. While the list is open, it handles the keys
// ↑ ↓ Enter Tab Esc; the text handles all other keys.
#pragma once

#include <optional>
#include <vector>

#include "gui/editor/code_editor.hpp"
#include "gui/editor/completion.hpp"

namespace lockstep::gui {

class CompletionList {
 public:
  // Sets the language of the edited text.
  void set_language(Language language) { language_ = language; }
  bool is_open() const { return !words_.empty(); }
  void close() { words_.clear(); }
  const std::vector<Completion>& words() const { return words_; }
  std::size_t chosen() const { return chosen_; }
  // Returns the rectangle in which the last frame drew the list; empty while the list is closed.
  const Rect& place() const { return place_; }

  // Handles keys and letters in the order in which they were typed. The list handles its own keys, and the
  // text handles all others.
  EditorOutcome edit(TextBuffer& buffer, const TypedInput& typed);

  // Draws the list within `area`, below or above the line of the cursor. `at` is the position of the cursor,
  // at the top of its line. Returns true if a row was clicked, which changes the text.
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
  std::size_t chosen_ = 0, first_ = 0;  // the chosen row and the first visible row
  bool was_asked_for_ = false;          // by Ctrl+Space, which also accepts a single letter
  Rect place_;
};

}  // namespace lockstep::gui
