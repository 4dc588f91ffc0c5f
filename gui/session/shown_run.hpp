// The run that the state requests. A job records it; until a new run is ready the old run stays visible, and
// a failure is shown beside it. A run of another source is not shown with a failure. For a long run, the
// first moments are shown until the recording is complete; another job makes them.
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

  // Takes the finished run. This function and the next three return true if the run or the failure changed.
  bool take();
  // Requests a run that differs from the last one, unless it is prepared. An edited text waits
  // for a typing pause.
  bool ask(const RunRequest& wanted, Clock::time_point now, PreparedRuns& prepared);
  // The number of moments in a beginning.
  static constexpr std::uint64_t kBeginning = 100'000;
  // If `wanted`, shows the beginning of a run that takes long to record; otherwise shows no beginning.
  bool show_beginning(bool wanted, Clock::time_point now);
  // Reports that there is no text to run.
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
  using Beginning = std::unique_ptr<Run>;  // null: the run is short, or fails and the other job reports it
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
