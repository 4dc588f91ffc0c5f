// Shows docs/lecturers.md, which describes what Lockstep offers for lectures, as a sheet over the window. The
// start page opens this sheet.
#include "core/catalogue/embedded.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/lesson/layout/text_layout.hpp"
#include "gui/lesson/reading/markdown.hpp"
#include "gui/overlays/overlays.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {
namespace {

constexpr float kLecturersPageWidth = 900, kPagePadding = 24, kTextSize = 14, kPageFoot = 42, kRowStep = 40;

// Returns what the window opens for a name in code style, such as `first-steps` or `document:002/kernel-1`;
// empty for other text. Links in the text name files beside the text, which the sheet cannot open.
std::string opened_by(const LessonInline& piece) {
  if (piece.kind != LessonInline::Kind::code) return {};
  if (names_document_entry(piece.text)) return piece.text;
  const auto lesson = find_lesson("lesson:" + piece.text);
  return lesson && lesson->is_built_in() ? "lesson:" + piece.text : std::string();
}

void link_names(LessonText& text) {
  for (LessonInline& piece : text)
    if (piece.kind != LessonInline::Kind::picture) piece.target = opened_by(piece);
}

LessonBlocks with_names_linked(LessonBlocks blocks) {
  for (LessonBlock& block : blocks) {
    link_names(block.text);
    for (auto& row : block.rows)
      for (LessonText& cell : row) link_names(cell);
  }
  return blocks;
}

LessonBlocks page() {
  std::vector<LessonFault> faults;
  for (const EmbeddedFile& file : embedded_guides())
    if (file.path == "lecturers.md") return with_names_linked(parse_markdown(file.text, {}, faults));
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
  static void draw_names(const TextLayout& layout, Point origin, PanelContext& context);

  LessonBlocks blocks_ = page();
  ScrollArea scroll_;
};

void LecturersSheet::draw_names(const TextLayout& layout, Point origin, PanelContext& context) {
  std::size_t number = 0;
  for (const PlacedText& placed : layout.texts) {
    if (placed.target.empty()) continue;
    const Rect place{origin.x + placed.rect.x, origin.y + placed.rect.y - 1, placed.rect.width,
                     placed.rect.height + 2};
    const std::string id = "lecturers-" + std::to_string(number++);
    if (!context.ui.item(id, place, "Opens " + placed.target).clicked) continue;
    context.commands.close_overlay();
    context.commands.files.push_back(placed.target);
  }
}

void LecturersSheet::draw(const OverlayFrame& frame, PanelContext& context) {
  Ui& ui = context.ui;
  const Rect& window = frame.window;
  const float width = std::min(kLecturersPageWidth, window.width - 16), height = window.height - 16;
  const Rect box{(window.width - width) / 2, 8, width, height};
  ui.sheet(window, box);
  const Rect text{box.x + kPagePadding, box.y + kPagePadding, width - 2 * kPagePadding,
                  height - 2 * kPagePadding - kPageFoot};
  const TextLayout layout = lay_out(ui.canvas, blocks_, {text.width - 12, kTextSize});
  const float top = scroll_.begin(ui, text);
  draw_text_layout(ui.canvas, layout, {text.x, top});
  draw_names(layout, {text.x, top}, context);
  scroll_.end(ui, top + layout.height);
  const Rect close{text.right() - 170, box.bottom() - kPagePadding - 30, 170, 30};
  ui.canvas.text({text.x, close.y + 7}, "↑ ↓ Page Up Page Down scroll", kQuiet);
  const bool closed = ui.button("lecturers-close", close, "To the window (Esc)", "");
  if (closed || (ui.mouse_pressed(window) && !box.contains(ui.mouse()))) context.commands.close_overlay();
}

}  // namespace

std::unique_ptr<Overlay> make_lecturers_sheet() { return std::make_unique<LecturersSheet>(); }

}  // namespace lockstep::gui
