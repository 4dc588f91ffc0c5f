// One launch of a kernel, with the values that its arguments had when it was enqueued.
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "runtime/objects/kernel.hpp"
#include "runtime/objects/outcome.hpp"
#include "runtime/scheduling/command.hpp"

namespace lockstep::runtime {

struct Launch {
  cl_device_id device = nullptr;
  std::shared_ptr<_cl_program> program;
  std::shared_ptr<const sim::Program> code;
  std::string kernel;
  std::string text, options;  // `text` is the source of `code`
  NdRange range;
  std::vector<ArgumentValue> arguments;
  std::vector<std::shared_ptr<_cl_mem>> reached;  // shared virtual memory, as in _cl_kernel::reached
  std::string call;                               // "clEnqueueNDRangeKernel"
  std::shared_ptr<const sim::KernelUses> uses;    // of the arguments
  std::vector<std::string> argument_places;       // places of the calls that set the arguments
  bool has_chosen_size = false;                   // whether the device has chosen the work-group size
  // The bytes that the run uses, noted only if other commands may run at the same time.
  std::shared_ptr<std::vector<ObservedUse>> observed = std::make_shared<std::vector<ObservedUse>>();
};

// Executes the launch in the simulator. The launch is refused if it could not complete.
Outcome<void> run(const Launch& launch);

}  // namespace lockstep::runtime
