#include "assignment/grading/overrides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/text/csv.hpp"

namespace lockstep::assignment {
namespace {

std::optional<double> points_of(std::string_view text) {
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

Result<void> apply(const CsvRow& row, const Columns& columns, Grading& grading) {
  const std::string &id = row.fields[columns.submission], &task = row.fields[columns.task];
  const auto points = points_of(row.fields[columns.points]);
  if (!points)
    return usage_error(
        fmt::format("line {}: \"{}\" is not a number of points", row.line, row.fields[columns.points]));
  const auto submission = std::ranges::find(grading.submissions, id, &SubmissionResult::id);
  if (submission == grading.submissions.end())
    return usage_error(fmt::format("line {}: there is no submission \"{}\"", row.line, id));
  const std::string why =
      fmt::format("{} points by a person: {}", points_text(*points), row.fields[columns.reason]);
  if (task.empty()) {
    submission->notes.push_back(why);
    submission->final_by_person = *points;
    return {};
  }
  const auto found = std::ranges::find_if(submission->tasks, [&](const TaskResult& one) {
    return one.task->name == task || one.task->title == task;
  });
  if (found == submission->tasks.end())
    return usage_error(fmt::format("line {}: there is no task \"{}\"", row.line, task));
  submission->notes.push_back(fmt::format("{}: {}", found->task->title, why));
  found->points = *points;
  found->bonus = 0;
  return {};
}

}  // namespace

Result<void> add_overrides(std::string_view csv, Grading& grading) {
  const auto table = read_csv(csv);
  if (!table) return usage_error(table.error().message);
  const auto columns = columns_of(*table);
  if (!columns)
    return usage_error("a table of points by a person has the columns submission, task, points and reason");
  for (const CsvRow& row : table->rows)
    if (auto applied = apply(row, *columns, grading); !applied) return applied;
  for (SubmissionResult& one : grading.submissions) add_final_points(*grading.assignment, one);
  return {};
}

}  // namespace lockstep::assignment
