// Explains why a run is wrong, and which parts of it are expensive. An explanation may execute the plan many
// times, so it is made by a separate job, and a new run does not wait for it.
#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include "core/base/job.hpp"
#include "gui/session/run.hpp"
#include "sim/explain/explanation.hpp"

namespace lockstep::gui {

class Explanations {
 public:
  explicit Explanations(const JobHost& host = {});

  // Returns the explanation of the run; null until it is ready. The first call for a run requests
  // the explanation.
  const sim::Explanation* of(const Run& run);
  // Takes finished explanations from the job. Returns true if one of them belongs to the shown run.
  bool take(const Run* shown);

  bool is_working() const { return job_.is_working(); }
  void wait(std::chrono::milliseconds most) { job_.wait(most); }
  void close() { job_.close(); }

 private:
  using Trace = std::shared_ptr<const sim::Trace>;
  using Explained = std::pair<Trace, sim::Explanation>;

  Trace asked_about_;
  Explained explained_;
  Job<Trace, Explained> job_;
};

}  // namespace lockstep::gui
