// Names and build options of an entry and a request, for every plan shape.
#include "core/catalogue/entry/entry.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/plan/operator_code.hpp"

namespace lockstep {

std::string kernel_name(std::string_view id) {
  std::string name(id);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '/' || c == '-'; }, '_');
  return name;
}

std::string kernel_name(const Algorithm& algorithm) {
  return kernel_name(algorithm.technique ? algorithm.technique->of : algorithm.id);
}

PlanRequest with_technique(const Algorithm& algorithm, PlanRequest request) {
  if (!algorithm.technique) return request;
  if (!algorithm.technique->vector_loads) request.vector_width = 1;
  if (!algorithm.technique->loads_in_flight) request.tuning.rounds = 1;
  request.limits.device_atomics.clear();
  return request;
}

// Returns whether this is a scan on a CPU whose input and output do not both fit in a cache. Some drivers
// report the size of a cache that is not the last-level cache.
static bool is_streamed(const Algorithm& algorithm, const PlanRequest& request) {
  constexpr std::uint64_t usual_cache_bytes = std::uint64_t{32} << 20;
  return is_contiguous(request) && algorithm.family == Algorithm::Family::scan &&
         2 * request.n * size_bytes(request.type) > std::max(request.limits.cache_bytes, usual_cache_bytes);
}

// A group smaller than a warp counts as a warp: values are exchanged only among its lanes.
static std::string tuning_options(const Algorithm& algorithm, const PlanRequest& request) {
  const std::string& atomics = request.limits.device_atomics;
  return fmt::format(" -D WARP={} -D WIDTH={} -D ROUNDS={}{}{} -D DEVICE_ATOMICS={}{}",
                     std::min<std::uint64_t>(request.limits.warp_width, request.group_size),
                     elements_of_vector(request), request.tuning.rounds,
                     is_contiguous(request) ? " -D CONTIGUOUS=1" : "",
                     is_streamed(algorithm, request) ? " -D STREAMED=1" : "", atomics.empty() ? 0 : 1,
                     atomics.empty() ? "" : " -cl-std=" + atomics);
}

std::uint64_t elements_in_a_bank_row(const PlanRequest& request) {
  constexpr std::uint64_t bank_bytes = 4;
  return std::max<std::uint64_t>(1, request.limits.local_banks * bank_bytes / size_bytes(request.type));
}

std::string program_options(const Algorithm& algorithm, const PlanRequest& request) {
  std::string options =
      fmt::format("-D T={} -D OP(a,b)={} -D IDENTITY={}", opencl_name(request.type),
                  operator_macro(request.op, request.type), identity_literal(request.op, request.type));
  if (algorithm.takes_group_size) options += fmt::format(" -D L={}", request.group_size);
  if (algorithm.takes_banks) options += fmt::format(" -D BANKS={}", elements_in_a_bank_row(request));
  if (algorithm.takes_warp) options += fmt::format(" -D WARP={}", request.limits.warp_width);
  if (algorithm.is_tunable) options += tuning_options(algorithm, request);
  return options;
}

std::string with_operator_function(std::string text, Operator op, ElementType type) {
  const std::string function = operator_function(op, type);
  if (function.empty() || text.find(fmt::format(" {}(", operator_function_name(op))) != std::string::npos)
    return text;
  return function + ' ' + text;
}

std::optional<Measures> predicted_measures(const Algorithm& algorithm, const PlanRequest& request) {
  if (!algorithm.complexity.of_plan) return std::nullopt;
  return measures_of(request.n, cost_of(algorithm.complexity.of_plan(algorithm, request)));
}

}  // namespace lockstep
