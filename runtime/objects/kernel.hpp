// A kernel and the arguments set so far.
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

// A buffer or an image.
struct MemoryValue {
  std::shared_ptr<_cl_mem> memory;  // null: the kernel receives NULL
};
// Used by one launch.
using ArgumentValue = std::variant<MemoryValue, LocalArgument, ScalarArgument, SamplerArgument>;

// A kernel holds no reference to its memory objects, as the specification requires: only the program
// determines their lifetime.
struct KeptMemory {
  bool is_null = false;
  std::weak_ptr<_cl_mem> memory;
};
// Shared virtual memory has no handle, so the kernel holds it.
using KeptArgument = std::variant<KeptMemory, LocalArgument, ScalarArgument, SamplerArgument, MemoryValue>;

// The access of a kernel to an image; CL_KERNEL_ARG_ACCESS_NONE: the argument is not an image.
cl_kernel_arg_access_qualifier image_access(const sim::Parameter& parameter);

}  // namespace lockstep::runtime

struct _cl_kernel : lockstep::runtime::Object {
  static constexpr Kind kKind = Kind::kernel;
  _cl_kernel() : Object(kKind) {}
  ~_cl_kernel();

  std::shared_ptr<_cl_program> program;
  std::shared_ptr<const lockstep::sim::Program> code;
  const lockstep::sim::Kernel* kernel = nullptr;  // in `code`; on other devices it has the same parameters

  std::shared_ptr<const lockstep::sim::KernelUses> uses;  // of its parameters
  std::mutex mutex;
  std::vector<std::string> argument_places;  // places of the calls that set the arguments
  std::vector<std::optional<lockstep::runtime::KeptArgument>> arguments;
  std::vector<std::shared_ptr<_cl_mem>> reached;  // shared virtual memory accessed through other pointers
};
