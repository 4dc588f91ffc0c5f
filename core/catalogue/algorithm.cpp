// Checks a request once, before any plan shape sees it. Every error message says what to request instead.
#include "core/catalogue/algorithm.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/base/text/text.hpp"
#include "core/catalogue/kernels.hpp"
#include "core/catalogue/shapes/shapes.hpp"
#include "core/plan/operations.hpp"
#include "core/plan/operator_code.hpp"

namespace lockstep {
namespace {

std::vector<std::string> nearest_ids(std::string_view id) {
  std::vector<std::string> ids;
  for (const auto* list : all_lists())
    for (const Algorithm& algorithm : *list) ids.push_back(algorithm.id);
  return nearest_names(id, std::move(ids), 3);
}

// Returns whether all digits are 1 to 9: a 0 inside a number could be lost when only the last digits
// are kept.
bool are_digits(std::uint64_t value, std::uint64_t limit) {
  bool all = value < limit;
  for (; value != 0; value /= 10) all = all && value % 10 != 0;
  return all;
}

Result<void> check_input(const PlanRequest& request) {
  using enum Content::Pattern;
  const Content::Pattern pattern = request.input.pattern;
  if (request.op != Operator::digits) return {};
  if (pattern == alternating || pattern == one_huge)
    return usage_error(
        "digits combines the digits 1 to 9; choose the input random, ones or iota, or write them: 3,1,7,4.");
  if (pattern != bytes) return {};
  return with_type(request.type, [&]<class T>() -> Result<void> {
    if constexpr (std::is_integral_v<T>) {
      for (std::size_t at = 0; at + sizeof(T) <= request.input.bytes->size(); at += sizeof(T)) {
        T value{};
        std::memcpy(&value, request.input.bytes->data() + at, sizeof value);
        if (!are_digits(static_cast<std::uint64_t>(value), digits_limit<T>))
          return usage_error(fmt::format(
              "digits cannot combine {}; write numbers of at most {} digits 1 to 9 (0 alone is not a digit).",
              element_text(&value, request.type), sizeof(T) > 4 ? 18 : 9));
      }
    }
    return {};
  });
}

Result<void> check_operator(const Algorithm& algorithm, const PlanRequest& request) {
  if (algorithm.combines_vectors && !operator_function_name(request.op).empty())
    return usage_error(
        fmt::format("{} applies ⊕ to vectors of elements at once, and {} is a function of two elements; "
                    "choose sum, product, min or max, or another algorithm.",
                    algorithm.id, name(request.op)));
  if (takes(request.op, request.type)) return {};
  if (request.op == Operator::matrix)
    return usage_error(
        fmt::format("matrix multiplies elements of the type ushort4 (2×2 matrices), not {}; "
                    "choose ushort4.",
                    opencl_name(request.type)));
  if (request.type == ElementType::uint16x4)
    return usage_error(
        fmt::format("ushort4 is the type of 2×2 matrices, which {} does not combine; choose "
                    "the operator matrix.",
                    name(request.op)));
  return usage_error(fmt::format("digits combines whole numbers, not {}; choose int, uint, long or ulong.",
                                 opencl_name(request.type)));
}

Result<void> check_operator_and_type(const Algorithm& algorithm, const PlanRequest& request) {
  const auto& operators = algorithm.operators;
  if (algorithm.combines_vectors && !operator_function_name(request.op).empty())
    return check_operator(algorithm, request);
  if (std::find(operators.begin(), operators.end(), request.op) == operators.end()) {
    std::vector<std::string_view> names;
    for (const Operator op : operators) names.push_back(name(op));
    return usage_error(fmt::format("{} does not take the operator {}; choose {}.", algorithm.id,
                                   name(request.op), fmt::join(names, ", ")));
  }
  const auto& types = algorithm.types;
  if (std::find(types.begin(), types.end(), request.type) == types.end()) {
    std::vector<std::string_view> names;
    for (const ElementType type : types) names.push_back(opencl_name(type));
    return usage_error(fmt::format("{} does not take the type {}; choose {}.", algorithm.id,
                                   opencl_name(request.type), fmt::join(names, ", ")));
  }
  if (request.type == ElementType::float64 && !request.limits.has_float64)
    return usage_error("This device has no double precision (cl_khr_fp64); choose float.");
  return check_operator(algorithm, request);
}

Result<void> check_suits(const Algorithm& algorithm, std::uint64_t group) {
  const std::string why = unsuited_group(algorithm, group);
  if (why.empty()) return {};
  return usage_error(fmt::format("{} is not made for work-groups of {}: {}.", algorithm.id, group, why));
}

Result<void> check_group_size(const Algorithm& algorithm, const PlanRequest& request) {
  const std::uint64_t group = request.group_size;
  if (group == 0) return usage_error("The work-group size is 0; choose at least 1, for example 256.");
  if (group > request.limits.max_group_size)
    return usage_error(fmt::format("The work-group size {} is above the device's limit; choose at most {}.",
                                   group, request.limits.max_group_size));
  if (group < algorithm.min_group_size)
    return usage_error(
        fmt::format("{} needs a work-group size of at least {}, because smaller groups leave as many "
                    "elements as they read.",
                    algorithm.id, algorithm.min_group_size));
  if (!request.limits.takes_any_group_size)
    if (auto suits = check_suits(algorithm, group); !suits) return suits;
  const auto side = static_cast<std::uint64_t>(std::lround(std::sqrt(static_cast<double>(group))));
  if (algorithm.square_group && side * side != group)
    return usage_error(fmt::format("{} needs a square work-group; choose {} ({} × {}) instead of {}.",
                                   algorithm.id, side * side, side, side, group));
  return {};
}

Result<void> check_n(const Algorithm& algorithm, const PlanRequest& request) {
  if (request.n == 0) return usage_error("n is 0: there is nothing to combine; choose an n of at least 1.");
  if (request.n > algorithm.max_n)
    return usage_error(fmt::format("{} {}; choose an n of at most {} instead of {}.", algorithm.id,
                                   algorithm.max_n_reason, count_text(algorithm.max_n),
                                   count_text(request.n)));
  const std::uint64_t most = request.limits.max_buffer_bytes / size_bytes(request.type);
  if (request.n > most)
    return usage_error(
        fmt::format("{} elements of {} do not fit in one buffer of this device ({}); choose an n of at "
                    "most {}.",
                    count_text(request.n), opencl_name(request.type),
                    bytes_text(request.limits.max_buffer_bytes), count_text(most)));
  return {};
}

// The sum cannot overflow if each buffer is within the device's limits, because max_n is far below 2^64 bytes
// and a plan has only a few buffers.
Result<void> check_memory(const Plan& plan, const DeviceLimits& limits) {
  std::uint64_t total = 0;
  for (const PlanBuffer& buffer : plan.buffers) total += buffer.bytes();
  if (total > limits.global_bytes)
    return usage_error(
        fmt::format("The buffers of {} need {}, but the device has {} of global memory; choose a "
                    "smaller n than {}.",
                    plan.id, bytes_text(total), bytes_text(limits.global_bytes), count_text(plan.n)));
  for (const PlanLaunch& launch : plan.launches) {
    std::uint64_t local = 0;
    for (const Argument& argument : launch.arguments)
      if (const auto* memory = std::get_if<LocalArgument>(&argument)) local += memory->bytes;
    if (local > limits.local_bytes)
      return usage_error(
          fmt::format("A work-group of {} needs {} of local memory, but the device has {}; "
                      "choose a smaller work-group.",
                      plan.group_size, bytes_text(local), bytes_text(limits.local_bytes)));
  }
  return {};
}

// Some kernels store the id of a work-item in a uint, and the last work-group may extend beyond n.
Result<void> check_ids(const Plan& plan) {
  constexpr std::uint64_t most = max_uint_elements + 1;
  for (const PlanLaunch& launch : plan.launches)
    if (const std::uint64_t items = launch.range.global_size[0]; items > most)
      return usage_error(fmt::format(
          "{} numbers its work-items with a uint, which has {} values, but whole work-groups of {} "
          "for {} elements need {}; choose an n of at most {}.",
          plan.id, count_text(most), launch.range.local_size[0], count_text(plan.n), count_text(items),
          count_text(most / launch.range.local_size[0] * launch.range.local_size[0])));
  return {};
}

// No chain of applications is longer than the number of steps.
void bound_depth(Plan& plan, const Algorithm& algorithm, const PlanRequest& request) {
  if (!plan.expectation || !algorithm.complexity.of_plan) return;
  if (!unsuited_group(algorithm, request.group_size).empty()) return;  // the formulas do not hold
  const std::uint64_t steps = algorithm.complexity.of_plan(algorithm, request).useful.steps;
  if (steps != 0 && plan.expectation->depth != 0)
    plan.expectation->depth = std::min(plan.expectation->depth, steps);
}

}  // namespace

Result<const Algorithm*> find_algorithm(std::string_view id) {
  for (const auto* list : all_lists())
    for (const Algorithm& algorithm : *list)
      if (algorithm.id == id) return &algorithm;
  return usage_error(fmt::format("There is no algorithm '{}'; the nearest are {}.", shortened(id),
                                 fmt::join(nearest_ids(id), ", ")));
}

std::array<const std::vector<Algorithm>*, 4> all_lists() {
  return {&catalogue(), &techniques(), &patterns(), &hazards()};
}

std::string unsuited_group(const Algorithm& algorithm, std::uint64_t group_size) {
  const std::uint64_t multiple = algorithm.group_multiple_of, below = std::bit_floor(group_size);
  if (group_size % multiple != 0)
    return fmt::format(
        "it divides a work-group into rows of {} work-items, and {} is not a multiple of {} ({} is)",
        multiple, group_size, multiple, divide_up(group_size, multiple) * multiple);
  if (algorithm.power_of_two_group && !std::has_single_bit(group_size))
    return fmt::format(
        "its steps halve the number of values, which must be even in every step, and {} is not a "
        "power of two ({} and {} are)",
        group_size, below, below * 2);
  return {};
}

Result<KernelSource> load_kernel(const Algorithm& algorithm, const std::string& kernel_dir) {
  return load_kernel_file(algorithm.kernel_file, kernel_dir);
}

Result<Plan> make_plan(const Algorithm& algorithm, const PlanRequest& wanted, const KernelSource& source) {
  PlanRequest request = with_technique(algorithm, wanted);
  if (algorithm.is_tunable && wanted.tuning.group_size != 0) request.group_size = wanted.tuning.group_size;
  if (algorithm.takes_text) request.type = ElementType::uint8;
  if (request.exclusive && !algorithm.has_exclusive_form)
    return usage_error(fmt::format("{} is not a scan; only scans are inclusive or exclusive.", algorithm.id));
  return check_operator_and_type(algorithm, request)
      .and_then([&] { return check_group_size(algorithm, request); })
      .and_then([&] { return check_n(algorithm, request); })
      .and_then([&] { return check_input(request); })
      .and_then([&] { return algorithm.make_plan(algorithm, request, source); })
      .and_then([&](Plan plan) -> Result<Plan> {
        bound_depth(plan, algorithm, request);
        for (PlanProgram& program : plan.programs)
          program.source.text =
              with_operator_function(std::move(program.source.text), request.op, request.type);
        if (auto fits = check_ids(plan); !fits) return tl::unexpected(fits.error());
        if (auto fits = check_memory(plan, request.limits); !fits) return tl::unexpected(fits.error());
        return plan;
      });
}

}  // namespace lockstep
