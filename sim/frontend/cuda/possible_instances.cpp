// Suggests instances of kernel templates that neither the kernels nor the host code instantiates, for example
// in a file that contains only kernels.
#include <fmt/format.h>

#include <array>

#include "core/base/text/text.hpp"
#include "sim/frontend/cuda/templates.hpp"

namespace lockstep::sim::language::cuda {
namespace {

// Returns whether the name is that of a block size, such as blockSize, BLOCK_THREADS or dim.
bool is_size_of_block(std::string_view name) {
  constexpr std::array<std::string_view, 4> kParts = {"block", "thread", "dim", "size"};
  const std::string text = lower(name);
  return std::ranges::any_of(kParts,
                             [&](std::string_view part) { return text.find(part) != std::string::npos; });
}

std::string likely_argument(const TemplateParameter& parameter) {
  if (parameter.is_type) return "int";
  if (parameter.value_type != nullptr && parameter.value_type->is_bool()) return "true";
  return is_size_of_block(parameter.name) ? "256" : "4";
}

}  // namespace

std::vector<std::string> possible_instances(const Parser& p) {
  std::vector<std::string> names;
  for (const Template& pattern : state_of(p).pool) {
    if (!pattern.is_kernel || !pattern.functions.empty()) continue;
    std::string arguments;
    for (const TemplateParameter& parameter : pattern.parameters)
      arguments += (arguments.empty() ? "" : ",") + likely_argument(parameter);
    names.push_back(fmt::format("{}<{}>", pattern.name, arguments));
  }
  return names;
}

}  // namespace lockstep::sim::language::cuda
