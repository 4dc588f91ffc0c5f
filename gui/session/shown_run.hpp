// The run that the state requests. A job records this run. Until the new run is ready, the old run stays
// visible. If the new run fails, the failure is shown beside the old run, unless the old run has a
// different source. For a long run, a second job records the first moments, which are shown until the
// recording is complete.
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

  // Takes the finished run from the job. This function and the next three return true if the run or the
  // failure changed.
  bool take();
  // Shows the wanted run if it is prepared. Otherwise requests it from the job, unless it was the last
  // request. If the text is being edited, the request waits for a typing pause.
  bool ask(const RunRequest& wanted, Clock::time_point now, PreparedRuns& prepared);
  // The number of moments in the beginning of a run.
  static constexpr std::uint64_t kBeginning = 100'000;
  // If `wanted` is true, shows the beginning of a run that takes long to record; otherwise
  // shows no beginning.
  bool show_beginning(bool wanted, Clock::time_point now);
  // Shows a failure because there is no text to run.
  bool fail(const RunRequest& wanted, const std::string& message);

  // When ask() must be called again even if nothing happens.
  std::optional<Clock::time_point> due() const;
  bool is_busy() const { return job_.is_busy(); }
  bool is_working() const { return job_.is_working() || beginning_job_.is_working(); }
  void wait(std::chrono::milliseconds most) { job_.wait(most); }
  void close() {
    job_.close();
    beginning_job_.close();
  }

 private:
  using Beginning = std::unique_ptr<Run>;  // null: the run is short, or it fails, which the other job reports
  static Job<RunRequest, Beginning>::Piece begin_beginning(const RunRequest& request);

  void show_failure(RunFailure failure);
  bool is_recording() const;
  std::optional<Clock::time_point> beginning_due() const;
  bool waits_for_pause(const RunRequest& wanted, Clock::time_point now);

  std::unique_ptr<Run> run_;
  std::optional<RunFailure> failure_;
  std::optional<RunRequest> asked_, pending_;
  Clock::time_point pending_since_{}, asked_at_{};
  bool only_asked_ = false;  // ignore results requested before a prepared run was taken
  bool wants_beginning_ = false, asked_for_beginning_ = false;
  Job<RunRequest, tl::expected<Run, RunFailure>> job_;
  Job<RunRequest, Beginning> beginning_job_;
};

}  // namespace lockstep::gui
