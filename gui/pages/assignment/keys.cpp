// The keys of the Assignment page.
#include <fmt/format.h>

#include <algorithm>

#include "gui/pages/assignment/failing_case.hpp"
#include "gui/pages/assignment/model.hpp"
#include "gui/pages/assignment/page.hpp"
#include "gui/pages/assignment/submission.hpp"

namespace lockstep::gui {
namespace {

void save_submission(ActionContext& context, const AssignmentWork& work) {
  if (work.loaded() == nullptr) return context.activity.notify("Open an assignment first.");
  const std::string path = free_path(context.folder.path(), work.loaded()->folder.name, ".zip");
  const auto written = write_submission(path, context.state, work);
  context.activity.notify(written ? fmt::format("Saved {}: hand this file in.", path)
                                  : written.error().message);
}

// Returns a function that brings the editor to the front, because it may share its place with other cards,
// and passes the action to it.
std::function<void(ActionContext&)> to_editor(Action action) {
  return [action](ActionContext& context) {
    bring_to_front(context.state, kCodeCard);
    context.to_panels(action);
  };
}

void show_next_file(AppState& state, const assignment::Task& task) {
  const auto at = std::ranges::find(task.files, AssignmentWork::file(state, task));
  state.assignment.file = at + 1 == task.files.end() ? task.files.front() : *(at + 1);
}

void explain_first_failure(ActionContext& context, const AssignmentWork& work) {
  const assignment::Task* const task = work.task(context.state);
  if (task == nullptr) return;
  const std::vector<TestRow> rows = test_rows(work, *task);
  const TestRow* const row = first_explainable(rows);
  if (row == nullptr) return context.activity.notify("No failed test can be explained.");
  if (row->why == TestRow::Why::text) return to_editor(actions::why_failed)(context);
  const auto opened = open_failing_case(context.state, *work.loaded(), work.files(), *task, *row->result);
  context.activity.notify(opened ? opened_case_text(*row->result) : opened.error().message);
}

// Goes from a task to the list of tasks, and from this list to the list of assignments.
void go_back(AppState& state) {
  if (!state.assignment.task.empty())
    state.assignment.task.clear();
  else
    state.assignment.name.clear();
}

// Collects the rows of the table of actions. The keys of a task are active while a task is open.
class TaskRows {
 public:
  explicit TaskRows(AssignmentWork& work) : work_(work) {}

  std::vector<ActionRow> all() {
    add_editing();
    add_moving();
    return std::move(rows_);
  }

 private:
  using Run = std::function<void(ActionContext&)>;
  using Available = std::function<bool(const ActionContext&)>;

  void add(Action action, KeyPress key, std::string label, std::string what, Run run, Available available) {
    ActionRow row{action, {key}, std::move(label), std::move(what), std::move(run)};
    row.available = std::move(available);
    rows_.push_back(std::move(row));
  }
  Available has_task() {
    return [&work = work_](const ActionContext& context) { return work.task(context.state) != nullptr; };
  }
  Available has_any() {
    return [&work = work_](const ActionContext&) { return work.loaded() != nullptr; };
  }

  void add_editing() {
    AssignmentWork& work = work_;
    add(actions::edit_task, {Key::f2}, "F2", "Edit your text; Esc ends editing",
        to_editor(actions::edit_task), has_task());
    add(actions::find_in_task, {Key::f, true}, "Ctrl+F", "Find in your text",
        to_editor(actions::find_in_task), has_task());
    add(actions::replace_in_task, {Key::h, true}, "Ctrl+H", "Replace in your text",
        to_editor(actions::replace_in_task), has_task());
    // The window's Ctrl+Z would undo a choice of another page, which is not visible here.
    add(actions::undo_in_task, {Key::z, true}, "Ctrl+Z", "Undo the last edit of your text",
        to_editor(actions::undo_in_task), has_task());
    add(actions::redo_in_task, {Key::y, true}, "Ctrl+Y", "Redo the edit that was undone",
        to_editor(actions::redo_in_task), has_task());
    add(actions::redo_in_task, {Key::z, true, true}, "", "", to_editor(actions::redo_in_task), has_task());
    add(
        actions::next_task_file, {Key::f3}, "F3", "Next file of the task",
        [&work](ActionContext& context) { show_next_file(context.state, *work.task(context.state)); },
        has_task());
    add(
        actions::run_tests, {Key::enter, true}, "Ctrl+Enter", "Run the public tests now",
        [&work](ActionContext&) { work.run_now(); }, has_any());
    add(
        actions::why_failed, {Key::enter}, "Enter", "Why the first test fails: its run on Step",
        [&work](ActionContext& context) { explain_first_failure(context, work); }, has_task());
    // H has a different meaning on other pages, so it must not open a hint, which could cost points.
    add(
        {"about-hints"}, {Key::h}, "H", "Say how hints are opened",
        [](ActionContext& context) {
          context.activity.notify(
              "Hints are below the task. The button says what the next hint costs, and asks before it opens "
              "the hint.");
        },
        has_task());
    add(
        actions::save_submission, {Key::s, true}, "Ctrl+S", "Save the submission, a file .zip",
        [&work](ActionContext& context) { save_submission(context, work); }, has_any());
  }

  void add_moving() {
    AssignmentWork& work = work_;
    add(
        {"next-task"}, {Key::page_down}, "Page Down", "Next task",
        [&work](ActionContext& context) { turn_task(context.state, work, 1); }, has_task());
    add(
        {"previous-task"}, {Key::page_up}, "Page Up", "Previous task",
        [&work](ActionContext& context) { turn_task(context.state, work, -1); }, has_task());
    add({"task-scroll-down"}, {Key::down}, "↓", "Scroll the text of the task down",
        [](ActionContext& context) { context.to_panels(actions::rows_down); }, {});
    add({"task-scroll-up"}, {Key::up}, "↑", "Scroll the text of the task up",
        [](ActionContext& context) { context.to_panels(actions::rows_up); }, {});
    add(
        {"assignment-back"}, {Key::backspace}, "Backspace", "All tasks, then all assignments",
        [](ActionContext& context) { go_back(context.state); },
        [](const ActionContext& context) { return !context.state.assignment.name.empty(); });
  }

  AssignmentWork& work_;
  std::vector<ActionRow> rows_;
};

}  // namespace

void open_task(AppState& state, const std::string& task) {
  state.assignment.task = task;
  state.assignment.file.clear();
}

void turn_task(AppState& state, const AssignmentWork& work, int by) {
  const assignment::Task* const task = work.task(state);
  if (task == nullptr) return;
  const auto& tasks = work.loaded()->parsed.tasks;
  const auto to = (task - tasks.data()) + by;
  if (to >= 0 && to < static_cast<std::ptrdiff_t>(tasks.size()))
    open_task(state, tasks[static_cast<std::size_t>(to)].name);
}

void take_hint(AppState& state, const AssignmentWork& work, const assignment::Task& task) {
  if (work.taken_hints(state, task) < task.hints.size())
    state.assignment.hints.push_back(work.hint_name(task));
}

std::vector<ActionGroup> assignment_actions(AssignmentWork& work) {
  return {{"On Assignment", AssignmentChoice::kPage, TaskRows(work).all()}};
}

}  // namespace lockstep::gui
