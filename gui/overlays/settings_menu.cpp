// The settings of the shown page in one column, for windows whose top bar is too narrow for all of them.
#include <algorithm>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/overlays/overlays.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {
namespace {

constexpr float kMenuPadding = 16, kMenuWidth = 420, kMenuHead = 34;

class SettingsMenu final : public Overlay {
 public:
  std::string_view name() const override { return "settings"; }
  std::optional<Action> action() const override { return std::nullopt; }
  bool press(const KeyPress&, ActionContext&) override { return true; }
  void draw(const OverlayFrame& frame, PanelContext& context) override;

 private:
  ScrollArea scroll_;
};

void SettingsMenu::draw(const OverlayFrame& frame, PanelContext& context) {
  Ui& ui = context.ui;
  const Rect& window = frame.window;
  const float top = WindowArea{window.width, window.height}.top_bar_height() + 4;
  const float width = std::min(kMenuWidth, window.width - 16);
  const auto settings = [&](Toolbar& bar) {
    bar.appearance(context);
    context.page.draw_toolbar(bar, context);
  };
  Toolbar measured(window, 0, 0);
  settings(measured);
  const float wanted =
      Toolbar::kMenuRow * static_cast<float>(measured.measured().size()) + kMenuHead + 2 * kMenuPadding;
  const float height = std::min(wanted, window.height - top - 8);
  const Rect box{window.right() - width - 8, top, width, height};
  ui.sheet(window, box);
  const Rect content{box.x + kMenuPadding, box.y + kMenuPadding, width - 2 * kMenuPadding,
                     height - 2 * kMenuPadding};
  ui.heading(content, "Settings", "Tab moves · Enter opens · Esc closes");
  const Rect list{content.x, content.y + kMenuHead, content.width, content.height - kMenuHead};
  const float y = scroll_.begin(ui, list);
  Toolbar rows(Rect{list.x, y, list.width, 0});
  settings(rows);
  scroll_.end(ui, rows.bottom());
  if (ui.mouse_pressed(window) && !box.contains(ui.mouse())) context.commands.close_overlay();
}

}  // namespace

std::unique_ptr<Overlay> make_settings_menu() { return std::make_unique<SettingsMenu>(); }

}  // namespace lockstep::gui
