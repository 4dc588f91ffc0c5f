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

// std::regex works by recursion: a line of a million characters would exhaust the stack.
constexpr std::size_t longest_line = 2000;

std::string map_line(const std::string& line, std::string_view path) {
  // NVIDIA, clang: <kernel>; PoCL: tempfile_x.cl or input.cl; AMD: /tmp/comgr-x/input/CompileSource;
  // Intel: 1. Any other name is a file that the kernel includes, and stays.
  static const std::regex place(
      R"((^|[ \t])(<[^>]*>|[^\s:]*tempfile_[^\s:]*\.cl|[^\s:]*input\.cl|[^\s:]*/CompileSource|\d+)(:\d+:\d+: ))");
  // PoCL says what kind of message it is before the place, everybody else after it.
  static const std::regex kind_first(R"(^(error|warning|note): (.+?:\d+:\d+:))");
  const std::string swapped = std::regex_replace(line, kind_first, "$2 $1:");
  std::smatch found;
  if (!std::regex_search(swapped, found, place)) return swapped;
  return fmt::format("{}{}{}{}{}", found.prefix().str(), found.str(1), path, found.str(3),
                     found.suffix().str());
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
  std::string mapped;
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    mapped += map_line(std::string(log.substr(0, std::min(end, longest_line))), path) + "\n";
    log.remove_prefix(std::min(end + 1, log.size()));
  }
  return trimmed(std::move(mapped));
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
