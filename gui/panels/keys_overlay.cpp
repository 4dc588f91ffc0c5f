#include "gui/panels/keys_overlay.hpp"

namespace lockstep::gui {

void draw_keys_overlay(Ui& ui, const Rect& window, Activity& activity) {
  constexpr float row = 25, width = 480, padding = 24;
  const float height = 2 * padding + 34 + row * static_cast<float>(bindings().size());
  const Rect box{(window.width - width) / 2, (window.height - height) / 2, width, height};
  ui.canvas.fill_rect({box.x - 3, box.y - 3, box.width + 6, box.height + 6}, Role::line, 9);
  ui.card(box);
  const Rect content{box.x + padding, box.y + padding, width - 2 * padding, height - 2 * padding};
  ui.canvas.text({content.x, content.y}, "Keys", {Font::text_bold, Role::ink, Align::left, 18});
  ui.canvas.text({content.right(), content.y + 4}, "not while typing",
                 {Font::text, Role::second_ink, Align::right, 12});
  float y = content.y + 36;
  for (const Binding& binding : bindings()) {
    if (binding.label == "?") continue;  // the second key of one action, named with the first
    ui.canvas.text({content.x, y}, binding.label, {Font::text_bold, Role::acts, Align::left, 13});
    ui.canvas.text({content.x + 120, y}, binding.what, {Font::text, Role::ink, Align::left, 13});
    y += row;
  }
  if (ui.mouse_pressed(window)) activity.show_keys = false;
}

}  // namespace lockstep::gui
