#include "gui/pages/theory/own_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"

namespace lockstep::gui {
namespace {

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t by) { return value / by + (value % by != 0); }

std::uint64_t most_work_items(const Plan& plan) {
  std::uint64_t most = 0;
  for (const PlanLaunch& launch : plan.launches) {
    const auto& size = launch.range.global_size;
    most = std::max(most, size[0] * size[1] * size[2]);
  }
  return most;
}

OwnTheory::Processors on_processors(std::uint64_t work, std::uint64_t steps, std::uint64_t p) {
  OwnTheory::Processors on;
  on.p = p;
  on.least = std::max(steps, rounded_up(work, p));
  on.most = p == 1 ? work : rounded_up(work, p) + steps;
  on.speed_up = static_cast<double>(work) / static_cast<double>(on.most);
  on.efficiency = on.speed_up / static_cast<double>(p);
  return on;
}

}  // namespace

OwnTheory prepare_own_theory(const Run* run, const std::string& kernel_file, std::uint64_t processors) {
  OwnTheory theory;
  theory.title = kernel_file.substr(kernel_file.rfind('/') + 1);
  if (run == nullptr) {
    theory.problem = "The kernel has no run that could be counted: Step says why.";
    return theory;
  }
  const sim::Counters& total = run->trace->counted().total;
  const std::uint64_t work = total.work, steps = total.steps, items = most_work_items(run->trace->plan());
  if (work == 0) {
    theory.problem = fmt::format("{} combines no two values, so there are no steps T and no work W to count.",
                                 theory.title);
    return theory;
  }
  const double parallelism =
      static_cast<double>(work) / static_cast<double>(std::max<std::uint64_t>(1, steps));
  theory.numbers = {
      {"Work-items", count_text(items), "Of the largest launch"},
      {"Steps T", count_text(steps),
       "Longest chain of dependent operations in all launches, as counted in this run"},
      {"Work W", count_text(work), "All operations on two values, as counted in this run"},
      {"Useful work", count_text(total.useful_work), "Operations on two values that both contain inputs"},
      {fmt::format("Cost C = p T for p = {}", count_text(items)), count_text(items * steps),
       "With the work-items of the largest launch as processors p, independent of the slider"},
      {"Parallelism W / T", fmt::format("{:.1f}", parallelism), "More processors than this do not help"}};
  std::vector<std::uint64_t> all;
  for (std::uint64_t p = 1; p < 2 * items; p *= 2) all.push_back(p);
  if (std::ranges::find(all, processors) == all.end()) all.push_back(processors);
  std::ranges::sort(all);
  for (const std::uint64_t p : all) {
    theory.on.push_back(on_processors(work, steps, p));
    theory.on.back().is_chosen = p == processors;
  }
  const OwnTheory::Processors chosen = on_processors(work, steps, processors);
  theory.sentence = fmt::format(
      "On p = {} this run takes {} to {} steps in any order (Brent): no fewer than T and ⌈W / p⌉, no "
      "more than ⌈W / p⌉ + T. There are no formulas over n for a kernel of your own: change n in its launch "
      "and "
      "count again.",
      plural(processors, "processor"), count_text(chosen.least), count_text(chosen.most));
  return theory;
}

}  // namespace lockstep::gui
