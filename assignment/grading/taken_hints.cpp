#include "assignment/grading/taken_hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

std::size_t hints_of(const nlohmann::json& tasks, const Task& task) {
  std::size_t taken = 0;
  for (const nlohmann::json& one : tasks)
    if (one.is_object() && one.value("task", nlohmann::json()) == task.name &&
        one.value("hints", nlohmann::json()).is_number_unsigned())
      taken = std::max(taken, one["hints"].get<std::size_t>());
  return std::min(taken, task.hints.size());
}

void take_off(std::size_t hints, SubmissionResult& all, TaskResult& result) {
  double cost = 0;
  for (std::size_t i = 0; i < hints; ++i) cost += result.task->hints[i].price;
  const double of_bonus = std::min(result.bonus, cost);
  const double of_points = std::min(result.points, cost - of_bonus);
  result.bonus -= of_bonus;
  result.points -= of_points;
  result.hint_cost = of_bonus + of_points;
  if (result.hint_cost > 0)
    all.notes.push_back(fmt::format("{}: {} cost {}, which is deducted.", result.task->title,
                                    plural(static_cast<std::uint64_t>(hints), "hint"),
                                    points_text(result.hint_cost)));
}

}  // namespace

void take_off_hints(const std::vector<SourceText>& files, SubmissionResult& result) {
  const auto file = std::ranges::find_if(files, [](const SourceText& one) {
    return std::string_view(one.path).substr(one.path.rfind('/') + 1) == kHintsFile;
  });
  if (file == files.end()) return;
  const auto json = parse_json<nlohmann::json>(file->text);
  if (!json || !json->is_object() || !json->contains("tasks") || !(*json)["tasks"].is_array()) {
    result.notes.push_back(fmt::format("{} cannot be read: no points are deducted for hints.", kHintsFile));
    return;
  }
  for (TaskResult& one : result.tasks)
    if (const std::size_t hints = hints_of((*json)["tasks"], *one.task); hints > 0)
      take_off(hints, result, one);
}

}  // namespace lockstep::assignment
