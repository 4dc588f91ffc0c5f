// The panel in which the student edits the files of the task, one file at a time.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assignment/judging/cases.hpp"
#include "core/plan/launch_description.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/editor/text_words.hpp"
#include "gui/pages/assignment/code_field.hpp"
#include "gui/pages/assignment/model.hpp"
#include "gui/pages/assignment/page.hpp"

namespace lockstep::gui {
namespace {

class TaskEditorPanel final : public Panel {
 public:
  explicit TaskEditorPanel(const AssignmentWork& work) : work_(work) {}

  std::string_view help() const override {
    return "Your text. It begins as the skeleton, is tested as you write, and is kept on this machine.";
  }

  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    const assignment::Task* const task = work_.task(context.state);
    if (task == nullptr) return;
    const std::string& file = AssignmentWork::file(context.state, *task);
    const TestAnswer* const answer = work_.answer(context.state, *task);
    const std::string text = work_.files().text(context.state, file);
    field_.show(work_.files().path(file), text,
                answer == nullptr ? std::vector<Diagnostic>{} : messages_in(*answer, file));
    for (const Action& action : context.page_actions) act(action, answer, file, context.activity);
    const Rect content = inside(card);
    draw_files({content.x, content.y - 6, content.width, 28}, *task, file, context);
    const float y = draw_formulas(context.ui, {content.x, content.y + 28, content.width, 0}, file);
    const float room = content.bottom() - y - 30;
    const Rect area{card.x + 1, y, card.width - 2, std::floor(room / CodeText::kRow) * CodeText::kRow};
    if (auto edited = field_.draw(context, area)) keep(context, file, std::move(*edited));
    draw_footer(content, file, context);
  }

 private:
  void act(Action action, const TestAnswer* answer, const std::string& file, Activity& activity) {
    if (action == actions::edit_task) field_.begin_editing();
    if (action == actions::find_in_task) field_.open_find(false);
    if (action == actions::replace_in_task) field_.open_find(true);
    if (action == actions::undo_in_task && !field_.undo())
      activity.notify(fmt::format("There is no edit of {} to undo.", file));
    if (action == actions::redo_in_task && !field_.redo())
      activity.notify(fmt::format("There is no undone edit of {} to redo.", file));
    if (action != actions::why_failed || answer == nullptr) return;
    const std::vector<Diagnostic> messages = messages_in(*answer, file);
    const auto error = std::ranges::find(messages, Diagnostic::Kind::error, &Diagnostic::kind);
    if (!messages.empty()) field_.go_to(error == messages.end() ? messages.front().line : error->line);
  }

  void keep(PanelContext& context, const std::string& file, std::string text) const {
    context.commands.edit([&files = work_.files(), file, text = std::move(text)](AppState& state) {
      files.set_text(state, file, text);
    });
  }

  // Draws a tab for each file, and on the right the button that restores the skeleton.
  void draw_files(const Rect& row, const assignment::Task& task, const std::string& shown,
                  PanelContext& context) {
    Ui& ui = context.ui;
    float x = row.x;
    for (const std::string& file : task.files) {
      const bool on = file == shown;
      const TextStyle style{on ? Font::text_bold : Font::text, on ? Role::acts : Role::ink, Align::centre,
                            13};
      if (task.files.size() == 1) {
        ui.canvas.text({x, top_for_centre(row.centre().y, kTitle)}, file, kTitle);
        break;
      }
      const Rect tab{x, row.y, ui.canvas.text_width(file, style) + 24, row.height};
      const ItemState item = ui.item("file " + file, tab, "Your text of " + file + " (F3: next file)");
      if (on || item.hovered) ui.canvas.fill_rect(tab, Role::acts_pale, 6);
      ui.canvas.text({tab.centre().x, top_for_centre(tab.centre().y, style)}, file, style);
      if (item.clicked) context.commands.edit([file](AppState& state) { state.assignment.file = file; });
      x = tab.right() + 6;
    }
    constexpr float reset = 124, formulas = 96;
    if (shown.ends_with(kPlanFileEnding) &&
        ui.button("formulas", {row.right() - reset - formulas - 6, row.y, formulas, row.height},
                  shows_formulas_ ? "Hide help" : "Formulas …",
                  "What may be written in braces, such as {log n}"))
      shows_formulas_ = !shows_formulas_;
    if (work_.files().text(context.state, shown) == work_.files().skeleton(shown)) return;
    if (ui.button("reset-task", {row.right() - reset, row.y, reset, row.height}, "Reset to skeleton",
                  "Replaces your text with the skeleton; Ctrl+Z in the text undoes it"))
      keep(context, shown, field_.replace_text(work_.files().skeleton(shown)));
  }

  // Draws the description of formulas above the text of a plan. Returns the y below it.
  float draw_formulas(Ui& ui, const Rect& row, const std::string& file) const {
    if (!shows_formulas_ || !file.ends_with(kPlanFileEnding)) return row.y;
    const TextStyle style{Font::text, Role::second_ink, Align::left, 12};
    float y = row.y + 4;
    for (const std::string& line : split_lines(assignment::plan_formula_help()))
      y = ui.paragraph({row.x, y, row.width, 120}, line, style, 1.35f) + 2;
    return y + 4;
  }

  void draw_footer(const Rect& content, const std::string& file, PanelContext& context) {
    const float y = content.bottom() - 14;
    std::string words = field_.is_editing() ? "Editing · Esc ends editing" : "A click, or F2, edits the text";
    if (!context.activity.save_error.empty())
      words = "Not kept: " + context.activity.save_error;
    else if (work_.files().text(context.state, file) != work_.files().skeleton(file))
      words += " · kept on this machine";
    if (work_.is_testing()) words += " · testing …";
    context.ui.canvas.text({content.x, y}, fit_text(context.ui.canvas, words, kQuiet, content.width), kQuiet);
  }

  const AssignmentWork& work_;
  CodeField field_;
  bool shows_formulas_ = false;
};

}  // namespace

std::unique_ptr<Panel> make_task_editor_panel(const AssignmentWork& work) {
  return std::make_unique<TaskEditorPanel>(work);
}

}  // namespace lockstep::gui
