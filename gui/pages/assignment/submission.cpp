#include "gui/pages/assignment/submission.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assignment/submission/files/write_zip.hpp"
#include "core/base/text/json.hpp"

namespace lockstep::gui {
namespace {

using Json = nlohmann::ordered_json;

// Returns the record of the hints that were taken; empty if no hint was taken.
std::string hints_record(const AppState& state, const AssignmentWork& work) {
  Json tasks = Json::array();
  double cost = 0;
  for (const assignment::Task& task : work.loaded()->parsed.tasks) {
    const std::size_t taken = work.taken_hints(state, task);
    if (taken == 0) continue;
    tasks.push_back({{"task", task.name}, {"hints", taken}, {"cost", work.hint_cost(state, task)}});
    cost += work.hint_cost(state, task);
  }
  if (tasks.empty()) return {};
  return json_text(Json{{"assignment", work.loaded()->folder.name}, {"cost", cost}, {"tasks", tasks}}) + "\n";
}

}  // namespace

Result<void> write_submission(const std::string& path, const AppState& state, const AssignmentWork& work) {
  std::vector<assignment::NamedBytes> files;
  for (const assignment::Task& task : work.loaded()->parsed.tasks)
    for (assignment::SourceText& file : work.files().of(state, task))
      if (std::ranges::find(files, file.path, &assignment::NamedBytes::path) == files.end())
        files.push_back({file.path, std::move(file.text)});
  if (std::string hints = hints_record(state, work); !hints.empty())
    files.push_back({kHintsFile, std::move(hints)});
  return assignment::write_zip(path, files);
}

}  // namespace lockstep::gui
