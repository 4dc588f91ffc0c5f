// What the rungs of the ladders have to do, counted by the simulator on a thread of its own: it takes seconds
// for a large n. The latest question is answered, and its answer is kept.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "sim/cost/ladder.hpp"

namespace lockstep::gui {

struct LadderAnswer {
  ladder::LadderRequest request;
  ladder::LadderCounts counts;
};

class LadderRunner {
 public:
  explicit LadderRunner(std::string kernel_dir = {}, std::function<void()> wake = {});
  ~LadderRunner();  // gives up what is being counted
  LadderRunner(const LadderRunner&) = delete;
  LadderRunner& operator=(const LadderRunner&) = delete;

  // The ladders to the tuned kernels. The same question again does nothing.
  void want(const PlanRequest& request, const std::optional<opencl::Device>& device);
  // Null while it is counted.
  std::shared_ptr<const LadderAnswer> answer() const;
  // Blocks until what was asked for is there or the time is over.
  void wait(std::chrono::milliseconds most);

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

}  // namespace lockstep::gui
