// The panel with the tasks of the open assignment and the points so far.
#include <fmt/format.h>

#include "assignment/dates/times.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/assignment/model.hpp"
#include "gui/pages/assignment/page.hpp"
#include "gui/pages/assignment/text_view.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {
namespace {

constexpr float kTaskRow = 62, kOpenTask = 104, kSave = 150;

class TaskListPanel final : public Panel {
 public:
  explicit TaskListPanel(const AssignmentWork& work) : work_(work) {}

  std::string_view help() const override { return "The tasks of the assignment, and your points so far."; }

  void draw(const Rect& card, PanelContext& context) override {
    Ui& ui = context.ui;
    ui.card(card);
    const Rect content = inside(card);
    if (ui.button("all-assignments", {content.x, content.y - 4, 116, 28}, "‹ Assignments",
                  "All assignments; your texts are kept (Backspace)"))
      context.commands.edit([](AppState& state) { open_assignment(state, ""); });
    const Rect body{content.x, content.y + 34, content.width, content.height - 34};
    if (!work_.error().empty()) return draw_error(body, context);
    if (work_.loaded() == nullptr) return;
    draw_save({content.right() - kSave, content.y - 4, kSave, 28}, context);
    float y = scroll_.begin(ui, body);
    y = draw_head({content.x, y, content.width - 8, 0}, context);
    for (const assignment::Task& task : work_.loaded()->parsed.tasks) {
      draw_task({content.x, y, content.width - 8, kTaskRow}, task, context);
      y += kTaskRow + 8;
    }
    scroll_.end(ui, y + 8);
  }

 private:
  void draw_error(const Rect& body, PanelContext& context) {
    const float y = scroll_.begin(context.ui, body);
    scroll_.end(context.ui, context.ui.paragraph({body.x, y, body.width - 8, 4000}, work_.error(),
                                                 {Font::text, Role::costs, Align::left, 14}));
  }

  static void draw_save(const Rect& place, PanelContext& context) {
    if (context.ui.button("save-submission", place, "Save submission",
                          context.actions.describe(actions::save_submission), true))
      context.commands.actions.push_back(actions::save_submission);
  }

  float draw_head(const Rect& column, PanelContext& context) {
    const assignment::Assignment& shown = work_.loaded()->parsed;
    Canvas& canvas = context.ui.canvas;
    const TextStyle title{Font::text_bold, Role::ink, Align::left, 20};
    float y = column.y;
    canvas.text({column.x, y}, fit_text(canvas, shown.title, title, column.width), title);
    y += 30;
    canvas.text({column.x, y}, total_text(context.state, work_), kTitle);
    y += 22;
    if (shown.due) {
      canvas.text({column.x, y}, "Due " + assignment::time_of(*shown.due), kQuiet);
      y += 22;
    }
    if (!shown.introduction.empty())
      y = text_.draw(context, {column.x, y + 4, column.width, 0}, without_heading(shown.introduction),
                     "introduction") +
          8;
    return y + 6;
  }

  void draw_task(const Rect& row, const assignment::Task& task, PanelContext& context) const {
    Ui& ui = context.ui;
    const TaskStanding standing = standing_of(context.state, work_, task);
    ui.canvas.stroke_rect(row, Role::line, 1, 8);
    const float x = row.x + 16, room = row.width - kOpenTask - 56;
    const TextStyle title{Font::text_bold, Role::ink, Align::left, 14};
    ui.canvas.text({x, row.y + 11}, fit_text(ui.canvas, task.title, title, room), title);
    TextStyle quiet = kQuiet;
    if (standing.is_solved) quiet = {Font::text_bold, Role::good, Align::left, 12};
    const std::string details = standing_details(standing);
    const std::string words =
        (standing.is_solved ? "✓ " : "") + standing_text(standing) + (details.empty() ? "" : " · " + details);
    ui.canvas.text({x, row.y + 36}, fit_text(ui.canvas, words, quiet, room), quiet);
    const bool begun = work_.files().is_begun(context.state, task);
    const Rect button{row.right() - kOpenTask - 16, row.centre().y - 15, kOpenTask, 30};
    if (ui.button("task " + task.name, button, begun ? "Continue" : "Begin",
                  begun ? "Opens the task with your text" : "Opens the task with its skeleton", true))
      context.commands.edit([name = task.name](AppState& state) { open_task(state, name); });
  }

  const AssignmentWork& work_;
  ScrollArea scroll_;
  AssignmentText text_;
};

}  // namespace

std::unique_ptr<Panel> make_task_list_panel(const AssignmentWork& work) {
  return std::make_unique<TaskListPanel>(work);
}

}  // namespace lockstep::gui
