#include <fmt/format.h>

#include "assignment/dates/times.hpp"
#include "assignment/report/formats.hpp"
#include "assignment/report/markup.hpp"

namespace lockstep::assignment {

std::string grades_csv(const Grading& grading) {
  std::string text = "submission,name,members,attempt,handed in,days late,graded,raw points,points";
  for (const Task& task : grading.assignment->tasks) text += "," + csv_cell(task.title);
  text += ",to look at\n";
  for (const SubmissionResult& one : grading.submissions) {
    std::string members;
    for (const std::string& member : one.members) members += (members.empty() ? "" : "; ") + member;
    text += fmt::format("{},{},{},{},{},{},{},{},{}", csv_cell(one.id), csv_cell(one.shown),
                        csv_cell(members), one.attempt, one.handed_in ? time_of(*one.handed_in) : "",
                        one.days_late, one.is_graded() ? "yes" : "no", points_text(one.raw_points),
                        points_text(one.final_points));
    for (const TaskResult& task : one.tasks) text += "," + points_text(task.points + task.bonus);
    std::string doubts;
    for (const std::string& doubt : one.doubts()) doubts += (doubts.empty() ? "" : " ") + doubt;
    text += "," + csv_cell(doubts) + "\n";
  }
  return text;
}

}  // namespace lockstep::assignment
