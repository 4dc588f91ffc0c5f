// What a scene of the Lab says for its settings, computed in a job: some scenes run kernels. Only the latest
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
  std::string scene;  // a name of lab::scenes()
  lab::Values values;
  const sim::DeviceModel* model = nullptr;  // one of device_models()
  bool operator==(const LabRequest&) const = default;
};

struct LabAnswer {
  LabRequest request;
  Result<lab::Report> report;
};

class LabRunner {
 public:
  explicit LabRunner(const JobHost& host = {});

  // The same request again does nothing.
  void want(const LabRequest& request);
  // The latest answer, perhaps to an earlier request; null before the first.
  std::shared_ptr<const LabAnswer> answer();
  // The answer is that of the latest request.
  bool is_current();
  // Blocks until no work is left or the time is over.
  void wait(std::chrono::milliseconds most);

 private:
  LabRequest wanted_;
  std::shared_ptr<const LabAnswer> answer_;
  Job<LabRequest, std::shared_ptr<const LabAnswer>> job_;
};

}  // namespace lockstep::gui
