// The request to run the launches of the Step page on a device, and the result of this run.
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

// Returns the plan of the user's own kernel or of a recording, prepared for a device. An Error says why a
// device cannot run the plan.
Result<PlanOnDevice> plan_on_device(const Run& run);

struct LaunchOnDevice {
  std::string kernel, place;
  measure::Spread device_ns;
};

struct PlanResult {
  std::string title;           // title of the plan
  std::string problem;         // why there is no result; otherwise empty
  bool was_held_back = false;  // the simulator found the plan dangerous, so it was not run
  std::string note;            // the driver's warnings and the workarounds applied
  unsigned runs = 0;
  measure::Spread device_ns, host_ns;
  std::vector<LaunchOnDevice> launches;
  bool is_checked = false, is_right = false;  // checked against the expected result
  std::string verdict;                        // a sentence if the result is wrong
  std::vector<ComparedBuffer> buffers;
};

}  // namespace lockstep::gui
