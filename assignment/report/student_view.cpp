#include "assignment/report/student_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

// A sentence with its case.
std::string told(const Failure& failure) {
  std::string text = as_sentence(failure.reason);
  if (failure.which) text += fmt::format(" This is with {}.", failure.which->text());
  return text;
}

// What a hidden test allows is not told.
std::string told_example(const TestResult& result) {
  Failure example = *result.example;
  if (!example.without_limit.empty()) example.reason = example.without_limit;
  const bool is_of_compiler = result.state == TestState::not_gradable && example.place.is_known();
  return is_of_compiler ? as_sentence(example.reason) : "An example: " + told(example);
}

std::string hidden_words(const TestResult& result) {
  std::string text = as_sentence(result.failure->kind);
  if (result.failure->place.is_known()) text += fmt::format(" See {}.", result.failure->place.text());
  if (result.example) return text + " " + told_example(result);
  const bool is_searched = result.state != TestState::memory;
  return is_searched ? text + " No small example of it was found." : text;
}

std::string words_of(const TestResult& result) {
  if (result.state == TestState::skipped) return "A test that this one needs did not pass.";
  if (result.state == TestState::not_graded) return "This test could not be run; it will be graded again.";
  if (!result.failure || result.test->visibility == Visibility::never) return {};
  return result.test->visibility == Visibility::always ? told(*result.failure) : hidden_words(result);
}

const TestResult* find_result(const SubmissionResult& result, const Test& test) {
  for (const TaskResult& task : result.tasks)
    for (const TestResult& one : task.tests)
      if (one.test == &test) return &one;
  return nullptr;
}

}  // namespace

std::vector<StudentTest> student_view(const Grading& grading, const SubmissionResult& result) {
  std::vector<StudentTest> view;
  for (const Task& task : grading.assignment->tasks)
    for (const Test& test : task.tests) {
      StudentTest& one = view.emplace_back();
      one.task = task.title;
      one.title = test.title;
      one.name = task.title + ": " + test.title;
      one.visibility = test.visibility;
      one.is_bonus = test.is_bonus;
      one.max_points = test.points;
      const TestResult* const found = find_result(result, test);
      if (found == nullptr) {
        one.sentences = "This test runs after the deadline.";
        continue;
      }
      one.is_run = true;
      one.state = found->state;
      one.points = found->points;
      one.sentences = words_of(*found);
      if (found->failure && test.visibility != Visibility::never) one.at = found->failure->place;
      if (one.at.is_known()) one.place = one.at.text();
    }
  return view;
}

std::string points_sentence(const Grading& grading, const SubmissionResult& result) {
  std::string text = fmt::format("{} of {} points", points_text(result.raw_points),
                                 points_text(grading.assignment->points()));
  if (result.days_late != 0)
    text += fmt::format(", {} after the rule for late submissions ({} late)",
                        points_text(result.final_points), plural(result.days_late, "day"));
  const auto not_graded = std::ranges::count_if(student_view(grading, result), &StudentTest::is_not_graded);
  if (not_graded != 0)
    text += fmt::format("; {} could not be run and will be graded again",
                        plural(static_cast<std::uint64_t>(not_graded), "test"));
  return text;
}

}  // namespace lockstep::assignment
