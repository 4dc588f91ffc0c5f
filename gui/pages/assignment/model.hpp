// Computes the texts and points that the page shows for a task and its tests, without drawing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gui/editor/diagnostics.hpp"
#include "gui/pages/assignment/work.hpp"

namespace lockstep::gui {

// The student's progress with a task.
struct TaskStanding {
  enum class State : std::uint8_t { not_begun, testing, wrong_assignment, tested };
  State state = State::not_begun;
  bool is_solved = false;        // whether all public tests have passed
  bool is_unable = false;        // whether the text does not compile, so that no test could run
  double points = 0, bonus = 0;  // points from the public tests
  double possible = 0;           // maximum points of the public tests, without bonus
  double later = 0;              // maximum points of the tests that have not run, without bonus
  double extra = 0;              // maximum bonus of all tests
  double hint_cost = 0;
  // The points minus the cost of hints, at least 0.
  double earned() const { return std::max(0.0, points + bonus - hint_cost); }
};
TaskStanding standing_of(const AppState& state, const AssignmentWork& work, const assignment::Task& task);
// Returns the student's progress as text, for example "Solved, 3 of 3" or "Testing …".
std::string standing_text(const TaskStanding& standing);
// Returns details of the points, for example "1 more by tests that run after the deadline · hints cost 0.5,
// deducted"; may be empty.
std::string standing_details(const TaskStanding& standing);
// Returns the points of all tasks as text, for example "5 of 12 points so far · hints cost 1, deducted".
std::string total_text(const std::vector<TaskStanding>& standings);
std::string total_text(const AppState& state, const AssignmentWork& work);

// A row in the list of tests.
struct TestRow {
  enum class Mark : std::uint8_t { passed, failed, waiting, later };
  Mark mark = Mark::waiting;
  const assignment::Test* test = nullptr;          // never null
  const assignment::TestResult* result = nullptr;  // null: the test has not run
  std::string points;                              // for example "2 of 2"
  std::string reason;                              // why the test gives no points; empty: the test has passed
  std::string place;                               // for example "reduce.cl:12"; empty: unknown
  std::string example;                             // for example "n = 64, L = 32 …"; empty: no case
  enum class Why : std::uint8_t { nowhere, run, text } why = Why::nowhere;  // target of "Why?"
};
// Returns the rows of a task's tests. While a changed text is being tested, the rows do not change.
std::vector<TestRow> test_rows(const AssignmentWork& work, const assignment::Task& task);
// Returns the first row whose failure "Why?" can explain; null if there is no such row.
const TestRow* first_explainable(const std::vector<TestRow>& rows);

// Returns a table of all tests with their points, as CSV.
std::string points_csv(const AssignmentWork& work);

// Returns the messages that the editor shows below the lines of a file: the compiler's messages, and the
// failures located in the file.
std::vector<Diagnostic> messages_in(const TestAnswer& answer, const std::string& file);

}  // namespace lockstep::gui
