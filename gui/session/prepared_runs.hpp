// Runs of views that may be shown next, as the pages of a talk: they are made while there is nothing else to
// do, and are there at once when they are shown.
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
  // `kernel_dir` as of Session.
  explicit PreparedRuns(std::string kernel_dir = {}, const JobHost& host = {});

  // The likeliest view first; at most kMaxPrepared.
  void prepare(const std::vector<AppState>& soon);
  static constexpr std::size_t kMaxPrepared = 3;
  // Puts the run of a request in place of the shown one, which is kept, so that turning back is as quick.
  // False: it is not prepared.
  bool take(const RunRequest& wanted, std::unique_ptr<Run>& shown);

  void wait(std::chrono::milliseconds most) { job_.wait(most); }
  void close() { job_.close(); }

 private:
  struct Request {
    RunRequest run;
    AppState view;  // with the moment that is shown first
  };
  using Made = std::unique_ptr<Run>;  // null: it failed, and says so when it is asked for
  // A requested run, as soon as it is made; or the one that was shown before it was taken.
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
