#include "assignment/report/moodle.hpp"

#include <fmt/format.h>

#include "assignment/report/formats.hpp"
#include "assignment/report/markup.hpp"
#include "assignment/report/pages.hpp"
#include "assignment/submission/course/course_systems.hpp"

namespace lockstep::assignment {

std::string moodle_grades(const Grading& grading) {
  std::string text;
  for (const SubmissionResult& one : grading.submissions) {
    const auto participant = moodle_name(one.original);
    if (!participant) continue;
    text += fmt::format("Participant {},{},{},{},{}\n", participant->number, csv_cell(one.shown),
                        one.is_graded() ? points_text(one.final_points) : std::string(),
                        points_text(grading.assignment->points()), csv_cell(student_text(grading, one)));
  }
  return text.empty() ? text : "Identifier,Full name,Grade,Maximum Grade,Feedback comments\n" + text;
}

std::vector<NamedBytes> moodle_feedback(const Grading& grading) {
  std::vector<NamedBytes> files;
  for (const SubmissionResult& one : grading.submissions)
    if (moodle_name(one.original))
      files.push_back({one.original + "/feedback.html", student_page(grading, one)});
  return files;
}

}  // namespace lockstep::assignment
