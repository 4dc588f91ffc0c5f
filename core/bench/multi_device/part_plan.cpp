#include "core/bench/multi_device/part_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::bench {
namespace {

bool can_find_totals(const Algorithm& algorithm, const PlanRequest& request) {
  return algorithm.family == Algorithm::Family::reduction &&
         (is_commutative(request.op) || !algorithm.commutative_only) &&
         std::ranges::find(algorithm.types, request.type) != algorithm.types.end() &&
         std::ranges::find(algorithm.operators, request.op) != algorithm.operators.end();
}

measure::BenchRequest totals_request(const measure::BenchRequest& scan, const Algorithm& algorithm) {
  measure::BenchRequest request;
  request.algorithm = &algorithm;
  request.request = scan.request;
  request.request.exclusive = false;
  request.kernel_dir = scan.kernel_dir;
  return request;
}

// Joins two plans: `second` runs after `first`, on the same input. The joined plan has the expectation
// of `second`.
Plan one_after_another(Plan first, const Plan& second) {
  const std::size_t programs = first.programs.size(), buffers = first.buffers.size();
  const std::size_t first_input = first.expectation.value().input_buffer;
  const std::size_t second_input = second.expectation.value().input_buffer;
  const auto place = [&](std::size_t buffer) {
    if (buffer == second_input) return first_input;
    return buffers + buffer - (buffer > second_input ? 1 : 0);
  };
  first.programs.insert(first.programs.end(), second.programs.begin(), second.programs.end());
  for (std::size_t i = 0; i < second.buffers.size(); ++i)
    if (i != second_input) first.buffers.push_back(second.buffers[i]);
  for (PlanLaunch launch : second.launches) {
    launch.program += programs;
    for (Argument& argument : launch.arguments)
      if (auto* buffer = std::get_if<BufferArgument>(&argument)) buffer->buffer = place(buffer->buffer);
    first.launches.push_back(std::move(launch));
  }
  first.id = second.id;
  first.group_size = second.group_size;
  first.buffers[first_input].access = PlanBuffer::Access::read_write;
  first.expectation = second.expectation;
  first.expectation->input_buffer = first_input;
  first.expectation->result_buffer = place(second.expectation->result_buffer);
  return first;
}

// The plan must not overwrite its input, because the scan needs the input afterwards.
Result<RequestPlan> make_totals_plan(const PartPlan& part, const measure::BenchRequest& request) {
  Error why{Error::Kind::usage,
            fmt::format("No reduction can find the totals of parts of {} by {}; choose another type or "
                        "operator, or a single device.",
                        opencl_name(request.request.type), name(request.request.op))};
  for (const measure::BenchRequest& totals : totals_requests(request)) {
    auto made = make_request_plan(part.device, totals);
    if (!made) why = made.error();
    if (made && made->plan.expectation->input_buffer != made->plan.expectation->result_buffer) return made;
  }
  return tl::unexpected(why);
}

Result<void> put_total_first(PartPlan& part, const measure::BenchRequest& request) {
  auto totals = make_totals_plan(part, request);
  if (!totals) return tl::unexpected(totals.error());
  part.total_buffer = totals->plan.expectation->result_buffer;
  part.totals_launches = totals->plan.launches.size();
  for (PlanLaunch& launch : totals->plan.launches) launch.label = "total of the part, " + launch.label;
  const std::uint64_t depth = totals->plan.expectation->depth;
  part.plan = one_after_another(std::move(totals->plan), part.plan);
  if (part.plan.expectation->depth > 0) part.plan.expectation->depth += depth;
  return {};
}

}  // namespace

std::vector<measure::BenchRequest> totals_requests(const measure::BenchRequest& scan) {
  std::vector<const Algorithm*> able;
  for (const Algorithm& algorithm : catalogue())
    if (can_find_totals(algorithm, scan.request)) able.push_back(&algorithm);
  std::ranges::stable_partition(able, &Algorithm::is_tunable);
  std::vector<measure::BenchRequest> requests;
  for (const Algorithm* algorithm : able) requests.push_back(totals_request(scan, *algorithm));
  return requests;
}

Result<PartPlan> make_part_plan(const measure::Device& device, measure::BenchRequest request,
                                const measure::PlacedPart& placed) {
  request.request.n = placed.slice.n;
  request.request.input = {};
  auto made = make_request_plan(device, request);
  if (!made) return tl::unexpected(made.error());
  PartPlan part;
  part.device = device;
  part.slice = placed.slice;
  part.turn = placed.turn;
  part.tuning = made->tuning;
  part.kernel_hash = std::move(made->kernel_hash);
  part.plan = std::move(made->plan);
  if (part.turn == measure::Turn::reduce) part.total_buffer = part.plan.expectation->result_buffer;
  if (part.turn != measure::Turn::middle) return part;
  if (auto put = put_total_first(part, request); !put) return tl::unexpected(put.error());
  return part;
}

Result<std::vector<PartPlan>> make_part_plans(std::span<const measure::Device> devices,
                                              const measure::BenchRequest& request,
                                              std::span<const measure::PlacedPart> placed) {
  std::vector<PartPlan> parts;
  for (const measure::PlacedPart& one : placed) {
    auto part = make_part_plan(devices[one.device], request, one);
    if (!part) return tl::unexpected(part.error());
    parts.push_back(std::move(*part));
  }
  return parts;
}

// The plan of the whole array. The longest chain from an element to a result leads through the totals or scan
// of a part and the totals of the parts before it.
Plan whole_plan(const measure::BenchRequest& request, std::span<const PartPlan> parts) {
  const Plan& one = parts.front().plan;
  const std::uint64_t n = request.request.n;
  Plan plan;
  plan.id = one.id;
  plan.n = n;
  plan.type = one.type;
  plan.expectation = one.expectation;
  plan.expectation->input_buffer = 0;
  plan.expectation->result_buffer = 1;
  plan.expectation->result_elements = parts.front().is_scan() ? n : 1;
  PlanBuffer in, out;
  in.name = "in";
  in.elements = n;
  in.role = PlanBuffer::Role::input;
  out.name = "out";
  out.elements = plan.expectation->result_elements;
  out.role = PlanBuffer::Role::output;
  in.type = out.type = one.type;
  plan.buffers = {std::move(in), std::move(out)};
  plan.buffers[0].content = request.request.input;
  plan.buffers[0].content.op = request.request.op;
  std::uint64_t depth = 0;
  bool is_known = true;
  for (const PartPlan& part : parts) {
    depth = std::max(depth, part.plan.expectation->depth);
    is_known = is_known && part.plan.expectation->depth > 0;
  }
  plan.expectation->depth = is_known ? depth + parts.size() : 0;
  return plan;
}

}  // namespace lockstep::bench
