// The work of each rung of the ladders, counted by the simulator in a job: for a large n it takes seconds.
// Only the latest request is answered.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "core/base/job.hpp"
#include "sim/predicted_times/ladder.hpp"

namespace lockstep::gui {

struct LadderAnswer {
  sim::LadderRequest request;
  sim::LadderCounts counts;
};

class LadderRunner {
 public:
  explicit LadderRunner(std::string kernel_dir = {}, const JobHost& host = {});

  // Requests the ladder of `document`, or the ladders of the tuned kernels if it is null, counted on `model`,
  // which must come from find_device_model(). Repeating the same request has no effect.
  void want(const PlanRequest& request, const sim::DeviceModel& model,
            const std::optional<measure::Device>& device, const PublishedLadder* document = nullptr);
  // Null until the ladder is counted.
  std::shared_ptr<const LadderAnswer> answer();

  // The ladders of all documents with their predictions. They are counted once, on the first call with
  // `may_count`. Null until they are counted.
  using Published = std::vector<sim::PublishedReport>;
  std::shared_ptr<const Published> published(bool may_count = true);
  // Blocks until no work is left or the time is over.
  void wait(std::chrono::milliseconds most);

 private:
  std::string kernel_dir_;
  std::optional<sim::LadderRequest> question_;  // the latest
  std::shared_ptr<const LadderAnswer> answer_;  // to the latest request
  bool published_asked_ = false;
  std::shared_ptr<const Published> published_;
  Job<sim::LadderRequest, std::shared_ptr<const LadderAnswer>> job_;
  Job<std::string, std::shared_ptr<const Published>> published_job_;  // takes the folder of kernels
};

}  // namespace lockstep::gui
