// Executes a run request in this process.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>

#include "assignment/judging/failing_moment.hpp"
#include "assignment/judging/run_request.hpp"

namespace lockstep::assignment {

// Buffers without content begin as a pattern, so that what a kernel does not write is not right by chance.
// The same request has the same answer, on any machine and beside any load; a stop makes it lost.
RunAnswer execute(const RunRequest& request, const std::stop_token& stop = {}, const DrawMoment& draw = {});

// The same in pieces: each call works for about so long, none: to the end; the last one returns the answer.
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
