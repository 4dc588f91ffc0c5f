#include "assignment/grading/compare.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "assignment/format/assignment.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/object_fields.hpp"

namespace lockstep::assignment {
namespace {

struct ComparedTest {
  std::string title, state;
};
struct ComparedTask {
  std::string title;
  std::vector<ComparedTest> tests;
};
struct ComparedSubmission {
  std::string id;
  double points = 0;
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
          one.list("tasks", submission.tasks, [](auto& part, auto& task) {
            part.text("title", task.title);
            part.list("tests", task.tests, [](auto& entry, auto& test) {
              entry.text("title", test.title);
              entry.text("state", test.state);
            });
          });
        });
      });
}

using States = std::map<std::string, std::string>;  // of tests by their names
States states_of(const ComparedSubmission& submission) {
  States states;
  for (const ComparedTask& task : submission.tasks)
    for (const ComparedTest& test : task.tests) states[task.title + ": " + test.title] = test.state;
  return states;
}

std::string changes(const ComparedSubmission& before, const ComparedSubmission& now) {
  const States old_states = states_of(before);
  std::string text;
  for (const auto& [name, state] : states_of(now)) {
    const auto old = old_states.find(name);
    const std::string was = old == old_states.end() ? "not there" : old->second;
    if (was != state)
      text += fmt::format("{}{} was {} and is {}", text.empty() ? "" : "; ", name, was, state);
  }
  return text;
}

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
    const std::string why = changes(*found->second, one);
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
