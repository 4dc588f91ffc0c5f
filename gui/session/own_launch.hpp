// Proposes and checks a launch for the user's own kernel file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "gui/state/state.hpp"
#include "sim/launch/described_plan.hpp"

namespace lockstep::gui {

// The text of a kernel file; it can include files from the same folder.
KernelSource own_source(const std::string& path, const std::string& text);

// Proposes a launch for the kernel of this name (empty: the first kernel), derived from the text. `model`:
// the name of a device model.
Result<OwnLaunch> proposed_launch(const std::string& model, const KernelSource& source,
                                  const std::string& options, const std::string& kernel);

// The run of a launch, or the errors in the launch.
sim::DescribedRun own_run(const OwnLaunch& launch, const KernelSource& source, const sim::DeviceModel& model);

// Adds a launch that continues a reduction after the last launch, whose kernel left fewer elements than it
// read. The new launch reads these elements and writes to a new buffer of the description. None: the last
// launch is not such a step.
std::optional<DescribedLaunch> continue_reduction(LaunchDescription& description);

// A kernel of the file with its parameters, as the form lists it.
struct OwnKernel {
  std::string name;
  std::vector<std::string> parameters;  // such as "global int* out"
};
std::vector<OwnKernel> own_kernels(const KernelSource& source, const std::string& options);

}  // namespace lockstep::gui
