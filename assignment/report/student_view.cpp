#include "assignment/report/student_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "assignment/judging/tried_lines.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

// Whether the text names an input, as in "x1 is missing" for a sum that lacks an input.
bool names_an_input(std::string_view text) {
  for (std::size_t at = 0; (at = text.find(" x", at)) != text.npos; ++at)
    if (at + 2 < text.size() && text[at + 2] >= '0' && text[at + 2] <= '9') return true;
  return false;
}

// Returns a sentence with the case. A compiler's message has several lines, and is the same in all cases.
std::string told(const Failure& failure) {
  const std::string& reason = failure.reason;
  if (reason.find('\n') != reason.npos) return reason.substr(0, reason.find_last_not_of('\n') + 1);
  std::string text = as_sentence(reason);
  if (names_an_input(text)) text += " x0, x1 … are the elements of the input.";
  if (failure.which) text += fmt::format(" The case is {}.", failure.which->text());
  return text;
}

// The limit of a hidden test is not revealed.
std::string told_example(const TestResult& result) {
  Failure example = *result.example;
  if (!example.without_limit.empty()) example.reason = example.without_limit;
  const bool is_of_compiler = result.state == TestState::not_gradable && example.place.is_known();
  if (!is_of_compiler) return "An example: " + told(example);
  example.which.reset();
  return told(example);
}

std::string hidden_words(const TestResult& result) {
  const Failure& failure = *result.failure;
  std::string text = failure.in_words.empty() ? as_sentence(failure.kind) : failure.in_words;
  if (result.example) {
    const std::string example = told_example(result);
    return example.find('\n') == example.npos ? text + " " + example : example;
  }
  const bool is_searched = failure.which && result.state != TestState::memory;
  return is_searched ? text + " No small example of it was found." : text;
}

std::string words_of(const TestResult& result) {
  if (result.state == TestState::skipped) return "A test that must pass first did not pass.";
  if (result.state == TestState::not_graded) return "This test could not be run and will be graded again.";
  if (!result.failure || result.test->visibility == Visibility::never) return {};
  if (result.state == TestState::not_handed_in) return result.failure->reason;
  return result.test->visibility == Visibility::always ? told(*result.failure) : hidden_words(result);
}

const TestResult* find_result(const SubmissionResult& result, const Test& test) {
  for (const TaskResult& task : result.tasks)
    for (const TestResult& one : task.tests)
      if (one.test == &test) return &one;
  return nullptr;
}

}  // namespace

std::string StudentTest::text() const {
  return place.empty() || sentences.starts_with(place) ? sentences : place + ": " + sentences;
}

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
      const bool is_told = test.visibility != Visibility::never && !one.sentences.empty();
      if (const std::string tried = tried_lines_words(*found, task); is_told && !tried.empty())
        one.sentences += " " + tried;
      if (found->failure && test.visibility != Visibility::never) one.at = found->public_place;
      if (one.at.is_known()) one.place = one.at.text();
    }
  return view;
}

std::vector<StudentTest> shown_at_once(const Grading& grading, const SubmissionResult& result) {
  std::vector<StudentTest> view = student_view(grading, result);
  std::erase_if(view, [](const StudentTest& test) { return !test.is_shown_at_once(); });
  return view;
}

std::string words_on_others(const Grading& grading, const SubmissionResult& result) {
  const std::vector<StudentTest> view = student_view(grading, result);
  const auto others =
      std::ranges::count_if(view, [](const StudentTest& test) { return !test.is_shown_at_once(); });
  if (others == 0) return {};
  return fmt::format("{} more, whose results are not shown now.",
                     plural(static_cast<std::uint64_t>(others), "test"));
}

std::string notes_of(const SubmissionResult& result) {
  std::string text;
  if (!result.problem.empty()) text += "\n" + as_sentence(result.problem);
  for (const std::string& note : result.notes) text += "\nNote: " + note;
  return text;
}

std::string opening_words(const Grading& grading, const SubmissionResult& result) {
  return points_sentence(grading, result) + notes_of(result);
}

std::string points_sentence(const Grading& grading, const SubmissionResult& result) {
  const std::string most = points_text(grading.assignment->points());
  if (result.final_by_person)
    return fmt::format("{} of {} points, set manually", points_text(*result.final_by_person), most);
  std::string text = fmt::format("{} of {} points", points_text(result.raw_points), most);
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
