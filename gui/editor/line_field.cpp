#include "gui/editor/line_field.hpp"

#include <algorithm>

#include "gui/canvas/text.hpp"
#include "gui/editor/code_editor.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kLineFieldText{Font::code, Role::ink, Align::left, 12};
constexpr TextStyle kHint{Font::text, Role::second_ink, Align::left, 12};
constexpr float kLineFieldPadding = 8;

bool is_for_a_line(const KeyPress& press) {
  constexpr Key others[] = {Key::enter, Key::escape,  Key::tab,       Key::up,
                            Key::down,  Key::page_up, Key::page_down, Key::slash};
  constexpr Key clipboard_and_undo[] = {Key::a,         Key::c,       Key::v,    Key::x,
                                        Key::y,         Key::z,       Key::left, Key::right,
                                        Key::backspace, Key::delete_, Key::home, Key::end};
  const bool function_key = press.key >= Key::f1 && press.key <= Key::f11;
  if (function_key || std::ranges::find(others, press.key) != std::end(others)) return false;
  return !press.ctrl || std::ranges::find(clipboard_and_undo, press.key) != std::end(clipboard_and_undo);
}

}  // namespace

void LineField::set(std::string_view text, bool selected) {
  buffer_.reset(text.substr(0, text.find('\n')));
  buffer_.move(TextBuffer::Move::text_end, false);
  if (selected) buffer_.select_all();
}

bool LineField::type(const TypedInput& typed) {
  const std::string before = text();
  TypedInput mine{{}, typed.characters, {}};
  for (std::size_t i = 0; i < typed.keys.size(); ++i) {
    if (!is_for_a_line(typed.keys[i])) continue;
    mine.keys.push_back(typed.keys[i]);
    mine.order.push_back(typed.before(i));
  }
  edit_text(buffer_, mine);
  if (buffer_.lines().size() > 1) set(text(), false);  // a pasted text of several lines
  return text() != before;
}

bool LineField::draw(Ui& ui, std::string_view id, const Rect& rect, bool has_keyboard,
                     std::string_view hint) {
  const ItemState state = ui.item(id, rect);
  Canvas& canvas = ui.canvas;
  canvas.fill_rect(rect, Role::ground, 4);
  canvas.stroke_rect(rect, has_keyboard ? Role::acts : Role::line, 1, 4);
  const float y = top_for_centre(rect.centre().y, kLineFieldText), room = rect.width - 2 * kLineFieldPadding;
  if (text().empty())
    canvas.text({rect.x + kLineFieldPadding, y}, fit_text(canvas, hint, kHint, room), kHint);
  const auto x_of = [&](std::size_t column) {
    return canvas.text_width(std::string_view(text()).substr(0, column), kLineFieldText);
  };
  // A long text is scrolled to the cursor.
  const float cursor = x_of(buffer_.cursor().column), shift = std::max(0.0f, cursor - room);
  const float left = rect.x + kLineFieldPadding - (has_keyboard ? shift : 0);
  canvas.push_clip({rect.x + 2, rect.y, rect.width - 4, rect.height});
  if (has_keyboard && buffer_.has_selection()) {
    const auto [from, to] = std::minmax({buffer_.cursor(), buffer_.anchor()});
    const Rect marked{left + x_of(from.column), rect.y + 4, x_of(to.column) - x_of(from.column),
                      rect.height - 8};
    canvas.fill_rect(marked, Role::acts_pale);
  }
  canvas.text({left, y}, has_keyboard ? text() : fit_end(canvas, text(), kLineFieldText, room),
              kLineFieldText);
  if (has_keyboard) canvas.fill_rect({left + cursor - 0.5f, rect.y + 5, 1.5f, rect.height - 10}, Role::ink);
  canvas.pop_clip();
  return state.clicked;
}

}  // namespace lockstep::gui
