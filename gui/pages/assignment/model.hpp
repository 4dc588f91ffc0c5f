// What the page says of a task and of its tests: words and points, without drawing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gui/editor/diagnostics.hpp"
#include "gui/pages/assignment/work.hpp"

namespace lockstep::gui {

// How far the student has come with a task.
struct TaskStanding {
  enum class State : std::uint8_t { not_begun, testing, wrong_assignment, tested };
  State state = State::not_begun;
  bool is_solved = false;        // all public tests passed
  bool is_unable = false;        // the text does not compile: no test could run
  double points = 0, bonus = 0;  // of the public tests
  double possible = 0;           // of the public tests, without bonus
  double later = 0;              // of tests that have not run, without bonus
  double extra = 0;              // what all tests may give as bonus
  double hint_cost = 0;
  // Minus the cost of hints, as far as there are points.
  double earned() const { return std::max(0.0, points + bonus - hint_cost); }
};
TaskStanding standing_of(const AppState& state, const AssignmentWork& work, const assignment::Task& task);
// "Solved, 3 of 3", "Testing …"
std::string standing_text(const TaskStanding& standing);
// "1 more by tests that run after the deadline · hints cost 0.5, deducted"; may be empty.
std::string standing_details(const TaskStanding& standing);
// Of all tasks: "5 of 12 points so far · hints cost 1, deducted".
std::string total_text(const AppState& state, const AssignmentWork& work);

// A row of the tests.
struct TestRow {
  enum class Mark : std::uint8_t { passed, failed, waiting, later };
  Mark mark = Mark::waiting;
  const assignment::Test* test = nullptr;          // never null
  const assignment::TestResult* result = nullptr;  // null: it has not run
  std::string points;                              // "2 of 2"
  std::string reason;                              // why it gives no points; empty: it passed
  std::string place;                               // "reduce.cl:12"; empty: not known
  std::string example;                             // "n = 64, L = 32 …"; empty: of no case
  enum class Why : std::uint8_t { nowhere, run, text } why = Why::nowhere;  // where it leads
};
// While other texts are tested the rows stay as they were.
std::vector<TestRow> test_rows(const AssignmentWork& work, const assignment::Task& task);
// The first row that can be explained; null: none.
const TestRow* first_explainable(const std::vector<TestRow>& rows);

// A table of all tests with their points.
std::string points_csv(const AssignmentWork& work);

// What stands below the lines of a file: messages of its compiler, and the failures that have a place there.
std::vector<Diagnostic> messages_in(const TestAnswer& answer, const std::string& file);

}  // namespace lockstep::gui
