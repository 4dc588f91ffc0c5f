#include "gui/editor/code_editor.hpp"

#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "gui/input/keyboard_owner.hpp"

namespace lockstep::gui {
namespace {

using Move = TextBuffer::Move;

std::optional<Move> move_for(const KeyPress& press) {
  switch (press.key) {
    case Key::left:
      return press.ctrl ? Move::word_left : Move::left;
    case Key::right:
      return press.ctrl ? Move::word_right : Move::right;
    case Key::up:
      return Move::up;
    case Key::down:
      return Move::down;
    case Key::home:
      return press.ctrl ? Move::text_start : Move::line_start;
    case Key::end:
      return press.ctrl ? Move::text_end : Move::line_end;
    case Key::page_up:
      return Move::page_up;
    case Key::page_down:
      return Move::page_down;
    default:
      return std::nullopt;
  }
}

void paste(TextBuffer& buffer) {
  if (const char* text = ImGui::GetClipboardText()) buffer.insert(text);
}

bool with_ctrl(TextBuffer& buffer, Key key, bool shift) {
  switch (key) {
    case Key::a:
      buffer.select_all();
      return true;
    case Key::c:
    case Key::x:
      if (!buffer.has_selection()) return true;
      ImGui::SetClipboardText(buffer.selected().c_str());
      if (key == Key::x) buffer.backspace();
      return true;
    case Key::v:
      paste(buffer);
      return true;
    case Key::z:
      shift ? buffer.redo() : buffer.undo();
      return true;
    case Key::y:
      buffer.redo();
      return true;
    case Key::backspace:
      buffer.erase_word(-1);
      return true;
    case Key::delete_:
      buffer.erase_word(1);
      return true;
    case Key::slash:
      buffer.toggle_comment();
      return true;
    default:
      return false;
  }
}

bool without_ctrl(TextBuffer& buffer, Key key, bool shift) {
  switch (key) {
    case Key::enter:
      buffer.new_line();
      return true;
    case Key::tab:
      shift ? buffer.outdent() : buffer.indent();
      return true;
    case Key::backspace:
      buffer.backspace();
      return true;
    case Key::delete_:
      buffer.erase();
      return true;
    default:
      return false;
  }
}

void press_key(TextBuffer& buffer, const KeyPress& press, EditorOutcome& outcome) {
  if (!takes(KeyboardOwner::source, press)) return;
  if (press.key == Key::escape) {
    outcome.leave = true;
  } else if (const auto move = move_for(press)) {
    buffer.move(*move, press.shift);
    outcome.moved = true;
  } else if (press.ctrl ? with_ctrl(buffer, press.key, press.shift)
                        : without_ctrl(buffer, press.key, press.shift)) {
    outcome.moved = true;
  }
}

}  // namespace

EditorOutcome edit_text(TextBuffer& buffer, const TypedInput& typed) {
  EditorOutcome outcome;
  std::size_t reached = 0;
  const auto type_until = [&](std::size_t end) {
    const std::string letters = typed.characters.substr(reached, end - reached);
    reached = end;
    if (letters.empty()) return;
    letters == "}" ? buffer.close_brace() : buffer.insert(letters);
    outcome.moved = true;
  };
  for (std::size_t i = 0; i < typed.keys.size() && !outcome.leave; ++i) {
    type_until(std::clamp(typed.before(i), reached, typed.characters.size()));
    press_key(buffer, typed.keys[i], outcome);
  }
  if (!outcome.leave) type_until(typed.characters.size());
  return outcome;
}

}  // namespace lockstep::gui
