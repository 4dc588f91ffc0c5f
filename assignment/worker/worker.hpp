// Run requests, executed in a process of their own that has given up everything but computing.
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

// `lockstep grade-worker`
inline constexpr const char* kWorkerCommand = "grade-worker";
// An argument of it, for systems without a filter of system calls.
inline constexpr const char* kUnconfined = "--unconfined";

class Worker {
 public:
  struct Options {
    std::vector<std::string> program;  // with its arguments; empty: this program as a worker
    // Only a worker that is lost is this late: kernels end by their step budgets.
    std::chrono::seconds timeout{300};
    bool may_be_unconfined = false;  // where the system has no filter of system calls
  };
  explicit Worker(Options options) : options_(std::move(options)) {}

  // A worker that does not answer, or answers nonsense, is lost, and the next request starts another one.
  RunAnswer run(const RunRequest& request);
  // What it has given up: "seccomp, landlock, limits"; empty before its first answer.
  const std::string& confinement() const { return confinement_; }
  // The next request is answered by a new process: nothing survives from the last one.
  void renew() { child_.reset(); }

 private:
  RunAnswer lose(const std::string& why);
  bool start(std::string& why);
  Result<RunAnswer> answer_to(const RunRequest& request);

  Options options_;
  std::unique_ptr<Child> child_;
  std::uint64_t requests_ = 0;  // of this child
  std::string confinement_;
};

// The workers of one submission. One of them gets only what its author may know: whatever was handed in,
// nothing that it says can tell more. Hidden inputs go to another one, and a hidden expectation to one that
// answers nothing else.
class Workers {
 public:
  explicit Workers(const Worker::Options& options) : open_(options), hidden_(options) {}

  RunAnswer run(const RunRequest& request);
  const std::string& confinement() const {
    return open_.confinement().empty() ? hidden_.confinement() : open_.confinement();
  }
  // For the next submission.
  void renew();

 private:
  Worker open_, hidden_;
};

struct ServeOptions {
  bool may_be_unconfined = false;
  void (*misbehaves)(const RunRequest&) =
      nullptr;  // a test's: called with each request before it is executed
  DrawMoment draw = {};
};
// The worker's side: confines this process, and answers until its parent has ended. The result is the exit
// status.
int serve_runs(const ServeOptions& options = {});

// Why a process that holds this must not serve; empty: it may.
std::string why_unsafe(const Confinement& holds, bool may_be_unconfined);

}  // namespace lockstep::assignment
