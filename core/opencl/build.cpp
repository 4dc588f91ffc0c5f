#include "core/opencl/build.hpp"

#include <fmt/format.h>

#include <regex>

#include "core/opencl/errors.hpp"

namespace lockstep::opencl {
namespace {

std::string trimmed(std::string text) {
  const std::string_view blank(" \n\r\t\0", 5);
  text.erase(text.find_last_not_of(blank) + 1);
  text.erase(0, std::min(text.find_first_not_of(blank), text.size()));
  return text;
}

std::string build_log(const cl::Program& program, const cl::Device& device, const std::string& path) {
  try {
    return map_build_log(program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device), path);
  } catch (const cl::Error&) {
    return "";
  }
}

std::string all_options(const PlanProgram& program, std::string_view extra_option) {
  std::string options = program.options;
  if (!program.source.include_dir.empty()) options += " -I " + program.source.include_dir;
  if (!extra_option.empty()) options += fmt::format(" {}", extra_option);
  return options;
}

}  // namespace

std::string map_build_log(std::string_view log, std::string_view path) {
  // A name at the start of a line, or after "In file included from": up to its line number.
  static const std::regex place(R"((^|\n|included from )(<[^>\n]*>|[^\s:]*\.cl|[^\s:]*/[^\s:]*)(:\d+))");
  const std::string replacement = fmt::format("$1{}$3", path);
  return trimmed(std::regex_replace(std::string(log), place, replacement));
}

Result<BuiltProgram> build_program(const cl::Context& context, const cl::Device& device,
                                   const PlanProgram& program, std::string_view extra_option) {
  const std::string& path = program.source.path;
  cl::Program built(context, program.source.text);
  const std::string options = all_options(program, extra_option);
  const cl_device_id id = device();
  const cl_int status = clBuildProgram(built(), 1, &id, options.c_str(), nullptr, nullptr);
  const std::string log = build_log(built, device, path);
  if (status == CL_SUCCESS) return BuiltProgram{built, log};
  const std::string report = log.empty() ? "The driver gives no reason." : log;
  return failure(fmt::format("{} does not compile on this device ({}, options {}):\n{}", path,
                             error_name(status), options.empty() ? "none" : options, report));
}

}  // namespace lockstep::opencl
