// The work of each rung of the ladders, counted by the simulator in a job: for a large n it takes seconds.
// Only the latest request is answered.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "core/base/job.hpp"
#include "sim/cost/ladder.hpp"

namespace lockstep::gui {

struct LadderAnswer {
  ladder::LadderRequest request;
  ladder::LadderCounts counts;
};

class LadderRunner {
 public:
  explicit LadderRunner(std::string kernel_dir = {}, const JobHost& host = {});

  // The ladders to the tuned kernels, counted on `model`, one of device_models(). The same request again does
  // nothing.
  void want(const PlanRequest& request, const sim::DeviceModel& model,
            const std::optional<opencl::Device>& device);
  // Null until it is counted.
  std::shared_ptr<const LadderAnswer> answer();
  // Blocks until no work is left or the time is over.
  void wait(std::chrono::milliseconds most);

 private:
  std::string kernel_dir_;
  std::optional<ladder::LadderRequest> question_;  // the latest
  std::shared_ptr<const LadderAnswer> answer_;     // to the latest
  Job<ladder::LadderRequest, std::shared_ptr<const LadderAnswer>> job_;
};

}  // namespace lockstep::gui
