// The panels of the Assignment page, and the actions of its keys.
#pragma once

#include <memory>

#include "gui/pages/assignment/work.hpp"
#include "gui/pages/page.hpp"

namespace lockstep::gui {

namespace actions {
inline constexpr Action save_submission{"save-submission"};
inline constexpr Action run_tests{"run-tests"};
inline constexpr Action edit_task{"edit-task"};
inline constexpr Action find_in_task{"find-in-task"};
inline constexpr Action replace_in_task{"replace-in-task"};
inline constexpr Action undo_in_task{"undo-in-task"};
inline constexpr Action redo_in_task{"redo-in-task"};
inline constexpr Action next_task_file{"next-task-file"};
inline constexpr Action why_failed{"why-failed"};
}  // namespace actions

inline constexpr std::string_view kCodeCard = "task-code";

// Make the panels of the page. The AssignmentWork must outlive all panels.
std::unique_ptr<Panel> make_assignment_list_panel();
std::unique_ptr<Panel> make_task_list_panel(const AssignmentWork& work);
std::unique_ptr<Panel> make_statement_panel(const AssignmentWork& work);
std::unique_ptr<Panel> make_tests_panel(AssignmentWork& work);
std::unique_ptr<Panel> make_task_editor_panel(const AssignmentWork& work);

std::vector<ActionGroup> assignment_actions(AssignmentWork& work);

// Shows the task that is `by` positions further in the assignment, if it exists.
void turn_task(AppState& state, const AssignmentWork& work, int by);
void open_task(AppState& state, const std::string& task);
void take_hint(AppState& state, const AssignmentWork& work, const assignment::Task& task);

}  // namespace lockstep::gui
