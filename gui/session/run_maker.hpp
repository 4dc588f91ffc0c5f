// From a request to a finished recording.
#pragma once

#include <optional>
#include <stop_token>
#include <tl/expected.hpp>
#include <utility>

#include "gui/session/run.hpp"

namespace lockstep::gui {

// Makes a run stage by stage. For a large array each stage takes a while.
class RunMaker {
 public:
  explicit RunMaker(RunRequest request) : request_(std::move(request)) {}

  // The next stage; the run after the last one.
  std::optional<tl::expected<Run, RunFailure>> next(const std::stop_token& stop);

 private:
  RunRequest request_;
  int stage_ = 0;
  std::optional<tl::expected<Run, RunFailure>> run_;
};

// Makes the run of a request, which is what the job does in pieces.
tl::expected<Run, RunFailure> make_run(const RunRequest& request);

}  // namespace lockstep::gui
