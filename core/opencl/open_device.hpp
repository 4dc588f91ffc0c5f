// A device that is open for work: its context, its queues, and the programs that were built in it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "core/benchmark_data/device.hpp"
#include "core/opencl/build.hpp"

namespace cl {
class CommandQueue;
}

namespace lockstep::opencl {

class OpenDevice {
 public:
  explicit OpenDevice(const measure::Device& device);  // throws cl::Error
  ~OpenDevice();
  OpenDevice(const OpenDevice&) = delete;
  OpenDevice& operator=(const OpenDevice&) = delete;

  const cl::Context& context() const;
  const cl::CommandQueue& queue() const;  // with profiling of each command
  // Makes a queue without profiling, which is faster: on an H200 a kernel and the read of its result take 9
  // µs instead of 22 µs.
  cl::CommandQueue make_plain_queue() const;

  // Returns the program, which is built at the first call. Included files are assumed not to change
  // between calls.
  Result<BuiltProgram> program(const PlanProgram& program, std::string_view extra_option);

 private:
  using Key = std::tuple<std::string, std::string, std::string, std::string>;  // text, folder, options, extra

  struct Handles;
  std::unique_ptr<const Handles> handles_;
  std::map<Key, BuiltProgram> programs_;
};

}  // namespace lockstep::opencl
