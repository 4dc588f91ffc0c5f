#include "gui/input/typed_input.hpp"

namespace lockstep::gui {
namespace {

void append_utf8(std::string& text, unsigned code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | (code >> 6));
    text += static_cast<char>(0x80 | (code & 63));
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0 | (code >> 12));
    text += static_cast<char>(0x80 | ((code >> 6) & 63));
    text += static_cast<char>(0x80 | (code & 63));
  }
}

// Returns the key for the characters +, − and ?. The positions of these keys depend on the keyboard layout,
// so the keys are derived from the characters.
Key symbol_key(unsigned code) {
  return code == '+' ? Key::plus : code == '-' ? Key::minus : code == '?' ? Key::question : Key::none;
}

}  // namespace

TypedInput typed_input(const std::vector<InputEvent>& events) {
  TypedInput typed;
  const auto add = [&](const KeyPress& press) {
    if (press.key == Key::none) return;
    typed.keys.push_back(press);
    typed.order.push_back(typed.characters.size());
  };
  for (const InputEvent& event : events) {
    add(event.press);
    if (event.character == 0) continue;
    append_utf8(typed.characters, event.character);
    add({symbol_key(event.character)});
  }
  return typed;
}

}  // namespace lockstep::gui
