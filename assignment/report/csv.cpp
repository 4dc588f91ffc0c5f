#include "core/base/text/csv.hpp"

#include <fmt/format.h>

#include "assignment/format/dates.hpp"
#include "assignment/report/formats.hpp"

namespace lockstep::assignment {
namespace {

// A spreadsheet would take it for a formula.
std::string harmless(const std::string& text) {
  constexpr std::string_view begins = "=+-@\t\r";
  return !text.empty() && begins.find(text.front()) != begins.npos ? "'" + text : text;
}

std::string cell(const std::string& text) { return csv_field(harmless(text)); }

}  // namespace

std::string grades_csv(const Grading& grading) {
  std::string text = "submission,name,members,attempt,handed in,days late,graded,raw points,points";
  for (const Task& task : grading.assignment->tasks) text += "," + cell(task.title);
  text += "\n";
  for (const SubmissionResult& one : grading.submissions) {
    std::string members;
    for (const std::string& member : one.members) members += (members.empty() ? "" : "; ") + member;
    text += fmt::format("{},{},{},{},{},{},{},{},{}", cell(one.id), cell(one.shown), cell(members),
                        one.attempt, one.handed_in ? time_of(*one.handed_in) : "", one.days_late,
                        one.is_graded() ? "yes" : "no", points_text(one.raw_points),
                        points_text(one.final_points));
    for (const TaskResult& task : one.tasks) text += "," + points_text(task.points + task.bonus);
    text += "\n";
  }
  return text;
}

}  // namespace lockstep::assignment
