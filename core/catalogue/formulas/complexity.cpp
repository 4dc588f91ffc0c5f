#include "core/catalogue/formulas/complexity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

std::string text_of(const LevelCost& level) {
  std::string text = level.groups.empty()
                         ? fmt::format("T = {}, W = {}.", level.steps, level.work)
                         : fmt::format("each level of m elements in b = {} blocks: T = {}, W = {}.",
                                       level.groups, level.steps, level.work);
  if (!level.groups.empty()) text += " The next level has b elements.";
  if (!level.add_steps.empty())
    text += fmt::format(" Every level but the last then adds its offsets: T = {}, W = m.", level.add_steps);
  if (!level.note.empty()) text += fmt::format(" {}", level.note);
  return text;
}

PlanCost cost_of(const PlanPhases& phases) {
  return {phases.processors, phases.executed.steps(), phases.executed.work(), phases.useful};
}

Measures measures_of(std::uint64_t n, const PlanCost& cost) {
  Measures measures;
  measures.processors = cost.processors;
  measures.steps = cost.steps;
  measures.work = cost.work;
  measures.useful_work = cost.useful.work;
  if (cost.useful.steps != 0) {
    measures.useful_steps = cost.useful.steps;
    measures.useful_efficiency =
        static_cast<double>(sequential_steps(n)) / static_cast<double>(cost.processors * cost.useful.steps);
  }
  measures.cost = cost.processors * cost.steps;
  measures.overhead =
      static_cast<std::int64_t>(measures.cost) - static_cast<std::int64_t>(sequential_steps(n));
  if (cost.steps == 0) return measures;
  measures.speed_up = static_cast<double>(sequential_steps(n)) / static_cast<double>(cost.steps);
  measures.efficiency = *measures.speed_up / static_cast<double>(cost.processors);
  return measures;
}

std::uint64_t processors_of(const Plan& plan) {
  std::uint64_t most = 1;
  for (const PlanLaunch& launch : plan.launches)
    most = std::max(most, launch.range.group_count() * launch.range.group_items());
  return most;
}

std::optional<std::uint64_t> optimal_processors(const Complexity& complexity, std::uint64_t n) {
  if (!complexity.work_optimal) return std::nullopt;
  if (n < 4) return 1;
  return static_cast<std::uint64_t>(static_cast<double>(n) / std::log2(static_cast<double>(n)));
}

std::string isoefficiency_class(const Complexity& complexity) {
  return complexity.work_optimal ? "Θ(p log p)" : "none";
}

double isoefficient_n(double n, double processors, double wanted) {
  return n * (wanted * std::log2(wanted)) / (processors * std::log2(processors));
}

}  // namespace lockstep
