#include "gui/panels/keys_overlay.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace lockstep::gui {
namespace {

// The columns of the list, each with the scopes that stand in it, one below the other.
const std::array<std::vector<KeyScope>, 3> kColumnScopes{{
    {KeyScope::run},
    {KeyScope::window, KeyScope::source},
    {KeyScope::compare, KeyScope::theory, KeyScope::why},
}};
constexpr float kPadding = 24, kGap = 28, kMostRow = 25, kKeyWidth = 92;

// The second key of an action is named with the first.
bool is_listed(const Binding& binding) { return binding.label != "?" && binding.label != "Shift+F3"; }

std::size_t rows_of(const std::vector<KeyScope>& scopes) {
  std::size_t rows = 0;
  for (const KeyScope scope : scopes) {
    rows += 1;
    for (const Binding& binding : bindings()) rows += binding.scope == scope && is_listed(binding) ? 1 : 0;
  }
  return rows;
}

float draw_scope(Canvas& canvas, KeyScope scope, const Rect& column, float row) {
  canvas.text({column.x, column.y}, title(scope), {Font::text_bold, Role::ink, Align::left, 13});
  float y = column.y + row;
  for (const Binding& binding : bindings()) {
    if (binding.scope != scope || !is_listed(binding)) continue;
    const TextStyle what{Font::text, Role::ink, Align::left, 13};
    canvas.text({column.x, y}, binding.label, {Font::text_bold, Role::acts, Align::left, 13});
    canvas.text({column.x + kKeyWidth, y}, fit_text(canvas, binding.what, what, column.width - kKeyWidth),
                what);
    y += row;
  }
  return y;
}

}  // namespace

void draw_keys_overlay(Ui& ui, const Rect& window, Activity& activity) {
  std::size_t rows = 0;
  for (const auto& scopes : kColumnScopes) rows = std::max(rows, rows_of(scopes));
  const float room = window.height - 2 * kPadding - 44 - 16;
  const float row = std::min(kMostRow, room / (static_cast<float>(rows) + 0.5f));
  const float width = std::min(1200.0f, window.width - 16);
  const float height = 2 * kPadding + 44 + row * static_cast<float>(rows);
  const Rect box{(window.width - width) / 2, (window.height - height) / 2, width, height};
  ui.canvas.fill_rect({box.x - 3, box.y - 3, box.width + 6, box.height + 6}, Role::line, 9);
  ui.card(box);
  const Rect content{box.x + kPadding, box.y + kPadding, width - 2 * kPadding, height - 2 * kPadding};
  ui.canvas.text({content.x, content.y}, "Keys", {Font::text_bold, Role::ink, Align::left, 18});
  ui.canvas.text({content.right(), content.y + 4}, "not while typing",
                 {Font::text, Role::second_ink, Align::right, 12});
  const float column = (content.width - 2 * kGap) / 3;
  for (std::size_t i = 0; i < kColumnScopes.size(); ++i) {
    float y = content.y + 40;
    for (const KeyScope scope : kColumnScopes[i]) {
      y = draw_scope(ui.canvas, scope, {content.x + static_cast<float>(i) * (column + kGap), y, column, 0},
                     row);
    }
  }
  if (ui.mouse_pressed(window)) activity.show_keys = false;
}

}  // namespace lockstep::gui
