#include "assignment/report/shown_cases.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assignment/submission/files/file_name.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSubmission = "submission/";  // the folder next to the scenes
constexpr std::size_t kMaxStory = 300;

std::string folder_of(const SubmissionResult& result) { return "cases/" + result.id + "/"; }

// Writes the fields that gui/scene reads.
std::string scene_text(const SubmissionResult& result, const TaskResult& task, const TestResult& test,
                       const Failure& failure) {
  auto launch = parse_json<Json>(failure.launch).value_or(Json::object());
  const std::string kernel = std::string(kSubmission) + task.task->files.front();
  launch["file"] = kernel;
  Json scene{{"lockstep_scene", 1},
             {"title", fmt::format("{}: {}, {}", result.shown, task.task->title, test.test->title)},
             {"story", shortened(as_sentence(failure.reason), kMaxStory)},
             {"tab", "step"},
             {"kernel_file", kernel},
             {"launch", std::move(launch)},
             {"model", failure.which->model->called()},
             {"schedule", sim::to_string(failure.which->schedule.lanes)},
             {"order", sim::to_string(failure.which->schedule.order)}};
  if (failure.moment) scene["position"] = failure.moment->position;
  return json_text(scene) + "\n";
}

}  // namespace

std::optional<ShownCase> shown_case(const SubmissionResult& result, const TaskResult& task,
                                    const TestResult& test) {
  ShownCase shown;
  shown.is_example = test.example.has_value();
  shown.failure = test.example ? &*test.example : test.failure ? &*test.failure : nullptr;
  if (shown.failure == nullptr || shown.failure->launch.empty()) return std::nullopt;
  const std::string name = folder_of(result) + task.task->name + "." + test.test->name;
  shown.scene = name + ".json";
  if (shown.failure->moment && !shown.failure->moment->figure.empty()) shown.figure = name + ".svg";
  return shown;
}

std::vector<NamedBytes> shown_files(const SubmissionResult& result) {
  std::vector<NamedBytes> files;
  for (const TaskResult& task : result.tasks)
    for (const TestResult& test : task.tests) {
      const auto shown = shown_case(result, task, test);
      if (!shown) continue;
      files.push_back({shown->scene, scene_text(result, task, test, *shown->failure)});
      if (!shown->figure.empty()) files.push_back({shown->figure, shown->failure->moment->figure});
    }
  if (files.empty()) return files;
  for (const SourceText& file : result.files)
    if (const FileName name = read_file_name(file.path); name.kind == FileName::Kind::good)
      files.push_back({folder_of(result) + std::string(kSubmission) + name.path, file.text});
  return files;
}

}  // namespace lockstep::assignment
