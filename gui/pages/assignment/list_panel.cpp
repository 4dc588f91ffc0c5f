// The panel with the list of all built-in assignments, and a button that opens assignments in folders.
#include <fmt/format.h>

#include <optional>
#include <vector>

#include "assignment/format/read_assignment.hpp"
#include "core/base/features.hpp"
#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/assignment/page.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {
namespace {

constexpr float kRow = 92, kOpen = 104;

class AssignmentListPanel final : public Panel {
 public:
  std::string_view help() const override {
    return "The built-in assignments; you can also open your own folder.";
  }

  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    if (!assignments_) read();
    const Rect content = inside(card);
    const float width = content.width - 8;
    float y = scroll_.begin(context.ui, content);
    const TextStyle title{Font::text_bold, Role::ink, Align::left, 20};
    context.ui.canvas.text({content.x, y}, "Assignments", title);
    y = context.ui.paragraph({content.x, y + 32, width, 60},
                             "Tasks with points. Your text is tested while you write it; it stays on this "
                             "machine until you save a submission and hand it in.",
                             kQuiet) +
        12;
    for (const assignment::Assignment& one : *assignments_) {
      draw_row({content.x, y, width, kRow}, one, context);
      y += kRow + 10;
    }
    scroll_.end(context.ui, draw_own({content.x, y + 8, width, 60}, context));
  }

 private:
  // Draws the part about the assignments of a course. Returns the y below this part.
  static float draw_own(const Rect& place, PanelContext& context) {
    if (!has(Feature::folders))
      return context.ui.paragraph(place,
                                  "An assignment from your course is a folder, which a web page "
                                  "cannot read: open it in Lockstep for Linux or Windows.",
                                  kQuiet);
    const float y = context.ui.paragraph(
        place, "An assignment that your course gave you is a folder with a file assignment.md:", kQuiet);
    if (context.ui.button(
            "open-assignment", {place.x, y + 8, 130, 30}, "Open a folder …",
            context.actions.describe(actions::open_file) + ": choose the file assignment.md in the folder"))
      context.commands.actions.push_back(actions::open_file);
    return y + 48;
  }

  void read() {
    assignments_.emplace();
    for (const assignment::AssignmentFolder& folder : assignment::assignment_folders())
      if (auto one = assignment::load_assignment(folder)) assignments_->push_back(std::move(*one));
  }

  static std::string facts(const assignment::Assignment& one) {
    std::string words = fmt::format("{} · {} points", plural(one.tasks.size(), "task"),
                                    assignment::points_text(one.points()));
    if (one.bonus() > 0) words += fmt::format(" + {} bonus", assignment::points_text(one.bonus()));
    return words;
  }

  static void draw_row(const Rect& row, const assignment::Assignment& one, PanelContext& context) {
    Ui& ui = context.ui;
    ui.canvas.stroke_rect(row, Role::line, 1, 8);
    const float x = row.x + 16, room = row.width - kOpen - 56;
    const TextStyle title{Font::text_bold, Role::ink, Align::left, 15};
    ui.canvas.text({x, row.y + 12}, fit_text(ui.canvas, one.title, title, room), title);
    ui.canvas.text({x, row.y + 37}, fit_text(ui.canvas, one.summary, kText, room), kText);
    ui.canvas.text({x, row.y + 62}, fit_text(ui.canvas, facts(one), kQuiet, room), kQuiet);
    const Rect button{row.right() - kOpen - 16, row.centre().y - 16, kOpen, 32};
    if (ui.button("assignment " + one.name, button, "Open", "Shows its tasks", true))
      context.commands.edit([name = one.name](AppState& state) { open_assignment(state, name); });
  }

  ScrollArea scroll_;
  std::optional<std::vector<assignment::Assignment>> assignments_;
};

}  // namespace

std::unique_ptr<Panel> make_assignment_list_panel() { return std::make_unique<AssignmentListPanel>(); }

}  // namespace lockstep::gui
