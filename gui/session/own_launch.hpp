// Proposes and checks a launch for the user's own kernel file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "gui/state/state.hpp"
#include "sim/launch/described_plan.hpp"

namespace lockstep::gui {

// Returns the source of a kernel file with this path and text. The text can include files from the
// folder of the path.
KernelSource own_source(const std::string& path, const std::string& text);

// Proposes a launch for a kernel, derived from its text. `model`: the name of a device model; `options`: the
// compiler options; `kernel`: the name of the kernel, or empty for the first kernel.
Result<OwnLaunch> proposed_launch(const std::string& model, const KernelSource& source,
                                  const std::string& options, const std::string& kernel);

// Returns the run of a launch, or the errors in the launch.
sim::DescribedRun own_run(const OwnLaunch& launch, const KernelSource& source, const sim::DeviceModel& model);

// Adds a launch that continues a reduction after the last launch, whose kernel left fewer elements than it
// read. The new launch reads these elements and writes to a new buffer of the description. Returns none if
// the last launch is not a step of a reduction.
std::optional<DescribedLaunch> continue_reduction(LaunchDescription& description);

// A kernel of the file with its parameters, as the form lists it.
struct OwnKernel {
  std::string name;
  std::vector<std::string> parameters;  // such as "global int* out"
};
std::vector<OwnKernel> own_kernels(const KernelSource& source, const std::string& options);

}  // namespace lockstep::gui
