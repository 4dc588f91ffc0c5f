// The launches that Step shows on a device: the request, and the result.
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
  FinalBuffers simulator;  // what its buffers hold after the simulator's run
  bool force = false;      // though the simulator found it dangerous
};

// For a run of the user's own kernel or of a recording. An Error says why a device cannot run it.
Result<PlanOnDevice> plan_on_device(const Run& run);

struct LaunchOnDevice {
  std::string kernel, place;
  measure::Spread device_ns;
};

struct PlanResult {
  std::string title;           // of the plan
  std::string problem;         // why there is no result; empty: there is one
  bool was_held_back = false;  // the simulator found it dangerous: it can be forced
  std::string note;            // of the driver: what it warned of, what was worked around
  unsigned runs = 0;
  measure::Spread device_ns, host_ns;
  std::vector<LaunchOnDevice> launches;
  bool is_checked = false, is_right = false;  // against what the launch should give
  std::string verdict;                        // a sentence, where it is wrong
  std::vector<ComparedBuffer> buffers;
};

}  // namespace lockstep::gui
