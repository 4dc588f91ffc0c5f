// Records a trace in pieces, so that a caller without a separate thread can draw frames between the pieces.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "core/base/result.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// Returns whether the trace contains only the beginning of a longer run (see TraceMaker::begin()).
inline bool is_beginning(const Trace& trace) { return trace.counted().early_end == EarlyEnd::paused; }

class TraceMaker {
 public:
  // Begins a trace. Returns an Error if the kernel does not compile, the launch does not fit, or there is too
  // little memory. If the run has more than `beginning` moments, only this number of moments is recorded,
  // which is not an error.
  static Result<TraceMaker> begin(const Plan& plan, const DeviceModel& model, const TraceOptions& options,
                                  std::uint64_t beginning = UINT64_MAX);
  TraceMaker(TraceMaker&&) noexcept;
  TraceMaker& operator=(TraceMaker&&) noexcept;
  ~TraceMaker();

  // Records for about this time. Returns false once the run has ended or reached a limit and the trace
  // is complete.
  bool go_on(std::chrono::milliseconds most);
  // Returns the trace. Must be called once, after go_on() has returned false. The errors are those
  // of Trace::record().
  Result<std::shared_ptr<const Trace>> finish();

 private:
  struct Impl;
  void record_the_beginning();
  explicit TraceMaker(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::sim
