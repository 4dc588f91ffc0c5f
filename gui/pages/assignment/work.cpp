#include "gui/pages/assignment/work.hpp"

#include <algorithm>
#include <utility>

#include "assignment/format/read_assignment.hpp"

namespace lockstep::gui {
void AssignmentWork::follow(const AppState& state) {
  const bool is_changed = !path_.empty() && stamp_of(path_) != stamp_;
  if (is_changed || name_ != state.assignment.name) open(state.assignment.name);
  tests_->want(shown(state), AssignmentRunner::Clock::now());
}

void AssignmentWork::open(const std::string& name) {
  name_ = name;
  loaded_.reset();
  files_.reset();
  error_.clear();
  path_.clear();
  if (name.empty()) return;
  auto folder = assignment::find_assignment(name);
  if (folder && !folder->is_built_in()) path_ = folder->path_of(assignment::kAssignmentFile);
  stamp_ = path_.empty() ? FileStamp{} : stamp_of(path_);
  auto parsed = folder ? assignment::load_assignment(*folder) : tl::unexpected(folder.error());
  if (!parsed) {
    error_ = parsed.error().message;
    return;
  }
  loaded_ =
      std::make_shared<const LoadedAssignment>(LoadedAssignment{std::move(*folder), std::move(*parsed)});
  files_.emplace(*loaded_);
}

const assignment::Task* AssignmentWork::task(const AppState& state) const {
  return loaded_ == nullptr || state.assignment.task.empty()
             ? nullptr
             : loaded_->parsed.find_task(state.assignment.task);
}

const std::string& AssignmentWork::file(const AppState& state, const assignment::Task& task) {
  const auto chosen = std::ranges::find(task.files, state.assignment.file);
  return chosen == task.files.end() ? task.files.front() : *chosen;
}

TestedFiles AssignmentWork::tested(const AppState& state, const assignment::Task& task) const {
  return {loaded_, &task, files_->of(state, task)};
}

// Returns the files of the open task; if no task is open, the files of all tasks that have been started.
std::vector<TestedFiles> AssignmentWork::shown(const AppState& state) const {
  if (loaded_ == nullptr) return {};
  if (const assignment::Task* open = task(state)) return {tested(state, *open)};
  std::vector<TestedFiles> all;
  for (const assignment::Task& one : loaded_->parsed.tasks)
    if (files_->is_begun(state, one)) all.push_back(tested(state, one));
  return all;
}

const TestAnswer* AssignmentWork::answer(const AppState& state, const assignment::Task& task) const {
  return tests_->answer(tested(state, task));
}

std::string AssignmentWork::hint_name(const assignment::Task& task) const {
  return loaded_->folder.id() + "/" + task.name;
}

std::size_t AssignmentWork::taken_hints(const AppState& state, const assignment::Task& task) const {
  const auto taken = std::ranges::count(state.assignment.hints, hint_name(task));
  return std::min<std::size_t>(static_cast<std::size_t>(taken), task.hints.size());
}

double AssignmentWork::hint_cost(const AppState& state, const assignment::Task& task) const {
  double cost = 0;
  for (std::size_t i = 0; i < taken_hints(state, task); ++i) cost += task.hints[i].price;
  return cost;
}

}  // namespace lockstep::gui
