#include "assignment/report/moodle.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "assignment/report/formats.hpp"
#include "assignment/report/markup.hpp"
#include "assignment/report/pages.hpp"
#include "assignment/submission/course/course_systems.hpp"
#include "assignment/submission/files/file_name.hpp"

namespace lockstep::assignment {

namespace {

// Moodle rejects a grade that exceeds its maximum.
std::string grade_of(const Grading& grading, const SubmissionResult& one) {
  if (!one.is_graded()) return {};
  return points_text(std::min(one.final_points, grading.assignment->points()));
}

bool is_of_moodle(const SubmissionResult& one) { return moodle_name(one.original).has_value(); }

}  // namespace

std::string moodle_grades(const Grading& grading) {
  if (std::ranges::none_of(grading.submissions, is_of_moodle)) return {};
  std::string text = "Identifier,Full name,Grade,Maximum Grade,Feedback comments\n";
  for (const SubmissionResult& one : grading.submissions) {
    const auto participant = moodle_name(one.original);
    // A member of a group who is not in the download has no participant number.
    if (!participant && one.group.empty()) continue;
    text += fmt::format("{},{},{},{},{}\n", participant ? "Participant " + participant->number : "",
                        csv_cell(one.shown), grade_of(grading, one),
                        points_text(grading.assignment->points()), csv_cell(student_text(grading, one)));
  }
  return text;
}

// A name that is invalid in an archive must not prevent the feedback for the other students.
std::vector<NamedBytes> moodle_feedback(const Grading& grading) {
  std::vector<NamedBytes> files;
  for (const SubmissionResult& one : grading.submissions) {
    const std::string path = one.original + "/feedback.html";
    if (moodle_name(one.original) && read_file_name(path).path == path)
      files.push_back({path, student_page(grading, one)});
  }
  return files;
}

}  // namespace lockstep::assignment
