// Submissions that are against the grader, among others.
#include <gtest/gtest.h>

#include "assignment/grading/grade.hpp"
#include "assignment/report/formats.hpp"
#include "assignment/report/shown_cases.hpp"
#include "tests/assignment/made_assignment.hpp"

namespace lockstep::assignment {
namespace {

// All that a grading says, for graders and for each student.
std::string everything_of(const Grading& grading) {
  std::string text;
  for (const NamedFormat& format : formats()) {
    if (format.all != nullptr) text += format.all(grading);
    for (const SubmissionResult& one : grading.submissions) {
      if (format.one != nullptr) text += format.one(grading, one);
      for (const NamedBytes& file : shown_files(one)) text += file.path + file.bytes;
    }
  }
  return text;
}

// A worker that crashes is lost, and nobody else notices, however many work at a time.
TEST(Grade, BadSubmissionsHarmNoOther) {
  const MadeAssignment made(
      "```test Public\n{\"points\": 2, \"n\": [8, 64], \"L\": 4, \"steps\": 20000}\n```\n");
  std::vector<HandedIn> submissions;
  const auto add = [&](const std::string& name, const std::string& kernel) {
    submissions.push_back(handed_in_by(name, kernel));
  };
  for (int i = 0; i < 4; ++i) {
    const std::string number = std::to_string(i);
    add("right-" + number, kRightKernel);
    add("wrong-" + number, right_kernel_with("+=", "="));
    add("crash-" + number, kRightKernel + "// does crash\n");
    add("endless-" + number, right_kernel_with("if (t == 0)", "while (n != 0) block[t] = n;\n  if (t == 0)"));
  }
  add("twice", kRightKernel + "// does twice\n");
  GradeOptions options;
  options.worker.program = {LOCKSTEP_MISBEHAVING_WORKER};
  options.shows_moments = true;
  options.jobs = 8;
  const Grading many = grade(made.assignment(), made.folder(), submissions, options).value();
  for (const SubmissionResult& one : many.submissions) {
    const TestState state = one.tasks.front().tests.front().state;
    const std::string kind = one.id.substr(0, one.id.find('-'));
    const TestState wanted = kind == "right"     ? TestState::passed
                             : kind == "wrong"   ? TestState::failed
                             : kind == "endless" ? TestState::stopped
                                                 : TestState::not_graded;
    EXPECT_EQ(state, wanted) << one.id;
  }
  options.jobs = 1;
  EXPECT_EQ(everything_of(many),
            everything_of(grade(made.assignment(), made.folder(), submissions, options).value()));
}

}  // namespace
}  // namespace lockstep::assignment
