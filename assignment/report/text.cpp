// Writes reports for a terminal.
#include "core/base/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "assignment/report/formats.hpp"
#include "assignment/report/student_view.hpp"
#include "core/base/text/table.hpp"

namespace lockstep::assignment {
namespace {

std::string state_words(const StudentTest& test) {
  return test.is_run ? std::string(name(test.state)) : "after the deadline";
}

// Indents the text by six blanks, including all lines of a compiler's message.
std::string indented(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines += fmt::format("      {}\n", text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string text_of(const Grading& grading, const SubmissionResult& result,
                    const std::vector<StudentTest>& view) {
  std::string text = fmt::format("{}: {}\n", result.shown, points_sentence(grading, result));
  if (!result.problem.empty()) text += fmt::format("  {}\n", as_sentence(result.problem));
  for (const std::string& note : result.notes) text += fmt::format("  Note: {}\n", note);
  std::string task, said;
  for (const StudentTest& test : view) {
    if (test.task != task) {
      text += fmt::format("\n  {}\n", task = test.task);
      said.clear();
    }
    text += fmt::format("    {} of {}  {}: {}\n", points_text(test.points), points_text(test.max_points),
                        test.title, state_words(test));
    if (!test.sentences.empty() && test.text() != said) text += indented(said = test.text());
  }
  return text;
}

}  // namespace

std::string student_text(const Grading& grading, const SubmissionResult& result) {
  std::vector<StudentTest> view = student_view(grading, result);
  std::erase_if(view, [](const StudentTest& test) { return !test.is_ever_shown(); });
  return text_of(grading, result, view);
}

std::string student_text_at_once(const Grading& grading, const SubmissionResult& result) {
  const std::string others = words_on_others(grading, result);
  return text_of(grading, result, shown_at_once(grading, result)) +
         (others.empty() ? "" : "\n  " + others + "\n");
}

std::string table_text(const Grading& grading) {
  using Align = Table::Align;
  const bool is_any_late = has_late_submissions(grading);
  std::vector<Align> columns{Align::left, Align::right};
  std::vector<std::string> heading{"submission", "points"};
  const auto add_column = [&](std::string title) {
    columns.push_back(Align::right);
    heading.push_back(std::move(title));
  };
  if (is_any_late) add_column("days late");
  if (is_any_late) add_column("before");
  for (const Task& task : grading.assignment->tasks) add_column(shortened(task.title, 24));
  Table table(columns);
  table.add(heading);
  std::string not_graded, reasons, doubts;
  for (const SubmissionResult& one : grading.submissions) {
    std::vector<std::string> cells{one.shown, points_text(one.final_points)};
    if (is_any_late) cells.push_back(std::to_string(one.days_late));
    if (is_any_late) cells.push_back(points_text(one.raw_points));
    for (const TaskResult& task : one.tasks) cells.push_back(points_text(task.points + task.bonus));
    table.add(cells);
    if (!one.is_graded()) not_graded += fmt::format("Not graded: {}\n", one.shown);
    if (one.group.empty())
      for (const std::string& doubt : one.doubts()) doubts += fmt::format("  {}: {}\n", one.shown, doubt);
    if (grading.submissions.size() == 1) reasons = "\n" + student_text(grading, one);
  }
  if (!doubts.empty() && grading.submissions.size() != 1) reasons += "\nPlease look at:\n" + doubts;
  return not_graded + table.text() + reasons;
}

}  // namespace lockstep::assignment
