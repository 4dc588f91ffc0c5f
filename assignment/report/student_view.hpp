// A student's view of a result. For a hidden test: its title, points, the kind of failure, the line in the
// student's own code, and an example that hides nothing; no n, seed, input, or expected value.
#pragma once

#include <string>
#include <vector>

#include "assignment/grading/result.hpp"

namespace lockstep::assignment {

struct StudentTest {
  std::string task, title;
  std::string name;  // unique, and the same in every report: "Interleaved addressing: Powers of two"
  Visibility visibility = Visibility::always;
  bool is_bonus = false;
  bool is_run = false;  // otherwise it runs after the deadline
  TestState state = TestState::not_graded;
  double points = 0, max_points = 0;
  std::string sentences;  // the reason; empty if it passed; several lines from a compiler
  std::string place;      // "reduce.cl:12:5"; empty: unknown
  SourcePlace at{};       // the same place
  // The sentences, preceded by the place.
  std::string text() const;
  // A bonus test that was not attempted; not a failure.
  bool is_left_out() const { return is_run && is_bonus && state == TestState::not_handed_in; }
  bool is_passed() const { return is_run && state == TestState::passed; }
  bool is_shown_at_once() const { return visibility == Visibility::always; }
  bool is_ever_shown() const { return visibility != Visibility::never; }
  bool is_not_graded() const { return is_run && state == TestState::not_graded; }
};

// All tests of the assignment, even if nothing could be read.
std::vector<StudentTest> student_view(const Grading& grading, const SubmissionResult& result);

// For platforms that show a report immediately: the tests that may be shown at that time, and a sentence with
// the number of the other tests; empty if there are none.
std::vector<StudentTest> shown_at_once(const Grading& grading, const SubmissionResult& result);
std::string words_on_others(const Grading& grading, const SubmissionResult& result);

// The reason why it could not be read, and notes, each preceded by a newline.
std::string notes_of(const SubmissionResult& result);
// The points, followed by these: the text above the tests.
std::string opening_words(const Grading& grading, const SubmissionResult& result);

// "6.5 of 10 points", with late and ungraded parts.
std::string points_sentence(const Grading& grading, const SubmissionResult& result);

}  // namespace lockstep::assignment
