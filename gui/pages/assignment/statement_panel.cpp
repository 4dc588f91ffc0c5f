// The panel with the statement of a task and its hints.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/assignment/model.hpp"
#include "gui/pages/assignment/page.hpp"
#include "gui/pages/assignment/text_view.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {
namespace {

constexpr float kHeadRow = 34;

// Formats points, for example as "0.5 points".
std::string points_words(double points) {
  return fmt::format("{} {}", assignment::points_text(points), points == 1 ? "point" : "points");
}

// Formats the price of a hint, for example as "costs 0.5 points" or "costs nothing".
std::string price_text(double price) { return price == 0 ? "costs nothing" : "costs " + points_words(price); }

class StatementPanel final : public Panel {
 public:
  explicit StatementPanel(const AssignmentWork& work) : work_(work) {}

  std::string_view help() const override { return "What the task asks for, and hints, which cost points."; }

  void draw(const Rect& card, PanelContext& context) override {
    Ui& ui = context.ui;
    ui.card(card);
    const assignment::Task* const task = work_.task(context.state);
    if (task == nullptr) return;
    if (std::exchange(shown_, task) != task) {
      scroll_ = {};
      asks_ = read_when_solved_ = 0;
    }
    const Rect content = inside(card);
    draw_head({content.x, content.y - 4, content.width, 28}, *task, context);
    const Rect body{content.x, content.y + kHeadRow, content.width, content.height - kHeadRow};
    for (const Action& action : context.page_actions) {
      if (action == actions::rows_down) scroll_.move(0.8f * body.height);
      if (action == actions::rows_up) scroll_.move(-0.8f * body.height);
    }
    float y = scroll_.begin(ui, body);
    const Rect column{body.x, y, body.width - 8, 0};
    const TextStyle title{Font::text_bold, Role::ink, Align::left, 18};
    for (const std::string& line : wrap_text(ui.canvas, task->title, title, column.width)) {
      ui.canvas.text({column.x, y}, line, title);
      y += 25;
    }
    y = text_.draw(context, {column.x, y + 4, column.width, 0}, without_heading(task->statement),
                   "statement");
    scroll_.end(ui, draw_hints({column.x, y + 14, column.width, 0}, *task, context) + 6);
  }

 private:
  void draw_head(const Rect& row, const assignment::Task& task, PanelContext& context) const {
    Ui& ui = context.ui;
    const auto& tasks = work_.loaded()->parsed.tasks;
    const auto at = static_cast<std::size_t>(&task - tasks.data());
    if (ui.button("all-tasks", {row.x, row.y, 76, row.height}, "‹ Tasks",
                  "All tasks of the assignment (Backspace)"))
      context.commands.edit([](AppState& state) { open_task(state, ""); });
    const auto turn = [&](int by) {
      context.commands.edit([&work = work_, by](AppState& state) { turn_task(state, work, by); });
    };
    constexpr float arrow = 30;
    if (ui.button("next-task", {row.right() - arrow, row.y, arrow, row.height}, "›",
                  "The next task (Page Down)", false, at + 1 < tasks.size()))
      turn(1);
    if (ui.button("previous-task", {row.right() - 2 * arrow - 6, row.y, arrow, row.height}, "‹",
                  "The previous task (Page Up)", false, at > 0))
      turn(-1);
    const TextStyle quiet{Font::text, Role::second_ink, Align::right, 13};
    ui.canvas.text({row.right() - 2 * arrow - 16, top_for_centre(row.centre().y, quiet)},
                   fmt::format("Task {} of {}", at + 1, tasks.size()), quiet);
  }

  // Draws the hints that were taken, and the price of the next hint. After the task is solved, the remaining
  // hints can be read free of charge.
  float draw_hints(const Rect& column, const assignment::Task& task, PanelContext& context) {
    if (task.hints.empty()) return column.y;
    Ui& ui = context.ui;
    float y = column.y;
    const bool is_solved = standing_of(context.state, work_, task).is_solved;
    const std::size_t taken = work_.taken_hints(context.state, task);
    const std::size_t seen = std::min(taken + (is_solved ? read_when_solved_ : 0), task.hints.size());
    hints_.resize(task.hints.size());
    for (std::size_t i = 0; i < seen; ++i) {
      const assignment::Hint& hint = task.hints[i];
      const std::string price = price_text(i < taken ? hint.price : 0);
      ui.canvas.text({column.x, y}, fmt::format("Hint {}, which {}", i + 1, price), kTitle);
      y = hints_[i].draw(context, {column.x, y + 22, column.width, 0}, hint.text, fmt::format("hint-{}", i)) +
          12;
    }
    if (seen == task.hints.size()) return y;
    draw_next_hint({column.x, y, column.width, 30}, task, seen, is_solved, context);
    return y + 34;
  }

  // Draws the button that opens the next hint. A hint that costs points must be confirmed: after the first
  // press, the button asks whether to show the hint for this price.
  void draw_next_hint(const Rect& row, const assignment::Task& task, std::size_t next, bool is_solved,
                      PanelContext& context) {
    Ui& ui = context.ui;
    const double price = is_solved ? 0 : task.hints[next].price;
    const bool asks = asks_ == next + 1 && price > 0;
    const std::string label =
        asks ? fmt::format("Show it for {}?", points_words(price))
             : fmt::format("Hint {} of {}: {}", next + 1, task.hints.size(), price_text(price));
    const TextStyle style{Font::text_bold, Role::ink, Align::centre, 13};
    const Rect button{row.x, row.y, std::min(row.width, ui.canvas.text_width(label, style) + 32), row.height};
    if (ui.pressed_outside(button)) asks_ = 0;
    if (!ui.button("next-hint", button, label, price > 0 && !asks ? "Asks before it costs anything" : ""))
      return;
    if (price > 0 && !asks) {
      asks_ = next + 1;
      return;
    }
    asks_ = 0;
    if (is_solved)
      ++read_when_solved_;
    else
      context.commands.edit([&work = work_, &task](AppState& state) { take_hint(state, work, task); });
  }

  const AssignmentWork& work_;
  ScrollArea scroll_;
  AssignmentText text_;
  std::vector<AssignmentText> hints_;
  const assignment::Task* shown_ = nullptr;  // the task drawn last
  std::size_t asks_ = 0;                     // number of the hint to be confirmed, counted from 1; 0: none
  std::size_t read_when_solved_ = 0;         // number of hints that were read free of charge
};

}  // namespace

std::unique_ptr<Panel> make_statement_panel(const AssignmentWork& work) {
  return std::make_unique<StatementPanel>(work);
}

}  // namespace lockstep::gui
