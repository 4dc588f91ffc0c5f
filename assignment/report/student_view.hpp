// What a student sees of a result. Of a hidden test: its title, points, what kind of failure it is, the line
// in the student's own code, and an example that hides nothing; no n, seed, input, or expected value.
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
  bool is_run = false;  // else it runs after the deadline
  TestState state = TestState::not_graded;
  double points = 0, max_points = 0;
  std::string sentences;  // why; empty where it passed; of a compiler several lines
  std::string place;      // "reduce.cl:12:5"; empty: not known
  SourcePlace at{};       // the same
  // The sentences behind the place.
  std::string text() const;
  // A bonus test that was not attempted; not a failure.
  bool is_left_out() const { return is_run && is_bonus && state == TestState::not_handed_in; }
  bool is_passed() const { return is_run && state == TestState::passed; }
  bool is_shown_at_once() const { return visibility == Visibility::always; }
  bool is_ever_shown() const { return visibility != Visibility::never; }
  bool is_not_graded() const { return is_run && state == TestState::not_graded; }
};

// All tests of the assignment, also where nothing could be read.
std::vector<StudentTest> student_view(const Grading& grading, const SubmissionResult& result);

// For platforms that show a report as soon as it is there: the tests that may be seen then, and a sentence
// that says how many others count; empty: none.
std::vector<StudentTest> shown_at_once(const Grading& grading, const SubmissionResult& result);
std::string words_on_others(const Grading& grading, const SubmissionResult& result);

// Why it could not be read, and notes, each behind a newline.
std::string notes_of(const SubmissionResult& result);
// The points, and these: what stands above the tests.
std::string opening_words(const Grading& grading, const SubmissionResult& result);

// "6.5 of 10 points", with what is late and what is not graded.
std::string points_sentence(const Grading& grading, const SubmissionResult& result);

}  // namespace lockstep::assignment
