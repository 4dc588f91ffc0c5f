#include "gui/pages/assignment/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "assignment/judging/tried_lines.hpp"
#include "core/base/text/csv.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::gui {
namespace {

using assignment::points_text;
using assignment::Test;
using assignment::TestResult;
using assignment::TestState;
using assignment::Visibility;

bool runs_now(const Test& test) { return test.visibility == Visibility::always && !test.is_withheld; }

std::string later_reason(Visibility visibility) {
  switch (visibility) {
    case Visibility::always:
    case Visibility::after_due:
      break;
    case Visibility::after_publication:
      return "Runs after the deadline; its result is shown when the points are published.";
    case Visibility::never:
      return "Runs after the deadline; its result is not shown.";
  }
  return "Runs after the deadline.";
}

std::string titles_of(const assignment::Task& task, const std::vector<std::string>& names) {
  std::string titles;
  for (const std::string& name : names) {
    const Test* const needed = task.find_test(name);
    titles += (titles.empty() ? "" : ", ") + (needed == nullptr ? name : needed->title);
  }
  return titles;
}

// Formats points, for example as "1 point" or "0.5 points".
std::string in_points(double points) { return points_text(points) + (points == 1 ? " point" : " points"); }

// Makes a sentence of a clause. A name at its start, such as the name of a buffer, keeps its case.
std::string as_sentence(std::string text) {
  if (text.empty()) return text;
  const std::string first = text.substr(0, text.find(' '));
  const bool is_word =
      std::ranges::all_of(first, [](unsigned char c) { return c == '-' || std::isalpha(c) != 0; });
  if (is_word) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text.ends_with('.') ? text : text + ".";
}

// Returns the reason of a failure. For a compiler's report, this is the first error; the editor
// shows all messages.
std::string reason_of(const assignment::Failure& failure) {
  const std::vector<Diagnostic> messages = parse_diagnostics(failure.reason);
  if (messages.empty()) return as_sentence(failure.reason);
  const auto error = std::ranges::find(messages, Diagnostic::Kind::error, &Diagnostic::kind);
  return "Does not compile: line " + diagnostic_text(error == messages.end() ? messages.front() : *error) +
         ".";
}

// Returns where "Why?" leads: to Step if the failed case can be run again there, or to the line of an error
// in the text. Runs of host programs are not recorded, so they cannot be shown.
TestRow::Why why_of(const assignment::Task& task, const TestResult& result) {
  if (!result.failure) return TestRow::Why::nowhere;
  const bool is_recorded = !task.host_program().empty() || !task.recording().empty();
  if (is_recorded && result.state != TestState::not_gradable)
    return result.failure->place.is_known() ? TestRow::Why::text : TestRow::Why::nowhere;
  switch (result.state) {
    case TestState::failed:
    case TestState::stopped:
    case TestState::crash:
      return result.failure->which ? TestRow::Why::run : TestRow::Why::nowhere;
    case TestState::not_gradable:
      return TestRow::Why::text;
    case TestState::passed:
    case TestState::memory:
    case TestState::not_handed_in:
    case TestState::skipped:
    case TestState::not_graded:
      break;
  }
  return TestRow::Why::nowhere;
}

void add_result(TestRow& row, const assignment::Task& task, const TestResult& result) {
  row.result = &result;
  row.mark = result.is_passed() ? TestRow::Mark::passed : TestRow::Mark::failed;
  if (result.state != TestState::not_graded)
    row.points = fmt::format("{} of {}{}", points_text(result.points), points_text(row.test->points),
                             row.test->is_bonus ? " bonus" : "");
  if (row.test->deduction > 0 && !result.is_passed() && result.state != TestState::not_graded)
    row.points += fmt::format(" − {}", points_text(row.test->deduction));
  if (result.state == TestState::skipped) {
    row.mark = TestRow::Mark::waiting;
    row.reason = fmt::format("Needs {}, which did not pass.", titles_of(task, row.test->needs));
  }
  if (result.state == TestState::not_graded) row.mark = TestRow::Mark::waiting;
  if (!result.failure) return;
  row.reason = reason_of(*result.failure);
  if (!result.tried.empty()) row.reason += " " + tried_lines_words(result, task);
  row.place = result.failure->place.text();
  const bool is_of_case = result.state != TestState::not_gradable && result.state != TestState::not_graded;
  if (result.failure->which && is_of_case) row.example = result.failure->which->text();
  row.why = why_of(task, result);
}

// Returns what the task offers, for example "3 points", "3 points + 1 bonus" or "2 bonus points".
std::string offered(const TaskStanding& standing) {
  const double points = standing.possible + standing.later;
  if (points == 0 && standing.extra > 0) return fmt::format("{} bonus points", points_text(standing.extra));
  return in_points(points) +
         (standing.extra > 0 ? fmt::format(" + {} bonus", points_text(standing.extra)) : "");
}

// Says what hints cost. The part of the cost that has not been deducted yet is deducted from points that
// are earned later.
std::string hints_text(double cost, double taken_off) {
  const std::string words = fmt::format("hints cost {}, ", points_text(cost));
  if (taken_off >= cost) return words + "deducted";
  if (taken_off == 0) return words + "not yet deducted";
  return fmt::format("{}{} of it deducted", words, points_text(taken_off));
}

}  // namespace

