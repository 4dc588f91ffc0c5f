#include "assignment/format/assignment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/plan/launch_description.hpp"
#include "core/recording/recording.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::array<std::pair<Visibility, std::string_view>, 4> kVisibilities{
    std::pair(Visibility::always, "public"), std::pair(Visibility::after_due, "after due"),
    std::pair(Visibility::after_publication, "after publication"), std::pair(Visibility::never, "never")};

template <class Named>
const Named* find_named(const std::vector<Named>& all, std::string_view name) {
  const auto found = std::ranges::find(all, name, &Named::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

std::string_view name(Visibility visibility) {
  return std::ranges::find(kVisibilities, visibility, [](const auto& pair) { return pair.first; })->second;
}

std::optional<Visibility> parse_visibility(std::string_view word) {
  for (const auto& [visibility, name] : kVisibilities)
    if (name == word) return visibility;
  return std::nullopt;
}

bool Test::measures_times() const {
  return std::ranges::find(criteria, Criterion::Kind::time, &Criterion::kind) != criteria.end();
}

void leave_out_times(Assignment& assignment) {
  for (Task& task : assignment.tasks) {
    std::vector<std::string> gone;
    for (const Test& test : task.tests)
      if (test.measures_times()) gone.push_back(test.name);
    std::erase_if(task.tests, [](const Test& test) { return test.measures_times(); });
    for (Test& test : task.tests)
      std::erase_if(test.needs,
                    [&](const std::string& needed) { return std::ranges::find(gone, needed) != gone.end(); });
  }
}

double Task::bonus() const {
  double sum = 0;
  for (const Test& test : tests) sum += test.is_bonus ? test.points : 0;
  return sum;
}

const Test* Task::find_test(std::string_view wanted) const { return find_named(tests, wanted); }

bool Task::has_own_launches() const {
  return std::ranges::any_of(files, [](const std::string& file) { return file.ends_with(kPlanFileEnding); });
}

std::string Task::host_program() const {
  const auto found = std::ranges::find_if(files, is_host_program);
  return found == files.end() ? std::string() : *found;
}

std::string Task::recording() const {
  const auto found =
      std::ranges::find_if(files, [](const std::string& file) { return file.ends_with(kRecordingEnding); });
  return found == files.end() ? std::string() : *found;
}

bool is_host_program(std::string_view file) {
  constexpr std::array<std::string_view, 4> endings{".c", ".cc", ".cpp", ".cxx"};
  return std::ranges::any_of(endings, [&](std::string_view ending) { return file.ends_with(ending); });
}

double Assignment::points() const {
  double sum = 0;
  for (const Task& task : tasks) sum += task.points;
  return sum;
}

double Assignment::bonus() const {
  double sum = 0;
  for (const Task& task : tasks) sum += task.bonus();
  return sum;
}

const Task* Assignment::find_task(std::string_view wanted) const { return find_named(tasks, wanted); }

std::vector<std::uint64_t> usual_sizes(std::uint64_t L) {
  constexpr std::uint64_t prime = 97, power = 128;
  std::vector<std::uint64_t> sizes{1,     2,         L - 1, L,         L + 1, 2 * L + 1,
                                   3 * L, power - 1, power, power + 1, prime, 2 * L * L + 1};
  std::erase(sizes, 0);
  std::ranges::sort(sizes);
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

double rounded_points(double points) {
  constexpr double thousandths = 1000;
  return std::round(points * thousandths) / thousandths;
}

std::string points_text(double points) { return fmt::format("{}", rounded_points(points)); }

}  // namespace lockstep::assignment
