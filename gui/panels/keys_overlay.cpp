// The list of all keys, over everything else.
#include <algorithm>
#include <array>
#include <vector>

#include "gui/overlay.hpp"

namespace lockstep::gui {
namespace {

constexpr float kPadding = 24, kGap = 28, kMostRow = 25, kKeyWidth = 92;

struct Part {
  std::string_view title;
  std::vector<EditingKey> keys;
};

Part part_of(KeyScope scope) {
  Part part{title(scope), {}};
  // The second key of an action is named with the first.
  const auto is_listed = [](const Binding& binding) {
    return binding.label != "?" && binding.label != "Shift+F3";
  };
  for (const Binding& binding : bindings())
    if (binding.scope == scope && is_listed(binding)) part.keys.push_back({binding.label, binding.what});
  return part;
}

// The columns of the list, each with the parts that stand in it, one below the other.
std::array<std::vector<Part>, 3> columns() {
  Part text = part_of(KeyScope::source);
  text.keys.insert(text.keys.end(), editing_keys().begin(), editing_keys().end());
  return {{{part_of(KeyScope::run)},
           {part_of(KeyScope::window), text},
           {part_of(KeyScope::compare), part_of(KeyScope::pair), part_of(KeyScope::theory),
            part_of(KeyScope::why)}}};
}

std::size_t rows_of(const std::vector<Part>& parts) {
  std::size_t rows = 0;
  for (const Part& part : parts) rows += 1 + part.keys.size();
  return rows;
}

float draw_part(Canvas& canvas, const Part& part, const Rect& column, float row) {
  canvas.text({column.x, column.y}, part.title, {Font::text_bold, Role::ink, Align::left, 13});
  float y = column.y + row;
  for (const EditingKey& key : part.keys) {
    const TextStyle what{Font::text, Role::ink, Align::left, 13};
    canvas.text({column.x, y}, key.label, {Font::text_bold, Role::acts, Align::left, 13});
    canvas.text({column.x + kKeyWidth, y}, fit_text(canvas, key.what, what, column.width - kKeyWidth), what);
    y += row;
  }
  return y;
}

class KeysOverlay final : public Overlay {
 public:
  std::string_view name() const override { return "keys"; }
  std::optional<Action> action() const override { return Action::show_keys; }
  void draw(const OverlayFrame& frame, ViewContext& context) override;
};

void KeysOverlay::draw(const OverlayFrame& frame, ViewContext& context) {
  Ui& ui = context.ui;
  const Rect& window = frame.window;
  const std::array<std::vector<Part>, 3> parts = columns();
  std::size_t rows = 0;
  for (const std::vector<Part>& column : parts) rows = std::max(rows, rows_of(column));
  const float room = window.height - 2 * kPadding - 44 - 16;
  const float row = std::min(kMostRow, room / (static_cast<float>(rows) + 0.5f));
  const float width = std::min(1200.0f, window.width - 16);
  const float height = 2 * kPadding + 44 + row * static_cast<float>(rows);
  const Rect box{(window.width - width) / 2, (window.height - height) / 2, width, height};
  ui.sheet(window, box);
  const Rect content{box.x + kPadding, box.y + kPadding, width - 2 * kPadding, height - 2 * kPadding};
  ui.canvas.text({content.x, content.y}, "Keys", {Font::text_bold, Role::ink, Align::left, 18});
  ui.canvas.text({content.right(), content.y + 4}, "letters and arrows: not while typing",
                 {Font::text, Role::second_ink, Align::right, 12});
  const float column = (content.width - 2 * kGap) / 3;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    float y = content.y + 40;
    for (const Part& part : parts[i])
      y = draw_part(ui.canvas, part, {content.x + static_cast<float>(i) * (column + kGap), y, column, 0},
                    row);
  }
  if (ui.mouse_pressed(window)) context.commands.close_overlay();
}

}  // namespace

std::unique_ptr<Overlay> make_keys_overlay() { return std::make_unique<KeysOverlay>(); }

}  // namespace lockstep::gui