TaskStanding standing_of(const AppState& state, const AssignmentWork& work, const assignment::Task& task) {
  using State = TaskStanding::State;
  TaskStanding standing;
  for (const Test& test : task.tests)
    if (!test.is_bonus) (runs_now(test) ? standing.possible : standing.later) += test.points;
  standing.extra = task.bonus();
  standing.hint_cost = work.hint_cost(state, task);
  const TestAnswer* const answer = work.answer(state, task);
  if (answer == nullptr) {
    standing.state = work.files().is_begun(state, task) ? State::testing : State::not_begun;
    return standing;
  }
  if (!answer->result) {
    standing.state = State::wrong_assignment;
    return standing;
  }
  standing.state = work.files().is_begun(state, task) ? State::tested : State::not_begun;
  const assignment::TaskResult& result = *answer->result;
  standing.points = result.points;
  standing.bonus = result.bonus;
  standing.is_solved = result.has_all_points();
  standing.is_unable = !result.tests.empty() && result.tests.front().state == TestState::not_gradable;
  return standing;
}

std::string standing_text(const TaskStanding& standing) {
  using State = TaskStanding::State;
  switch (standing.state) {
    case State::not_begun:
      return "Not started, " + offered(standing);
    case State::testing:
      return "Testing …";
    case State::wrong_assignment:
      return "The assignment has a mistake";
    case State::tested:
      break;
  }
  // The cost of hints is deducted from the bonus first.
  const double points = std::min(standing.points, standing.earned()), bonus = standing.earned() - points;
  std::string words = fmt::format("{} of {}", points_text(points), points_text(standing.possible));
  if (bonus > 0) words += fmt::format(" + {} bonus", points_text(bonus));
  if (standing.is_unable) return "Does not compile, " + words;
  if (!standing.is_solved) return words + " points";
  return (standing.later > 0 ? "Public tests solved, " : "Solved, ") + words;
}

std::string standing_details(const TaskStanding& standing) {
  std::string words;
  const auto add = [&](std::string part) { words += (words.empty() ? "" : " · ") + part; };
  if (standing.later > 0 && standing.state != TaskStanding::State::not_begun)
    add(fmt::format("{} more by tests that run after the deadline", points_text(standing.later)));
  if (standing.hint_cost > 0)
    add(hints_text(standing.hint_cost, standing.points + standing.bonus - standing.earned()));
  return words;
}

std::string total_text(const std::vector<TaskStanding>& standings) {
  double points = 0, bonus = 0, later = 0, possible = 0, cost = 0, taken_off = 0;
  for (const TaskStanding& standing : standings) {
    if (standing.state == TaskStanding::State::tested) {
      const double earned = std::min(standing.points, standing.earned());
      points += earned;
      bonus += standing.earned() - earned;
      taken_off += standing.points + standing.bonus - standing.earned();
    }
    possible += standing.possible;
    later += standing.later;
    cost += standing.hint_cost;
  }
  std::string words = fmt::format("{} of {} points{} so far", points_text(points), points_text(possible),
                                  bonus > 0 ? fmt::format(" + {} bonus", points_text(bonus)) : "");
  if (later > 0) words += fmt::format(" · {} more by tests that run after the deadline", points_text(later));
  if (cost > 0) words += " · " + hints_text(cost, taken_off);
  return words;
}

std::string total_text(const AppState& state, const AssignmentWork& work) {
  std::vector<TaskStanding> standings;
  for (const assignment::Task& task : work.loaded()->parsed.tasks)
    standings.push_back(standing_of(state, work, task));
  return total_text(standings);
}

std::vector<TestRow> test_rows(const AssignmentWork& work, const assignment::Task& task) {
  const TestAnswer* const answer = work.last_answer(task);
  std::vector<TestRow> rows;
  for (const Test& test : task.tests) {
    TestRow row;
    row.test = &test;
    row.points = fmt::format("{}{}", test.is_bonus ? "+" : "", points_text(test.points));
    if (!runs_now(test)) {
      row.mark = TestRow::Mark::later;
      row.reason = later_reason(test.visibility);
    } else if (answer != nullptr && answer->result) {
      const auto found = std::ranges::find(answer->result->tests, &test, &TestResult::test);
      if (found != answer->result->tests.end()) add_result(row, task, *found);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

const TestRow* first_explainable(const std::vector<TestRow>& rows) {
  const auto found =
      std::ranges::find_if(rows, [](const TestRow& row) { return row.why != TestRow::Why::nowhere; });
  return found == rows.end() ? nullptr : &*found;
}

std::string points_csv(const AssignmentWork& work) {
  std::string csv = "task,test,state,points,of\n";
  for (const assignment::Task& task : work.loaded()->parsed.tasks)
    for (const TestRow& row : test_rows(work, task)) {
      const bool is_run = row.result != nullptr;
      csv += fmt::format("{},{},{},{},{}\n", csv_field(task.title), csv_field(row.test->title),
                         is_run ? name(row.result->state) : "not run",
                         is_run ? points_text(row.result->points) : "", points_text(row.test->points));
    }
  return csv;
}

std::vector<Diagnostic> messages_in(const TestAnswer& answer, const std::string& file) {
  std::vector<Diagnostic> messages;
  if (!answer.result) return messages;
  const auto add = [&](Diagnostic message) {
    if (std::ranges::find(messages, message) == messages.end()) messages.push_back(std::move(message));
  };
  for (const TestResult& test : answer.result->tests) {
    if (!test.failure) continue;
    const std::vector<Diagnostic> reported = parse_diagnostics(test.failure->reason);
    for (const Diagnostic& message : reported)
      if (message.file == file) add(message);
    const assignment::SourcePlace& place = test.failure->place;
    if (reported.empty() && place.is_known() && place.file == file)
      add({place.line, place.column, Diagnostic::Kind::warning,
           fmt::format("{}: {}", test.test->title, test.failure->kind), file});
  }
  return messages;
}

}  // namespace lockstep::gui
