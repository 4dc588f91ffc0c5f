#include "gui/glfw/glfw_keys.hpp"

#include <GLFW/glfw3.h>

#include <array>
#include <string_view>

namespace lockstep::gui {
namespace {

struct Pair {
  int glfw;
  Key key;
};
constexpr std::array kPairs{
    Pair{GLFW_KEY_SPACE, Key::space},
    Pair{GLFW_KEY_LEFT, Key::left},
    Pair{GLFW_KEY_RIGHT, Key::right},
    Pair{GLFW_KEY_UP, Key::up},
    Pair{GLFW_KEY_DOWN, Key::down},
    Pair{GLFW_KEY_HOME, Key::home},
    Pair{GLFW_KEY_END, Key::end},
    Pair{GLFW_KEY_PAGE_UP, Key::page_up},
    Pair{GLFW_KEY_PAGE_DOWN, Key::page_down},
    Pair{GLFW_KEY_ENTER, Key::enter},
    Pair{GLFW_KEY_KP_ENTER, Key::enter},
    Pair{GLFW_KEY_ESCAPE, Key::escape},
    Pair{GLFW_KEY_TAB, Key::tab},
    Pair{GLFW_KEY_BACKSPACE, Key::backspace},
    Pair{GLFW_KEY_DELETE, Key::delete_},
    Pair{GLFW_KEY_KP_ADD, Key::plus},
    Pair{GLFW_KEY_KP_DIVIDE, Key::slash},
    Pair{GLFW_KEY_KP_SUBTRACT, Key::minus},
    Pair{GLFW_KEY_KP_DECIMAL, Key::period},
    Pair{GLFW_KEY_0, Key::digit0},
    Pair{GLFW_KEY_1, Key::digit1},
    Pair{GLFW_KEY_2, Key::digit2},
    Pair{GLFW_KEY_3, Key::digit3},
    Pair{GLFW_KEY_4, Key::digit4},
    Pair{GLFW_KEY_5, Key::digit5},
    Pair{GLFW_KEY_6, Key::digit6},
    Pair{GLFW_KEY_7, Key::digit7},
    Pair{GLFW_KEY_8, Key::digit8},
    Pair{GLFW_KEY_9, Key::digit9},
    Pair{GLFW_KEY_KP_0, Key::digit0},
    Pair{GLFW_KEY_KP_1, Key::digit1},
    Pair{GLFW_KEY_KP_2, Key::digit2},
    Pair{GLFW_KEY_KP_3, Key::digit3},
    Pair{GLFW_KEY_KP_4, Key::digit4},
    Pair{GLFW_KEY_KP_5, Key::digit5},
    Pair{GLFW_KEY_KP_6, Key::digit6},
    Pair{GLFW_KEY_KP_7, Key::digit7},
    Pair{GLFW_KEY_KP_8, Key::digit8},
    Pair{GLFW_KEY_KP_9, Key::digit9},
    Pair{GLFW_KEY_F1, Key::f1},
    Pair{GLFW_KEY_F2, Key::f2},
    Pair{GLFW_KEY_F3, Key::f3},
    Pair{GLFW_KEY_F5, Key::f5},
    Pair{GLFW_KEY_F8, Key::f5},  // a second key for F5, which browsers reserve
    Pair{GLFW_KEY_F6, Key::f6},
    Pair{GLFW_KEY_F9, Key::f9},
    Pair{GLFW_KEY_F7, Key::f11},  // a second key for F11, which browsers reserve
    Pair{GLFW_KEY_F11, Key::f11},
};

Key from_letter(char letter) {
  switch (letter) {
    case 'a':
      return Key::a;
    case 'b':
      return Key::b;
    case 'c':
      return Key::c;
    case 'd':
      return Key::d;
    case 'e':
      return Key::e;
    case 'f':
      return Key::f;
    case 'h':
      return Key::h;
    case 'l':
      return Key::l;
    case 'n':
      return Key::n;
    case 'o':
      return Key::o;
    case 'p':
      return Key::p;
    case 'q':
      return Key::q;
    case 'r':
      return Key::r;
    case 's':
      return Key::s;
    case 't':
      return Key::t;
    case 'w':
      return Key::w;
    case 'v':
      return Key::v;
    case 'x':
      return Key::x;
    case 'y':
      return Key::y;
    case 'z':
      return Key::z;
    case '.':
      return Key::period;
    case ',':
      return Key::comma;
    case '/':
    case '#':  // the key next to Enter on layouts where `/` needs Shift
      return Key::slash;
    default:
      return Key::none;
  }
}

// Returns true if the key is assumed to type `/` with Shift. The decision depends on the character that the
// key types without Shift: 7 on German, Nordic and Spanish keyboards, ú on Czech keyboards, and the colon on
// French keyboards. The key in the position of 7 is accepted on all keyboards.
bool writes_slash(int key, std::string_view name) {
  return key == GLFW_KEY_7 || name == "7" || name == "ú" || name == ":";
}

// Converts keys that are used with Ctrl. Without Ctrl, they arrive as characters.
Key from_sign(char sign) {
  switch (sign) {
    case '+':
    case '=':
      return Key::plus;
    case '-':
      return Key::minus;
    case '0':
      return Key::digit0;
    default:
      return Key::none;
  }
}

}  // namespace

KeyPress from_glfw(int key, int scancode, int mods) {
  KeyPress press;
  // Ctrl with Alt does not count as Ctrl: on some systems, AltGr is reported as Ctrl+Alt, and it types
  // characters such as @ and {.
  press.ctrl = (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0 && (mods & GLFW_MOD_ALT) == 0;
  press.shift = (mods & GLFW_MOD_SHIFT) != 0;
  for (const Pair& pair : kPairs) {
    if (pair.glfw == key) press.key = pair.key;
  }
  const char* name = key_name(key, scancode);
  if (press.ctrl && press.shift && writes_slash(key, name == nullptr ? "" : name)) return {Key::slash, true};
  if (press.key == Key::none) {
    if (name != nullptr && name[0] != 0 && name[1] == 0) {
      press.key = press.ctrl ? from_sign(name[0]) : Key::none;
      if (press.key == Key::none) press.key = from_letter(name[0]);
    }
  }
  return press;
}

}  // namespace lockstep::gui
