// Runs the launches that Step shows on a device: the request and the result.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/benchmark_data/repetitions.hpp"
#include "gui/background_jobs/benchmark/compared_buffers.hpp"

namespace lockstep::gui {

struct Run;

struct PlanOnDevice {
  Plan plan;
  FinalBuffers simulator;  // contents of the buffers after the simulator's run
  bool force = false;      // run the plan although the simulator found it dangerous
};

// For a run of the user's own kernel or of a recording. An Error says why a device cannot run it.
Result<PlanOnDevice> plan_on_device(const Run& run);

struct LaunchOnDevice {
  std::string kernel, place;
  measure::Spread device_ns;
};

struct PlanResult {
  std::string title;           // of the plan
  std::string problem;         // why there is no result; otherwise empty
  bool was_held_back = false;  // the simulator found the plan dangerous; it can be forced
  std::string note;            // the driver's warnings and the workarounds applied
  unsigned runs = 0;
  measure::Spread device_ns, host_ns;
  std::vector<LaunchOnDevice> launches;
  bool is_checked = false, is_right = false;  // against the expected result of the launch
  std::string verdict;                        // a sentence if the result is wrong
  std::vector<ComparedBuffer> buffers;
};

}  // namespace lockstep::gui
