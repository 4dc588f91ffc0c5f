// The run of what the state asks for. It is recorded by a job; until a new one is ready the old one stays,
// and a failure is shown beside it. A run of another source is not shown with a failure.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "core/base/job.hpp"
#include "gui/session/prepared_runs.hpp"
#include "gui/session/run.hpp"

namespace lockstep::gui {

class ShownRun {
 public:
  using Clock = std::chrono::steady_clock;

  explicit ShownRun(const JobHost& host = {});

  const Run* run() const { return run_.get(); }
  const std::optional<RunFailure>& failure() const { return failure_; }

  // Takes the finished run. This and the next two: true if the run or the failure changed.
  bool take();
  // Requests another run than the last one, unless it is prepared; of an edited text when typing pauses.
  bool ask(const RunRequest& wanted, Clock::time_point now, PreparedRuns& prepared);
  // There is no text to run.
  bool fail(const RunRequest& wanted, const std::string& message);

  // When ask() has to be called again even if nothing happens.
  std::optional<Clock::time_point> due() const;
  bool is_busy() const { return job_.is_busy(); }
  bool is_working() const { return job_.is_working(); }
  void wait(std::chrono::milliseconds most) { job_.wait(most); }
  void close() { job_.close(); }

 private:
  void show_failure(RunFailure failure);
  bool waits_for_pause(const RunRequest& wanted, Clock::time_point now);

  std::unique_ptr<Run> run_;
  std::optional<RunFailure> failure_;
  std::optional<RunRequest> asked_, pending_;
  Clock::time_point pending_since_{}, asked_at_{};
  bool only_asked_ = false;  // results requested before a prepared run was taken are ignored
  Job<RunRequest, tl::expected<Run, RunFailure>> job_;
};

}  // namespace lockstep::gui
