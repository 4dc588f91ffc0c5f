#include "sim/explain/wrong_result/meant_result.hpp"

#include <array>
#include <utility>

#include "core/check/group_results.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kMostCompared = std::uint64_t{1} << 20;

Plan with_reference(const Plan& plan, Expectation::Kind kind, Operator op, std::size_t input) {
  Plan meant = plan;
  Expectation& expectation = *meant.expectation;
  expectation.kind = kind;
  expectation.op = op;
  expectation.input_buffer = input;
  expectation.values = {};
  expectation.tolerance = 0;
  meant.n = plan.buffers[input].elements;
  return meant;
}

bool gives(const Plan& meant, std::span<const std::byte> values) {
  return check_result(meant, materialise(meant.buffers[meant.expectation->input_buffer]), values).passed();
}

std::optional<Plan> by_reference(const Plan& plan, Operator op, std::size_t input) {
  const Expectation& given = *plan.expectation;
  using Wanted = Expectation::Kind;
  if (given.result_elements == 1) {
    Plan meant = with_reference(plan, Wanted::reduction, op, input);
    return gives(meant, *given.values) ? std::optional(std::move(meant)) : std::nullopt;
  }
  if (given.result_elements != plan.buffers[input].elements) return std::nullopt;
  for (const Wanted kind : {Wanted::inclusive_scan, Wanted::exclusive_scan}) {
    Plan meant = with_reference(plan, kind, op, input);
    if (gives(meant, *given.values)) return meant;
  }
  return std::nullopt;
}

std::optional<Plan> by_group(const Plan& plan, Operator op, std::size_t input) {
  const std::uint64_t groups = plan.launches.front().range.group_count();
  if (groups < 2 || plan.expectation->result_elements != groups) return std::nullopt;
  const std::uint64_t part = elements_of_group(plan.launches.front().range, plan.buffers[input].elements);
  const auto results = group_results(plan.buffers[input], op, groups, part);
  if (!check_result(plan, materialise(plan.buffers[plan.expectation->input_buffer]), results).passed())
    return std::nullopt;
  Plan meant = plan;
  meant.expectation->op = op;
  meant.expectation->input_buffer = input;
  meant.n = plan.buffers[input].elements;
  return meant;
}

bool may_be_input(const Plan& plan, std::size_t index) {
  const PlanBuffer& buffer = plan.buffers[index];
  return !buffer.image && buffer.type == plan.type && buffer.elements > 1 &&
         buffer.elements <= kMostCompared && buffer.content.pattern != Content::Pattern::uninitialised;
}

}  // namespace

std::optional<Plan> plan_meant(const Plan& plan) {
  if (!plan.expectation || plan.expectation->kind != Expectation::Kind::values || plan.launches.empty())
    return std::nullopt;
  for (const Operator op : {Operator::sum, Operator::product, Operator::min, Operator::max})
    for (std::size_t input = 0; input < plan.buffers.size(); ++input) {
      if (!may_be_input(plan, input)) continue;
      if (auto meant = by_group(plan, op, input)) return meant;
      if (auto meant = by_reference(plan, op, input)) return meant;
    }
  return std::nullopt;
}

}  // namespace lockstep::sim
