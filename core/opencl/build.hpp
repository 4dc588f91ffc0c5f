// From kernel text to a program of one device, with the driver's report in terms of the kernel's file.
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
  std::string log;  // what the driver said about a build that succeeded
};

// If a kernel does not compile, the error's message is the driver's report.
Result<BuiltProgram> build_program(const cl::Context& context, const cl::Device& device,
                                   const PlanProgram& program, std::string_view extra_option);

}  // namespace lockstep::opencl
