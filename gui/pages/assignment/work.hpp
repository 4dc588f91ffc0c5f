// The assignment that the state names: its text, the student's files, and what the public tests say of them.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "gui/pages/assignment/student_files.hpp"

namespace lockstep::gui {

class AssignmentWork {
 public:
  explicit AssignmentWork(AssignmentRunner& tests) : tests_(&tests) {}

  // Once a frame: reads the assignment that the state names, and asks for the tests of what is shown.
  void follow(const AppState& state);
  // Tests what is shown without waiting for a pause.
  void run_now() { tests_->run_now(); }

  // Null: none is named, or it cannot be read, and error() says why.
  const std::shared_ptr<const LoadedAssignment>& loaded() const { return loaded_; }
  const std::string& error() const { return error_; }
  // With an assignment only.
  const StudentFiles& files() const { return *files_; }
  // Null: all tasks are shown.
  const assignment::Task* task(const AppState& state) const;
  // The file of the task that is being edited.
  static const std::string& file(const AppState& state, const assignment::Task& task);

  // The answer for the student's current texts; null if not tested yet.
  const TestAnswer* answer(const AppState& state, const assignment::Task& task) const;
  // The answer for the texts tested last.
  const TestAnswer* last_answer(const assignment::Task& task) const { return tests_->answer(&task); }
  bool is_testing() const { return tests_->is_working(); }

  std::size_t taken_hints(const AppState& state, const assignment::Task& task) const;
  double hint_cost(const AppState& state, const assignment::Task& task) const;
  // As AssignmentChoice::hints has it.
  std::string hint_name(const assignment::Task& task) const;

 private:
  void open(const std::string& name);
  TestedFiles tested(const AppState& state, const assignment::Task& task) const;
  std::vector<TestedFiles> shown(const AppState& state) const;

  AssignmentRunner* tests_;
  std::shared_ptr<const LoadedAssignment> loaded_;
  std::optional<StudentFiles> files_;
  std::string name_, error_;
  std::string path_;  // of assignment.md on disk, which its author may be writing; empty: it is built in
  FileStamp stamp_;   // as it was read
};

}  // namespace lockstep::gui
