#include "core/opencl/build.hpp"

#include <fmt/format.h>

#include "core/opencl/build_log.hpp"
#include "core/opencl/driver/cl.hpp"
#include "core/opencl/driver/errors.hpp"
#include "core/plan/device_text.hpp"

namespace lockstep::opencl {
namespace {

std::string build_log(const cl::Program& program, const cl::Device& device, const std::string& path) {
  try {
    return map_build_log(program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device), path);
  } catch (const cl::Error&) {
    return "";
  }
}

std::string all_options(const PlanProgram& program, std::string_view extra_option) {
  std::string options = program.options;
  const std::string& folder = program.source.include_dir;
  const std::string_view quote = folder.find(' ') == std::string::npos ? "" : "\"";
  if (!folder.empty()) options += fmt::format(" -I {0}{1}{0}", quote, folder);
  if (!extra_option.empty()) options += fmt::format(" {}", extra_option);
  return options;
}

}  // namespace

Result<BuiltProgram> build_program(const cl::Context& context, const cl::Device& device,
                                   const PlanProgram& program, std::string_view extra_option) {
  const std::string& path = program.source.path;
  if (const std::string why = why_not_on_device(path); !why.empty()) return failure(why);
  cl::Program built(context, program.source.text);
  const std::string options = all_options(program, extra_option);
  const cl_device_id id = device();
  const cl_int status = clBuildProgram(built(), 1, &id, options.c_str(), nullptr, nullptr);
  const std::string log = build_log(built, device, path);
  if (status == CL_SUCCESS) return BuiltProgram{std::make_shared<const cl::Program>(built), log};
  const std::string report = log.empty() ? "The driver reports no reason." : log;
  return failure(fmt::format("{} does not compile on this device ({}, options {}):\n{}", path,
                             error_name(status), options.empty() ? "none" : options, report));
}

}  // namespace lockstep::opencl
