// Prepares runs of views that are likely to be shown next, such as the pages of a talk. These runs are made
// when the program is idle, and are available immediately when the view is shown.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.hpp"
#include "gui/session/run.hpp"

namespace lockstep::gui {

class PreparedRuns {
 public:
  // For `kernel_dir` see Session.
  explicit PreparedRuns(std::string kernel_dir = {}, const JobHost& host = {});

  // Prepares the runs of at most kMaxPrepared views. `soon`: the views, likeliest first.
  void prepare(const std::vector<AppState>& soon);
  static constexpr std::size_t kMaxPrepared = 3;
  // Replaces the shown run by the prepared run of a request. The replaced run is kept, so that turning back
  // is equally fast. Returns false if the run is not prepared.
  bool take(const RunRequest& wanted, std::unique_ptr<Run>& shown);

  void wait(std::chrono::milliseconds most) { job_.wait(most); }
  void close() { job_.close(); }

 private:
  struct Request {
    RunRequest run;
    AppState view;  // contains the moment that is shown first
  };
  using Made = std::unique_ptr<Run>;  // null: the run failed; the error is reported when the view is shown
  // A prepared run, or a run that was shown before. `run` is null until the run is made.
  struct Prepared {
    RunRequest request;
    Made run;
  };
  static Job<Request, Made>::Piece begin(const Request& request);
  std::optional<RunRequest> request_of(const AppState& state) const;
  std::vector<Prepared>::iterator find(const RunRequest& request);

  std::string kernel_dir_;
  std::vector<Prepared> prepared_;
  std::vector<AppState> prepared_for_;
  Job<Request, Made> job_;
};

}  // namespace lockstep::gui
