// The sheet in which the user types the input values: "3,1,7,0,4,1,6,3".
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "core/plan/input_words.hpp"
#include "core/plan/typed_values.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/editor/line_field.hpp"
#include "gui/overlays/overlays.hpp"

namespace lockstep::gui {
namespace {

constexpr float kTypedPadding = 24, kTypedWidth = 640, kTypedHeight = 206;

std::string typed_values_help(ElementType type) {
  std::string text = as_sentence(kTypedValuesWords);
  if (type == ElementType::uint16x4) text += " A matrix is four numbers, row by row.";
  return text;
}

class TypedInputSheet final : public Overlay {
 public:
  std::string_view name() const override { return "typed-input"; }
  std::optional<Action> action() const override { return std::nullopt; }

  void begin(ActionContext& context) override {
    had_keyboard_ = left_ = false;
    field_.set(context.state.typed_input, true);
  }

  void draw(const OverlayFrame& frame, PanelContext& context) override {
    Ui& ui = context.ui;
    const Rect& window = frame.window;
    const float width = std::min(kTypedWidth, window.width - 16);
    const Rect box{(window.width - width) / 2, std::max(8.0f, window.height / 3 - kTypedHeight / 2), width,
                   kTypedHeight};
    ui.sheet(window, box);
    const Rect content{box.x + kTypedPadding, box.y + kTypedPadding, width - 2 * kTypedPadding,
                       kTypedHeight - 2 * kTypedPadding};
    ui.canvas.text({content.x, content.y}, "Values of the input",
                   {Font::text_bold, Role::ink, Align::left, 18});
    bool wanted = false;
    if (std::exchange(had_keyboard_, true)) wanted = type(ui.typed);
    field_.draw(ui, "typed-values", {content.x, content.y + 34, content.width, 30}, true, "3,1,7,0,4,1,6,3");
    const auto values = parse_typed_values(field_.text(), context.state.type);
    const std::string note =
        values ? fmt::format("n = {}", format_count(values->count)) : as_sentence(values.error().message);
    const TextStyle style{Font::text, values ? Role::second_ink : Role::costs, Align::left, 12};
    ui.canvas.text({content.x, content.y + 72}, fit_text(ui.canvas, note, style, content.width), style);
    ui.paragraph({content.x, content.y + 92, content.width, 32}, typed_values_help(context.state.type),
                 kQuiet);
    const Rect use{content.right() - 150, content.bottom() - 34, 150, 34}, close{use.x - 118, use.y, 106, 34};
    if (ui.button("typed-close", close, "Close", "Esc")) left_ = true;
    wanted |=
        ui.button("typed-go", use, "Use", "These values are the input (Enter)", true, values.has_value());
    if (wanted && values) {
      context.commands.edit([text = field_.text(), count = values->count](AppState& app) {
        choose_typed_input(app, text, count);
      });
      left_ = true;
    }
    if (!left_) context.activity.keyboard = KeyboardOwner::sheet;
    if (left_) context.commands.close_overlay();
  }

 private:
  // Handles keys; returns true for Enter.
  bool type(const TypedInput& typed) {
    field_.type(typed);
    bool wanted = false;
    for (const KeyPress& press : typed.keys) {
      left_ |= press.key == Key::escape;
      wanted |= press.key == Key::enter;
    }
    return wanted;
  }

  LineField field_;
  bool had_keyboard_ = false, left_ = false;
};

}  // namespace

std::unique_ptr<Overlay> make_typed_input() { return std::make_unique<TypedInputSheet>(); }

}  // namespace lockstep::gui
