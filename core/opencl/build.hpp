// Builds a kernel text into a program for one device. The driver's report then refers to the kernel's file.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"

namespace cl {
class Context;
class Device;
class Program;
}  // namespace cl

namespace lockstep::opencl {

struct BuiltProgram {
  std::shared_ptr<const cl::Program> program;
  std::string log;  // the driver's messages for a successful build
};

// Builds a program. If the kernel does not compile, the error's message is the driver's report.
Result<BuiltProgram> build_program(const cl::Context& context, const cl::Device& device,
                                   const PlanProgram& program, std::string_view extra_option);

}  // namespace lockstep::opencl
