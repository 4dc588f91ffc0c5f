#include "assignment/grading/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "assignment/format/assignment.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/object_fields.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

struct ComparedTest {
  std::string title, state;
};
struct ComparedTask {
  std::string title;
  double points = 0, bonus = 0;
  bool is_by_person = false;
  std::vector<ComparedTest> tests;
};
struct ComparedSubmission {
  std::string id;
  double points = 0;
  std::uint64_t days_late = 0;
  bool is_by_person = false;
  std::vector<ComparedTask> tasks;
};
struct ComparedGrading {
  std::vector<ComparedSubmission> submissions;
};

Result<ComparedGrading> read(std::string_view text) {
  const auto json = parse_json<FieldsJson>(text);
  if (!json) return usage_error(json.error().text());
  return read_fields<ComparedGrading>(
      *json, "results.json of a grading", [](const auto& fields, auto& grading) {
        fields.list("submissions", grading.submissions, [](auto& one, auto& submission) {
          one.text("id", submission.id);
          one.real("points", submission.points);
          one.number_or("days_late", submission.days_late, 0);
          one.flag_or("by_person", submission.is_by_person, false);
          one.list("tasks", submission.tasks, [](auto& part, auto& task) {
            part.text("title", task.title);
            part.real("points", task.points);
            part.real("bonus", task.bonus);
            part.flag_or("by_person", task.is_by_person, false);
            part.list("tests", task.tests, [](auto& entry, auto& test) {
              entry.text("title", test.title);
              entry.text("state", test.state);
            });
          });
        });
      });
}

using States = std::map<std::string, std::string>;  // states of tests, by the names of the tests
States states_of(const ComparedSubmission& submission) {
  States states;
  for (const ComparedTask& task : submission.tasks)
    for (const ComparedTest& test : task.tests) states[task.title + ": " + test.title] = test.state;
  return states;
}

std::string late_words(std::uint64_t days) {
  return days == 0 ? std::string("in time") : plural(days, "day") + " late";
}

class Changes {
 public:
  Changes(const ComparedSubmission& before, const ComparedSubmission& now) : before_(before), now_(now) {}

  std::string text() {
    add_tests();
    add_tasks();
    if (before_.days_late != now_.days_late)
      add(fmt::format("it was submitted {} and is now {}", late_words(before_.days_late),
                      late_words(now_.days_late)));
    add_person("the points", before_.is_by_person, now_.is_by_person);
    return text_;
  }

 private:
  void add(const std::string& words) { text_ += (text_.empty() ? "" : "; ") + words; }

  void add_tests() {
    const States old_states = states_of(before_);
    for (const auto& [name, state] : states_of(now_)) {
      const auto old = old_states.find(name);
      const std::string was = old == old_states.end() ? "not there" : old->second;
      if (was != state) add(fmt::format("{} was {} and is {}", name, was, state));
    }
  }

  // Adds the changes of points that no test explains.
  void add_tasks() {
    for (const ComparedTask& task : now_.tasks) {
      const auto old = std::ranges::find(before_.tasks, task.title, &ComparedTask::title);
      if (old == before_.tasks.end()) continue;
      add_person(task.title, old->is_by_person, task.is_by_person);
      const bool is_of_person = task.is_by_person && old->is_by_person;
      if (is_of_person && old->points != task.points)
        add(fmt::format("{} had {} manual points and has {}", task.title, points_text(old->points),
                        points_text(task.points)));
    }
  }

  void add_person(const std::string& what, bool was, bool is) {
    if (was != is) add(fmt::format("{}: {} set manually", what, is ? "now" : "no longer"));
  }

  const ComparedSubmission &before_, &now_;
  std::string text_;
};

}  // namespace

Result<std::string> compare_gradings(std::string_view old_json, std::string_view new_json) {
  const auto before = read(old_json), now = read(new_json);
  if (!before) return tl::unexpected(before.error());
  if (!now) return tl::unexpected(now.error());
  std::map<std::string, const ComparedSubmission*> old;
  for (const ComparedSubmission& one : before->submissions) old[one.id] = &one;
  std::string text;
  for (const ComparedSubmission& one : now->submissions) {
    const auto found = old.find(one.id);
    if (found == old.end()) {
      text += fmt::format("{}: new, {} points\n", one.id, points_text(one.points));
      continue;
    }
    const std::string why = Changes(*found->second, one).text();
    if (!why.empty() || points_text(one.points) != points_text(found->second->points))
      text += fmt::format("{}: {} points, now {}{}\n", one.id, points_text(found->second->points),
                          points_text(one.points), why.empty() ? std::string() : ": " + why);
    old.erase(found);
  }
  for (const auto& [id, submission] : old)
    text += fmt::format("{}: {} points, no longer there\n", id, points_text(submission->points));
  return text;
}

}  // namespace lockstep::assignment
