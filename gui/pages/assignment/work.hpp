// The assignment that the state names: its text, the student's files, and the results of the public tests.
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

  // Reads the assignment that the state names, and requests the tests of the shown tasks. Call this
  // once per frame.
  void follow(const AppState& state);
  // Tests the shown tasks without waiting for a typing pause.
  void run_now() { tests_->run_now(); }

  // The assignment. Null if the state names no assignment, or if the assignment cannot be read; in this case
  // error() says why.
  const std::shared_ptr<const LoadedAssignment>& loaded() const { return loaded_; }
  const std::string& error() const { return error_; }
  // Valid only while an assignment is loaded.
  const StudentFiles& files() const { return *files_; }
  // Returns the open task; null if the list of tasks is shown.
  const assignment::Task* task(const AppState& state) const;
  // Returns the name of the file of the task that is being edited.
  static const std::string& file(const AppState& state, const assignment::Task& task);

  // Returns the result of the tests for the student's current texts; null if these texts have not
  // been tested yet.
  const TestAnswer* answer(const AppState& state, const assignment::Task& task) const;
  // Returns the result of the tests for the texts that were tested last.
  const TestAnswer* last_answer(const assignment::Task& task) const { return tests_->answer(&task); }
  bool is_testing() const { return tests_->is_working(); }

  std::size_t taken_hints(const AppState& state, const assignment::Task& task) const;
  double hint_cost(const AppState& state, const assignment::Task& task) const;
  // Returns the name of a task's hints. AssignmentChoice::hints contains this name once for each hint
  // that was taken.
  std::string hint_name(const assignment::Task& task) const;

 private:
  void open(const std::string& name);
  TestedFiles tested(const AppState& state, const assignment::Task& task) const;
  std::vector<TestedFiles> shown(const AppState& state) const;

  AssignmentRunner* tests_;
  std::shared_ptr<const LoadedAssignment> loaded_;
  std::optional<StudentFiles> files_;
  std::string name_, error_;
  std::string path_;  // path of assignment.md on disk, which may change; empty: built in
  FileStamp stamp_;   // stamp of the text that was read
};

}  // namespace lockstep::gui
