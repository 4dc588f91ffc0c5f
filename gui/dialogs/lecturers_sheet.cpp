// docs/lecturers.md as a sheet over the window: what a lecture can take from Lockstep. The start page opens
// it.
#include "core/catalogue/embedded.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/dialogs/overlays.hpp"
#include "gui/lesson/output/text_layout.hpp"
#include "gui/lesson/reading/markdown.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {
namespace {

constexpr float kPageWidth = 900, kPagePadding = 24, kTextSize = 14, kPageFoot = 42, kRowStep = 40;

// Its links name files that stand beside it, which a sheet cannot open.
LessonBlocks without_links(LessonBlocks blocks) {
  for (LessonBlock& block : blocks)
    for (LessonInline& piece : block.text)
      if (piece.is_link()) piece.target.clear();
  return blocks;
}

LessonBlocks page() {
  std::vector<LessonFault> faults;
  for (const EmbeddedFile& file : embedded_guides())
    if (file.path == "lecturers.md") return without_links(parse_markdown(file.text, {}, faults));
  return {};
}

class LecturersSheet final : public Overlay {
 public:
  std::string_view name() const override { return "lecturers"; }
  std::optional<Action> action() const override { return std::nullopt; }
  bool press(const KeyPress& press, ActionContext&) override {
    const float rows = press.key == Key::down        ? 1.0f
                       : press.key == Key::up        ? -1.0f
                       : press.key == Key::page_down ? 12.0f
                       : press.key == Key::page_up   ? -12.0f
                                                     : 0.0f;
    scroll_.move(rows * kRowStep);
    return rows != 0;
  }
  void draw(const OverlayFrame& frame, PanelContext& context) override;

 private:
  LessonBlocks blocks_ = page();
  ScrollArea scroll_;
};

void LecturersSheet::draw(const OverlayFrame& frame, PanelContext& context) {
  Ui& ui = context.ui;
  const Rect& window = frame.window;
  const float width = std::min(kPageWidth, window.width - 16), height = window.height - 16;
  const Rect box{(window.width - width) / 2, 8, width, height};
  ui.sheet(window, box);
  const Rect text{box.x + kPagePadding, box.y + kPagePadding, width - 2 * kPagePadding,
                  height - 2 * kPagePadding - kPageFoot};
  const TextLayout layout = lay_out(ui.canvas, blocks_, {text.width - 12, kTextSize});
  const float top = scroll_.begin(ui, text);
  draw_text_layout(ui.canvas, layout, {text.x, top});
  scroll_.end(ui, top + layout.height);
  const Rect close{text.right() - 170, box.bottom() - kPagePadding - 30, 170, 30};
  ui.canvas.text({text.x, close.y + 7}, "↑ ↓ Page Up Page Down scroll", kQuiet);
  const bool closed = ui.button("lecturers-close", close, "To the window (Esc)", "");
  if (closed || (ui.mouse_pressed(window) && !box.contains(ui.mouse()))) context.commands.close_overlay();
}

}  // namespace

std::unique_ptr<Overlay> make_lecturers_sheet() { return std::make_unique<LecturersSheet>(); }

}  // namespace lockstep::gui
