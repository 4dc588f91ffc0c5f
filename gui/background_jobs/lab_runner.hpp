// Computes the results of a Lab scene in a background job, because some scenes run kernels. Only the latest
// request is answered.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "core/base/job.hpp"
#include "core/base/result.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::gui {

struct LabRequest {
  std::string scene;  // a name in lab::scenes()
  lab::Values values;
  const sim::DeviceModel* model = nullptr;  // an element of device_models()
  bool operator==(const LabRequest&) const = default;
};

struct LabAnswer {
  LabRequest request;
  Result<lab::Report> report;
};

class LabRunner {
 public:
  explicit LabRunner(const JobHost& host = {});

  // Requests the results of a scene. Repeating the same request has no effect.
  void want(const LabRequest& request);
  // Returns the latest answer, which may belong to an earlier request; null before the first answer.
  std::shared_ptr<const LabAnswer> answer();
  // Returns true if the answer belongs to the latest request.
  bool is_current();
  // Waits until no work is left, but no longer than `most`.
  void wait(std::chrono::milliseconds most);

 private:
  LabRequest wanted_;
  std::shared_ptr<const LabAnswer> answer_;
  Job<LabRequest, std::shared_ptr<const LabAnswer>> job_;
};

}  // namespace lockstep::gui
