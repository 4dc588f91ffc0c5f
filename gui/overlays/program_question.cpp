// The sheet that asks whether the program of a scene may run. It shows the complete command. The program
// starts only after the user has agreed; otherwise the scene is opened without the program.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/visible_text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/overlays/overlays.hpp"
#include "gui/overlays/program_sheet.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {
namespace {

constexpr float kQuestionPadding = 24, kQuestionWidth = 760, kQuestionHeight = 380, kQuestionLine = 19;
constexpr TextStyle kShownCommand{Font::code, Role::ink, Align::left, 13};

class ProgramQuestion final : public Overlay {
 public:
  std::string_view name() const override { return "program-question"; }
  std::optional<Action> action() const override { return std::nullopt; }
  void leave(ActionContext& context) override {
    context.state.program.reset();
    context.state.overlay = {};
  }

  void draw(const OverlayFrame& frame, PanelContext& context) override {
    const ProgramCommand program = context.state.program.value_or(ProgramCommand{});
    Ui& ui = context.ui;
    const Rect& window = frame.window;
    const float width = std::min(kQuestionWidth, window.width - 16),
                height = std::min(kQuestionHeight, window.height - 16);
    const Rect box{(window.width - width) / 2, (window.height - height) / 2, width, height};
    ui.sheet(window, box);
    const Rect content{box.x + kQuestionPadding, box.y + kQuestionPadding, width - 2 * kQuestionPadding,
                       height - 2 * kQuestionPadding};
    ui.canvas.text({content.x, content.y}, "This scene starts a program",
                   {Font::text_bold, Role::ink, Align::left, 18});
    const float y =
        ui.paragraph({content.x, content.y + 34, content.width, 60},
                     "The program runs on this computer with your rights. Run it only if you know "
                     "where the scene comes from.",
                     kSentence);
    draw_command(ui, program, {content.x, y + 8, content.width, content.bottom() - 48 - y - 8});
    const Rect run{content.right() - 170, content.bottom() - 34, 170, 34}, no{run.x - 258, run.y, 250, 34};
    if (ui.button("program-no", no, "Open without the program", "Esc"))
      context.commands.edit([](AppState& app) {
        app.program.reset();
        app.overlay = {};
      });
    if (ui.button("program-yes", run, "Run the program", "You are not asked again for this file and command",
                  false, context.state.program.has_value()))
      context.commands.program = program;
  }

 private:
  void draw_command(Ui& ui, const ProgramCommand& program, const Rect& area) {
    ui.canvas.fill_rect(area, Role::ground, 6);
    const Rect inner{area.x + 12, area.y + 10, area.width - 18, area.height - 20};
    float y = scroll_.begin(ui, inner);
    const std::pair<const char*, std::string> parts[] = {{"Command", visible_text(program.command)},
                                                         {"Working directory", visible_text(program.folder)},
                                                         {"Scene", visible_text(program.came_with)}};
    for (const auto& [title, text] : parts) {
      ui.canvas.text({inner.x, y}, title, kQuiet);
      y += kQuestionLine;
      for (const std::string& line : fitting_lines(ui.canvas, text, kShownCommand, inner.width - 14)) {
        ui.canvas.text({inner.x, y}, line, kShownCommand);
        y += kQuestionLine;
      }
      y += 8;
    }
    scroll_.end(ui, y);
  }

  ScrollArea scroll_;
};

}  // namespace

std::unique_ptr<Overlay> make_program_question() { return std::make_unique<ProgramQuestion>(); }

}  // namespace lockstep::gui
