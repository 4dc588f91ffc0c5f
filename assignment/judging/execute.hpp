// Executes a run request in this process.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>

#include "assignment/judging/failing_moment.hpp"
#include "assignment/judging/run_request.hpp"

namespace lockstep::assignment {

// Executes a request. Buffers without contents begin with a pattern, so that elements that a kernel does not
// write are not accidentally right. Equal requests have equal answers, on any machine and under any load.
// After a stop request, the answer is lost.
RunAnswer execute(const RunRequest& request, const std::stop_token& stop = {}, const DrawMoment& draw = {});

// Executes a request in steps. Each call works for about the given time, or to the end if no time is given.
// The last call returns the answer.
class Executing {
 public:
  explicit Executing(RunRequest request, std::stop_token stop = {}, DrawMoment draw = {});
  Executing(Executing&&) noexcept;
  Executing& operator=(Executing&&) noexcept;
  ~Executing();
  std::optional<RunAnswer> go_on(std::optional<std::chrono::milliseconds> most);

 private:
  class Execution;
  std::unique_ptr<Execution> execution_;
};

}  // namespace lockstep::assignment
