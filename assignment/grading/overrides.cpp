#include "assignment/grading/overrides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "assignment/submission/course/submission_names.hpp"
#include "core/base/text/csv.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

// Spreadsheets in some locales write numbers such as "2,5".
std::optional<double> points_of(std::string text) {
  std::ranges::replace(text, ',', '.');
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  const bool is_number = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return is_number && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

struct Columns {
  std::size_t submission, task, points, reason;
};

std::optional<Columns> columns_of(const CsvTable& table) {
  const auto submission = table.column("submission"), task = table.column("task"),
             points = table.column("points"), reason = table.column("reason");
  if (!submission || !task || !points || !reason) return std::nullopt;
  return Columns{*submission, *task, *points, *reason};
}

std::string joined_ids(const Grading& grading, const std::vector<std::size_t>& found) {
  std::string text;
  for (const std::size_t i : found) text += (text.empty() ? "" : ", ") + grading.submissions[i].id;
  return text;
}

Result<void> check_most(const CsvRow& row, double points, double most, const std::string& of) {
  if (points >= 0 && points <= most) return {};
  return usage_error(fmt::format("line {}: {} must have 0 to {} points, not {}", row.line, of,
                                 points_text(most), points_text(points)));
}

Result<void> apply_to(SubmissionResult& submission, const CsvRow& row, const Columns& columns, double points,
                      const Assignment& assignment) {
  const std::string& task = row.fields[columns.task];
  const std::string why =
      fmt::format("{} points, set manually: {}", points_text(points), row.fields[columns.reason]);
  if (task.empty()) {
    submission.notes.push_back(why);
    submission.final_by_person = points;
    return check_most(row, points, assignment.points() + assignment.bonus(), "the assignment");
  }
  const auto found = std::ranges::find_if(submission.tasks, [&](const TaskResult& one) {
    return one.task->name == task || one.task->title == task;
  });
  if (found == submission.tasks.end()) {
    std::vector<std::string> titles;
    for (const Task& one : assignment.tasks) titles.push_back(one.title);
    return usage_error(fmt::format("line {}: the task \"{}\" does not exist; did you mean \"{}\"?", row.line,
                                   task, nearest_names(task, titles, 1).front()));
  }
  submission.notes.push_back(fmt::format("{}: {}", found->task->title, why));
  found->points = points;
  found->bonus = 0;
  found->is_by_person = true;
  return check_most(row, points, found->task->points + found->task->bonus(), found->task->title);
}

Result<void> apply(const CsvRow& row, const Columns& columns, const NamedSubmissions& names,
                   Grading& grading) {
  const std::string& name = row.fields[columns.submission];
  const auto points = points_of(row.fields[columns.points]);
  if (!points)
    return usage_error(
        fmt::format("line {}: \"{}\" is not a number of points", row.line, row.fields[columns.points]));
  const auto found = names.find(name);
  if (!found) return usage_error(fmt::format("line {}: {}", row.line, found.error().message));
  if (found->size() > 1)
    return usage_error(fmt::format("line {}: \"{}\" has several attempts; enter one of {}", row.line, name,
                                   joined_ids(grading, *found)));
  const std::string id = grading.submissions[found->front()].id;
  for (SubmissionResult& one : grading.submissions)
    if (one.id == id || one.group == id)
      if (auto applied = apply_to(one, row, columns, *points, *grading.assignment); !applied) return applied;
  return {};
}

}  // namespace

Result<void> add_overrides(std::string_view csv, Grading& grading) {
  const auto table = read_csv(csv);
  if (!table) return usage_error(table.error().message);
  const auto columns = columns_of(*table);
  if (!columns)
    return usage_error("a table of manual points must have the columns submission, task, points and reason");
  const NamedSubmissions names = names_of_all(grading.submissions);
  for (const CsvRow& row : table->rows)
    if (auto applied = apply(row, *columns, names, grading); !applied) return applied;
  for (SubmissionResult& one : grading.submissions) add_final_points(*grading.assignment, one);
  return {};
}

}  // namespace lockstep::assignment
