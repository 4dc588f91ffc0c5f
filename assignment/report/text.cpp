// For people who read a terminal.
#include "core/base/text/text.hpp"

#include <fmt/format.h>

#include "assignment/report/formats.hpp"
#include "assignment/report/student_view.hpp"
#include "core/base/text/table.hpp"

namespace lockstep::assignment {
namespace {

std::string state_words(const StudentTest& test) {
  return test.is_run ? std::string(name(test.state)) : "after the deadline";
}

}  // namespace

std::string student_text(const Grading& grading, const SubmissionResult& result) {
  std::string text = fmt::format("{}: {}\n", result.shown, points_sentence(grading, result));
  if (!result.problem.empty()) text += fmt::format("  {}\n", as_sentence(result.problem));
  for (const std::string& note : result.notes) text += fmt::format("  Note: {}\n", note);
  std::string task;
  for (const StudentTest& test : student_view(grading, result)) {
    if (test.task != task) text += fmt::format("\n  {}\n", task = test.task);
    text += fmt::format("    {} of {}  {}: {}\n", points_text(test.points), points_text(test.max_points),
                        test.title, state_words(test));
    if (!test.sentences.empty()) text += fmt::format("      {}\n", test.sentences);
  }
  return text;
}

std::string table_text(const Grading& grading) {
  using Align = Table::Align;
  std::vector<Align> columns{Align::left, Align::right};
  std::vector<std::string> heading{"submission", "points"};
  for (const Task& task : grading.assignment->tasks) {
    columns.push_back(Align::right);
    heading.push_back(shortened(task.title, 24));
  }
  Table table(columns);
  table.add(heading);
  std::string not_graded, reasons;
  for (const SubmissionResult& one : grading.submissions) {
    std::vector<std::string> cells{one.shown, points_text(one.final_points)};
    for (const TaskResult& task : one.tasks) cells.push_back(points_text(task.points + task.bonus));
    table.add(cells);
    if (!one.is_graded()) not_graded += fmt::format("Not graded: {}\n", one.shown);
    if (grading.submissions.size() == 1) reasons = "\n" + student_text(grading, one);
  }
  return not_graded + table.text() + reasons;
}

}  // namespace lockstep::assignment
