// A device that is open for work: its context, one queue, and the programs that were built in it.
#pragma once

#include <map>
#include <string>
#include <tuple>

#include "core/opencl/build.hpp"
#include "core/opencl/devices.hpp"

namespace lockstep::opencl {

class OpenDevice {
 public:
  explicit OpenDevice(const Device& device);  // throws cl::Error

  const cl::Context& context() const { return context_; }
  const cl::CommandQueue& queue() const { return queue_; }

  // Built when it is first asked for. Files that the source includes are taken not to change meanwhile.
  Result<BuiltProgram> program(const PlanProgram& program, std::string_view extra_option);

 private:
  using Key = std::tuple<std::string, std::string, std::string, std::string>;  // text, folder, options, extra

  cl::Device handle_;
  cl::Context context_;
  cl::CommandQueue queue_;
  std::map<Key, BuiltProgram> programs_;
};

}  // namespace lockstep::opencl
