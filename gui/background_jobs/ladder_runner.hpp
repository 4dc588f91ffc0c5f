// Counts the work of each rung of the ladders in a background job, because this takes seconds for a large n.
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

  // Requests the ladder of `document`, or the ladders of the tuned kernels if `document` is null. The work is
  // counted on `model`, which must come from find_device_model(). Repeating the same request has no effect.
  void want(const PlanRequest& request, const sim::DeviceModel& model,
            const std::optional<measure::Device>& device, const PublishedLadder* document = nullptr);
  // Returns the answer to the latest request; null until the ladder is counted.
  std::shared_ptr<const LadderAnswer> answer();

  // Returns the ladders of all documents with their predictions; null until they are counted. The ladders are
  // counted only once; the first call with `may_count` starts this.
  using Published = std::vector<sim::PublishedReport>;
  std::shared_ptr<const Published> published(bool may_count = true);
  // Waits until no work is left, but no longer than `most`.
  void wait(std::chrono::milliseconds most);

 private:
  std::string kernel_dir_;
  std::optional<sim::LadderRequest> question_;  // the latest request
  std::shared_ptr<const LadderAnswer> answer_;  // answer to the latest request
  bool published_asked_ = false;
  std::shared_ptr<const Published> published_;
  Job<sim::LadderRequest, std::shared_ptr<const LadderAnswer>> job_;
  Job<std::string, std::shared_ptr<const Published>> published_job_;  // a request is the folder of kernels
};

}  // namespace lockstep::gui
