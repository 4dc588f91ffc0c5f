// A launch for the user's own kernel file: proposed, and checked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "gui/state/state.hpp"
#include "sim/launch/described_plan.hpp"

namespace lockstep::gui {

// A kernel file's text; it includes files beside it.
KernelSource own_source(const std::string& path, const std::string& text);

// A launch for the kernel of this name (empty: the first), proposed from the text. `model`: a device model's
// name.
Result<OwnLaunch> proposed_launch(const std::string& model, const KernelSource& source,
                                  const std::string& options, const std::string& kernel);

// The run of a launch, or its mistakes.
sim::DescribedRun own_run(const OwnLaunch& launch, const KernelSource& source, const sim::DeviceModel& model);

// The launch that continues a reduction after the last one, whose kernel left fewer elements than it read: it
// reads these, and writes to a new buffer of the description. None: the last launch is not such a step.
std::optional<DescribedLaunch> continue_reduction(LaunchDescription& description);

// What the form offers: the kernels of the file with their parameters.
struct OwnKernel {
  std::string name;
  std::vector<std::string> parameters;  // "global int* out"
};
std::vector<OwnKernel> own_kernels(const KernelSource& source, const std::string& options);

}  // namespace lockstep::gui
