#include "assignment/grading/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

unsigned days_of_delay(const Assignment& assignment, const SubmissionResult& result) {
  const auto due = result.due ? result.due : assignment.due;
  return due && result.handed_in ? days_late(*due, *result.handed_in) : 0;
}

}  // namespace

bool SubmissionResult::is_graded() const { return std::ranges::all_of(tasks, &TaskResult::is_graded); }

std::vector<std::string> SubmissionResult::doubts() const {
  std::vector<std::string> all;
  if (!is_graded()) all.emplace_back("Not graded.");
  if (!problem.empty()) {
    all.push_back(as_sentence(problem));
    all.insert(all.end(), notes.begin(), notes.end());
    return all;
  }
  for (const TaskResult& one : tasks)
    for (const TestResult& test : one.tests)
      if (!test.to_look_at.empty())
        all.push_back(fmt::format("{}, {}: {}", one.task->title, test.test->title, test.to_look_at));
  for (const TaskResult& one : tasks)
    if (one.has_other_files && one.task->points > 0 && !one.tests.empty() && one.tests.front().failure)
      all.push_back(fmt::format("{}: {}", one.task->title, one.tests.front().failure->reason));
  all.insert(all.end(), choices.begin(), choices.end());
  return all;
}

std::uint64_t SubmissionResult::public_steps() const {
  std::uint64_t sum = 0;
  for (const TaskResult& task : tasks)
    for (const TestResult& test : task.tests)
      if (test.test->visibility == Visibility::always) sum += test.steps;
  return sum;
}

bool has_known_inputs(const Grading& grading) {
  if (grading.has_secret || grading.only_public) return false;
  return std::ranges::any_of(grading.assignment->tasks, [](const Task& task) {
    return std::ranges::any_of(task.tests, [](const Test& test) {
      return test.visibility != Visibility::always && !test.is_withheld;
    });
  });
}

bool has_late_submissions(const Grading& grading) {
  return std::ranges::any_of(grading.submissions,
                             [](const SubmissionResult& one) { return one.days_late != 0; });
}

void add_final_points(const Assignment& assignment, SubmissionResult& result) {
  result.raw_points = 0;
  for (const TaskResult& task : result.tasks) result.raw_points += task.points + task.bonus;
  result.days_late = days_of_delay(assignment, result);
  result.final_points =
      result.final_by_person.value_or(result.raw_points * left_after(assignment.late, result.days_late));
}

Grading ungraded(const Assignment& assignment, const std::vector<HandedIn>& submissions) {
  Grading grading;
  grading.assignment = &assignment;
  for (const HandedIn& submission : submissions) {
    SubmissionResult& one = grading.submissions.emplace_back();
    one.id = submission.id;
    one.shown = submission.shown;
    one.submitter = submission.submitter;
    one.original = submission.original;
    one.members = submission.members;
    one.files = submission.files;
    for (const Task& task : assignment.tasks) one.tasks.emplace_back().task = &task;
  }
  return grading;
}

std::vector<SubmissionResult> best_attempts(std::vector<SubmissionResult> all) {
  std::vector<SubmissionResult> best;
  for (SubmissionResult& one : all) {
    if (best.empty() || best.back().submitter != one.submitter)
      best.push_back(std::move(one));
    else if (best.back().is_graded() && (!one.is_graded() || one.final_points > best.back().final_points))
      best.back() = std::move(one);
  }
  return best;
}

}  // namespace lockstep::assignment
