#include <nlohmann/json.hpp>

#include "assignment/dates/times.hpp"
#include "assignment/report/formats.hpp"
#include "core/base/text/json.hpp"

namespace lockstep::assignment {
namespace {

using Json = nlohmann::ordered_json;

Json place_json(const SourcePlace& place) {
  if (!place.is_known()) return nullptr;
  return {{"file", place.file}, {"line", place.line}, {"column", place.column}};
}

Json failure_json(const Failure& failure) {
  Json json{{"kind", failure.kind}, {"message", failure.reason}, {"place", place_json(failure.place)}};
  if (failure.other.is_known()) json["other_place"] = place_json(failure.other);
  if (failure.which) json["case"] = failure.which->text();
  return json;
}

Json test_json(const TestResult& result) {
  Json json{{"name", result.test->name},
            {"title", result.test->title},
            {"state", name(result.state)},
            {"visibility", name(result.test->visibility)},
            {"points", rounded_points(result.points)},
            {"max_points", rounded_points(result.test->points)},
            {"bonus", result.test->is_bonus},
            {"cases", result.cases},
            {"passed_cases", result.passed_cases},
            {"steps", result.steps}};
  if (result.failure) json["failure"] = failure_json(*result.failure);
  if (result.example) json["example"] = failure_json(*result.example);
  for (const TriedChange& one : result.tried) {
    Json& tried = json["tried"].emplace_back(Json{{"place", place_json(one.place)}, {"change", one.words}});
    if (one.is_missing) tried["missing"] = true;
    if (one.after_line != 0) tried["after_line"] = one.after_line;
    if (!one.other_lines.empty()) tried["other_lines"] = one.other_lines;
  }
  return json;
}

Json submission_json(const SubmissionResult& result) {
  Json json{{"id", result.id},
            {"name", result.shown},
            {"members", result.members},
            {"group", result.group},
            {"attempt", result.attempt},
            {"handed_in", result.handed_in ? Json(time_of(*result.handed_in)) : Json(nullptr)},
            {"hash", result.hash},
            {"graded", result.is_graded()},
            {"raw_points", rounded_points(result.raw_points)},
            {"days_late", result.days_late},
            {"points", rounded_points(result.final_points)},
            {"by_person", result.final_by_person.has_value()},
            {"to_look_at", result.doubts()},
            {"notes", result.notes}};
  if (!result.problem.empty()) json["problem"] = result.problem;
  json["tasks"] = Json::array();
  for (const TaskResult& task : result.tasks) {
    Json tests = Json::array();
    for (const TestResult& test : task.tests) tests.push_back(test_json(test));
    json["tasks"].push_back({{"name", task.task->name},
                             {"title", task.task->title},
                             {"points", rounded_points(task.points)},
                             {"bonus", rounded_points(task.bonus)},
                             {"by_person", task.is_by_person},
                             {"max_points", rounded_points(task.task->points)},
                             {"tests", std::move(tests)}});
  }
  return json;
}

}  // namespace

std::string grader_json(const Grading& grading) {
  Json not_graded = Json::array(), submissions = Json::array();
  for (const SubmissionResult& one : grading.submissions) {
    if (!one.is_graded()) not_graded.push_back(one.id);
    submissions.push_back(submission_json(one));
  }
  return json_text(Json{{"lockstep", grading.version},
                        {"assignment", grading.assignment->title},
                        {"assignment_hash", grading.assignment_hash},
                        {"secret_hash", grading.has_secret ? Json(grading.secret_hash) : Json(nullptr)},
                        {"confinement", grading.confinement},
                        {"only_public", grading.only_public},
                        {"max_points", rounded_points(grading.assignment->points())},
                        {"not_graded", std::move(not_graded)},
                        {"submissions", std::move(submissions)}}) +
         "\n";
}

}  // namespace lockstep::assignment
