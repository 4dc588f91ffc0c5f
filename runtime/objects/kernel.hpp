// A kernel and the arguments that have been set so far.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

#include "core/plan/plan.hpp"
#include "runtime/objects/memory.hpp"
#include "runtime/objects/program.hpp"
#include "sim/launch/kernel_uses.hpp"

namespace lockstep::runtime {

// A buffer or an image as an argument.
struct MemoryValue {
  std::shared_ptr<_cl_mem> memory;  // if null, the kernel receives NULL
};
// The value of an argument in one launch.
using ArgumentValue = std::variant<MemoryValue, LocalArgument, ScalarArgument, SamplerArgument>;

// A kernel holds no reference to its memory objects, because the specification requires that only the program
// determines their lifetime.
struct KeptMemory {
  bool is_null = false;
  std::weak_ptr<_cl_mem> memory;
};
// Shared virtual memory has no handle, so the kernel holds a reference to the memory.
using KeptArgument = std::variant<KeptMemory, LocalArgument, ScalarArgument, SamplerArgument, MemoryValue>;

// Returns the access of a kernel to an image; CL_KERNEL_ARG_ACCESS_NONE if the argument is not an image.
cl_kernel_arg_access_qualifier image_access(const sim::Parameter& parameter);

}  // namespace lockstep::runtime

struct _cl_kernel : lockstep::runtime::Object {
  static constexpr Kind kKind = Kind::kernel;
  _cl_kernel() : Object(kKind) {}
  ~_cl_kernel();

  std::shared_ptr<_cl_program> program;
  std::shared_ptr<const lockstep::sim::Program> code;
  const lockstep::sim::Kernel* kernel = nullptr;  // in `code`; has the same parameters on other devices

  std::shared_ptr<const lockstep::sim::KernelUses> uses;  // of the parameters
  std::mutex mutex;
  std::vector<std::string> argument_places;  // places of the calls that set the arguments
  std::vector<std::optional<lockstep::runtime::KeptArgument>> arguments;
  std::vector<std::shared_ptr<_cl_mem>> reached;  // shared virtual memory accessed through other pointers
};
