// Makes a student's view of a result. Of a hidden test, a student sees the title, the points, the kind of
// failure, the line in the student's own code, and an example that contains nothing hidden, but no n, seed,
// input, or expected value.
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
  bool is_run = false;  // false: the test runs after the deadline
  TestState state = TestState::not_graded;
  double points = 0, max_points = 0;
  std::string sentences;  // the reason; empty if the test passed; several lines from a compiler
  std::string place;      // "reduce.cl:12:5"; empty: unknown
  SourcePlace at{};       // the place as file, line and column
  // Returns the sentences, preceded by the place.
  std::string text() const;
  // Whether this is a bonus test that was not attempted, which is not a failure.
  bool is_left_out() const { return is_run && is_bonus && state == TestState::not_handed_in; }
  bool is_passed() const { return is_run && state == TestState::passed; }
  bool is_shown_at_once() const { return visibility == Visibility::always; }
  bool is_ever_shown() const { return visibility != Visibility::never; }
  bool is_not_graded() const { return is_run && state == TestState::not_graded; }
};

// Returns all tests of the assignment, even if nothing could be read.
std::vector<StudentTest> student_view(const Grading& grading, const SubmissionResult& result);

// For platforms that display a report immediately: the tests whose results may be shown at this time, and a
// sentence with the number of the other tests, which is empty if there are no other tests.
std::vector<StudentTest> shown_at_once(const Grading& grading, const SubmissionResult& result);
std::string words_on_others(const Grading& grading, const SubmissionResult& result);

// Returns the reason why the submission could not be read, and the notes, each preceded by a newline.
std::string notes_of(const SubmissionResult& result);
// Returns the text above the tests: the points, followed by the notes.
std::string opening_words(const Grading& grading, const SubmissionResult& result);

// Returns "6.5 of 10 points", with the parts that are late or ungraded.
std::string points_sentence(const Grading& grading, const SubmissionResult& result);

}  // namespace lockstep::assignment
