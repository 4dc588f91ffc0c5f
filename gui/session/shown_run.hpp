// The run of what the state asks for. It is recorded by a job; until a new one is ready the old one stays,
// and a failure is shown beside it. A run of another source is not shown with a failure. Of a long run the
// first moments are shown until it is recorded; another job makes them.
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

  // Takes the finished run. This and the next three: true if the run or the failure changed.
  bool take();
  // Requests another run than the last one, unless it is prepared; of an edited text when typing pauses.
  bool ask(const RunRequest& wanted, Clock::time_point now, PreparedRuns& prepared);
  // The moments of a beginning.
  static constexpr std::uint64_t kBeginning = 100'000;
  // Shows the beginning of a run whose recording takes long, if that is `wanted`; otherwise shows none.
  bool show_beginning(bool wanted, Clock::time_point now);
  // There is no text to run.
  bool fail(const RunRequest& wanted, const std::string& message);

  // When ask() has to be called again even if nothing happens.
  std::optional<Clock::time_point> due() const;
  bool is_busy() const { return job_.is_busy(); }
  bool is_working() const { return job_.is_working() || beginning_job_.is_working(); }
  void wait(std::chrono::milliseconds most) { job_.wait(most); }
  void close() {
    job_.close();
    beginning_job_.close();
  }

 private:
  using Beginning = std::unique_ptr<Run>;  // null: the run is short, or fails, as the other job says
  static Job<RunRequest, Beginning>::Piece begin_beginning(const RunRequest& request);

  void show_failure(RunFailure failure);
  bool is_recording() const;
  std::optional<Clock::time_point> beginning_due() const;
  bool waits_for_pause(const RunRequest& wanted, Clock::time_point now);

  std::unique_ptr<Run> run_;
  std::optional<RunFailure> failure_;
  std::optional<RunRequest> asked_, pending_;
  Clock::time_point pending_since_{}, asked_at_{};
  bool only_asked_ = false;  // results requested before a prepared run was taken are ignored
  bool wants_beginning_ = false, asked_for_beginning_ = false;
  Job<RunRequest, tl::expected<Run, RunFailure>> job_;
  Job<RunRequest, Beginning> beginning_job_;
};

}  // namespace lockstep::gui
