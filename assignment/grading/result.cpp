#include "assignment/grading/result.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::assignment {
namespace {

constexpr std::int64_t kDay = 86'400;

unsigned days_late(const Assignment& assignment, const SubmissionResult& result) {
  const auto due = result.due ? result.due : assignment.due;
  if (!due || !result.handed_in || *result.handed_in <= *due) return 0;
  return static_cast<unsigned>((*result.handed_in - *due + kDay - 1) / kDay);
}

double left_after(const LateRule& rule, unsigned days) {
  if (days == 0) return 1;
  if (rule.days != 0 && days > rule.days) return 0;
  constexpr double all = 100;
  return std::max(0.0, 1 - rule.percent_a_day * days / all);
}

}  // namespace

bool SubmissionResult::is_graded() const { return std::ranges::all_of(tasks, &TaskResult::is_graded); }

std::uint64_t SubmissionResult::public_steps() const {
  std::uint64_t sum = 0;
  for (const TaskResult& task : tasks)
    for (const TestResult& test : task.tests)
      if (test.test->visibility == Visibility::always) sum += test.steps;
  return sum;
}

void add_final_points(const Assignment& assignment, SubmissionResult& result) {
  result.raw_points = 0;
  for (const TaskResult& task : result.tasks) result.raw_points += task.points + task.bonus;
  result.days_late = days_late(assignment, result);
  result.final_points =
      result.final_by_person.value_or(result.raw_points * left_after(assignment.late, result.days_late));
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
