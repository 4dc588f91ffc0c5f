// Makes the student version of an assignment.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "assignment/export/exporting.hpp"
#include "assignment/export/student_text.hpp"
#include "assignment/judging/expected.hpp"
#include "core/base/text/json.hpp"

namespace lockstep::assignment {
namespace {

using Json = nlohmann::ordered_json;

bool is_public_test(const Test& test) {
  return test.visibility == Visibility::always && !test.measures_times();
}

bool has_public_test(const Task& task) { return std::ranges::any_of(task.tests, is_public_test); }

bool is_named(const Json& buffers, const Json& wanted) {
  return std::ranges::any_of(
      buffers, [&](const Json& one) { return one.value("name", "") == wanted.value("name", ""); });
}

// Returns the plan for a task whose launches are submitted: the author's inputs and expectation, with the
// launches of the skeleton.
Result<std::string> with_launches_of(const std::string& skeleton, const Task& task) {
  auto plan = parse_json<Json>(task.plan);
  const auto other = parse_json<Json>(skeleton);
  if (!plan || !other || !plan->is_object() || !other->is_object())
    return usage_error(fmt::format("{}: the plan of the task or of its skeleton is not JSON", task.title));
  for (const char* key : {"launches", "repeat", "swaps"}) {
    plan->erase(key);
    if (other->contains(key)) (*plan)[key] = (*other)[key];
  }
  const std::string result = plan->value("expect", Json::object()).value("buffer", "");
  Json buffers = Json::array();
  for (const Json& buffer : plan->value("buffers", Json::array()))
    if (buffer.contains("fill") || buffer.value("name", "") == result) buffers.push_back(buffer);
  for (const Json& buffer : other->value("buffers", Json::array()))
    if (!is_named(buffers, buffer)) buffers.push_back(buffer);
  (*plan)["buffers"] = buffers;
  return json_text(*plan) + "\n";
}

// Returns the plan for a task with a host program: the author's inputs and expectation, without any launch.
Result<std::string> without_launches(const Task& task) {
  auto plan = parse_json<Json>(task.plan);
  if (!plan || !plan->is_object())
    return usage_error(fmt::format("{}: the plan of the task is not JSON", task.title));
  for (const char* key : {"repeat", "swaps", "swap"}) plan->erase(key);
  (*plan)["launches"] = parse_json<Json>(kNoLaunch).value();
  const std::string result = plan->value("expect", Json::object()).value("buffer", "");
  Json buffers = Json::array();
  for (const Json& buffer : plan->value("buffers", Json::array()))
    if (buffer.contains("fill") || buffer.value("name", "") == result) buffers.push_back(buffer);
  (*plan)["buffers"] = buffers;
  return json_text(*plan) + "\n";
}

bool is_of_host(const Task& task) { return !task.host_program().empty() || !task.recording().empty(); }

bool is_of_author(const std::string& file) {
  return file.starts_with("reference/") || file.starts_with("wrong/") || file.starts_with("right/");
}

constexpr std::string_view kReadme = R"(# {}

`assignment.md` has the tasks: open it with `lockstep assignment.md`. Write your solutions into the files of `skeleton`, and
grade them with `lockstep grade . skeleton`. Tests with `"withheld": true` run after the deadline, at the teacher's.

| path | what it is |
|---|---|
| `skeleton` | what you begin with and hand in |
| plans (`*.plan.json`) | the launches of the tests |
| `public-runs` | data of the public tests in place of the reference solution: a line of JSON for each case, with the buffers that it left and what it counted |
)";

class StudentFiles {
 public:
  StudentFiles(const Assignment& assignment, const AssignmentFolder& folder, const Variant& variant)
      : assignment_(with_variant(assignment, variant)), folder_(folder), variant_(variant) {}

  Result<std::vector<NamedBytes>> make() {
    if (std::ranges::none_of(assignment_.tasks, has_public_test))
      return usage_error("this assignment has no public test: students could not try their solutions");
    for (const Task& task : assignment_.tasks)
      if (const auto added = add_task(task); !added) return tl::unexpected(added.error());
    add(std::string(kAssignmentFile), student_text_of(assignment_, plan_files_, variant_));
    add("README.md", fmt::format(kReadme, assignment_.title));
    add_named_files();
    std::vector<NamedBytes> files;
    for (auto& [path, bytes] : files_) files.push_back({path, std::move(bytes)});
    return files;
  }

 private:
  void add(const std::string& path, std::string text) { files_[path] = std::move(text); }

  Result<void> add_task(const Task& task) {
    for (const std::string& file : task.files) {
      auto text = folder_.read("skeleton/" + file);
      if (!text) return tl::unexpected(text.error());
      add("skeleton/" + file, std::move(*text));
    }
    if (!has_public_test(task)) return {};
    if (const auto added = add_plan(task); !added) return added;
    for (const Test& test : task.tests)
      if (is_public_test(test))
        if (const auto added = add_runs(task, test); !added) return added;
    return {};
  }

  Result<void> add_plan(const Task& task) {
    if (task.plan_file.empty()) return {};
    if (is_of_host(task)) {
      auto plan = without_launches(task);
      return plan ? put_plan(task, std::move(*plan)) : tl::unexpected(plan.error());
    }
    if (!task.has_own_launches()) {
      if (!is_of_author(task.plan_file)) {
        add(task.plan_file, task.plan);
        return {};
      }
      return put_plan(task, task.plan);
    }
    const auto name = std::ranges::find_if(
        task.files, [](const std::string& file) { return file.ends_with(kPlanFileEnding); });
    auto plan = with_launches_of(files_.at("skeleton/" + *name), task);
    return plan ? put_plan(task, std::move(*plan)) : tl::unexpected(plan.error());
  }

  Result<void> put_plan(const Task& task, std::string plan) {
    const std::string path = "plans/" + task.name + std::string(kPlanFileEnding);
    plan_files_[task.name] = path;
    add(path, std::move(plan));
    return {};
  }

  Result<void> add_runs(const Task& task, const Test& test) {
    auto runs = public_runs(folder_, task, test);
    if (!runs) return tl::unexpected(runs.error());
    add(public_runs_file(task, test), std::move(*runs));
    return {};
  }

  // Adds the pictures and data files that the text and the plans name.
  void add_named_files() {
    std::string texts;
    for (const auto& [path, text] : files_)
      if (!path.starts_with(kPublicRuns)) texts += text;
    for (const std::string& file : folder_.files())
      if (!is_of_author(file) && !files_.contains(file) && texts.find(file) != texts.npos)
        if (auto bytes = folder_.read_bytes(file)) add(file, std::move(*bytes));
  }

  Assignment assignment_;
  const AssignmentFolder& folder_;
  Variant variant_;
  std::map<std::string, std::string> plan_files_;
  std::map<std::string, std::string> files_;
};

}  // namespace

Result<std::vector<NamedBytes>> student_files(const Assignment& assignment, const AssignmentFolder& folder,
                                              const ExportOptions& options) {
  if (assignment.variants.are_any() && options.variant == Variant{})
    return usage_error("each student has a variant of this assignment: name the student");
  return StudentFiles(assignment, folder, options.variant).make();
}

}  // namespace lockstep::assignment
