// Run requests, executed in a process of their own that has given up everything but computing.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "assignment/judging/run_request.hpp"
#include "core/base/process.hpp"

namespace lockstep::assignment {

// `lockstep grade-worker`
inline constexpr const char* kWorkerCommand = "grade-worker";

class Worker {
 public:
  struct Options {
    std::vector<std::string> program;  // with its arguments; empty: this program as a worker
    // Only a worker that is lost is this late: kernels end by their step budgets.
    std::chrono::seconds timeout{300};
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

  Options options_;
  std::unique_ptr<Child> child_;
  std::string confinement_;
};

// The worker's side: confines this process, and answers until its parent has ended. The result is the exit
// status. `misbehaves`: a test's hook, called with each request before it is executed.
int serve_runs(void (*misbehaves)(const RunRequest&) = nullptr);

}  // namespace lockstep::assignment
