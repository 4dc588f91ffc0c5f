// Performs a counted run in pieces, so that a caller without a separate thread can draw frames between
// the pieces.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/observers/observed_run.hpp"

namespace lockstep::sim {

// The programs and contents with which a run starts instead of those of its plan, as for run_counted().
struct GivenStart {
  std::vector<std::shared_ptr<const Program>> programs;
  std::vector<BufferContents>* contents = nullptr;  // outlives the maker
  bool tells_used = false;                          // used() will be called
};

class CountedRunMaker {
 public:
  using Clock = RunWatch::Clock;

  // Begins a run. The errors are those of run_counted(). The plan and the model must outlive the maker.
  static Result<CountedRunMaker> begin(const Plan& plan, const DeviceModel& model, const RunOptions& options,
                                       std::optional<GivenStart> start = {});
  CountedRunMaker(CountedRunMaker&&) noexcept;
  CountedRunMaker& operator=(CountedRunMaker&&) noexcept;
  ~CountedRunMaker();

  // Executes for about this time; without a limit, to the end. A launch on several threads is one piece.
  // Returns false once the run has ended.
  bool go_on(std::optional<std::chrono::milliseconds> most = {});
  // Returns the result. Must be called once, after go_on() has returned false.
  CountedRun finish();
  // Must be called after finish().
  UsedBytes used() const;

 private:
  struct Impl;
  explicit CountedRunMaker(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::sim
