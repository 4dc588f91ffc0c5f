#include "core/plan/device_text.hpp"

#include <fmt/format.h>

#include "core/plan/language.hpp"

namespace lockstep {

std::string why_not_on_device(std::string_view path) {
  if (language_of(path) != Language::cuda) return {};
  return fmt::format(
      "{} is CUDA C++, which OpenCL devices do not build: `lockstep form` writes it in OpenCL C, and that "
      "runs.",
      path);
}

std::string why_not_on_device(const Plan& plan) {
  for (const PlanProgram& program : plan.programs)
    if (std::string why = why_not_on_device(program.source.path); !why.empty()) return why;
  return {};
}

}  // namespace lockstep
