// Executes run requests in a separate process that may only compute.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "assignment/judging/failing_moment.hpp"
#include "assignment/judging/run_request.hpp"
#include "core/base/confinement.hpp"
#include "core/base/process.hpp"

namespace lockstep::assignment {

// The name of the command that starts a worker: `lockstep grade-worker`.
inline constexpr const char* kWorkerCommand = "grade-worker";
// An option of the command, for systems without a system call filter.
inline constexpr const char* kUnconfined = "--unconfined";

class Worker {
 public:
  struct Options {
    std::vector<std::string> program;  // with its arguments; empty: this program as a worker
    // A worker that exceeds this limit is lost, because kernels end earlier by their step budgets.
    std::chrono::seconds timeout{300};
    bool may_be_unconfined = false;  // for systems without a system call filter
  };
  explicit Worker(Options options) : options_(std::move(options)) {}

  // Executes a request. A worker that does not answer, or answers incorrectly, is lost, and the next request
  // starts another worker.
  RunAnswer run(const RunRequest& request);
  // Returns the restrictions of the worker: "seccomp, landlock, limits"; empty before its first answer.
  const std::string& confinement() const { return confinement_; }
  // The next request is then answered by a new process, so that no state of the last process remains.
  void renew() { child_.reset(); }

 private:
  RunAnswer lose(const std::string& why);
  bool start(std::string& why);
  Result<RunAnswer> answer_to(const RunRequest& request);

  Options options_;
  std::unique_ptr<Child> child_;
  std::uint64_t requests_ = 0;  // sent to this child
  std::string confinement_;
};

// The workers of one submission. One worker receives only data that the author of the submission may know, so
// that its answers cannot reveal anything else. A second worker receives hidden inputs, and a worker that
// serves no other requests receives a hidden expectation.
class Workers {
 public:
  explicit Workers(const Worker::Options& options) : open_(options), hidden_(options) {}

  RunAnswer run(const RunRequest& request);
  const std::string& confinement() const {
    return open_.confinement().empty() ? hidden_.confinement() : open_.confinement();
  }
  // Prepares for the next submission.
  void renew();

 private:
  Worker open_, hidden_;
};

struct ServeOptions {
  bool may_be_unconfined = false;
  void (*misbehaves)(const RunRequest&) =
      nullptr;  // for tests: called with each request before it is executed
  DrawMoment draw = {};
};
// Runs the worker process, which confines itself and answers until its parent has ended. Returns the
// exit status.
int serve_runs(const ServeOptions& options = {});

// Returns the reason why a process with this confinement must not execute requests; empty if it may.
std::string why_unsafe(const Confinement& holds, bool may_be_unconfined);

}  // namespace lockstep::assignment
