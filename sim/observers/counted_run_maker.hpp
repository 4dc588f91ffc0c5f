// A counted run in pieces: who has no thread for it draws frames between them.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/observers/observed_run.hpp"

namespace lockstep::sim {

// Where a run begins, if not with the contents of its plan: as for run_counted().
struct GivenStart {
  std::vector<std::shared_ptr<const Program>> programs;
  std::vector<BufferContents>* contents = nullptr;  // outlives the maker
  bool tells_used = false;                          // used() is asked for
};

class CountedRunMaker {
 public:
  using Clock = RunWatch::Clock;

  // The Errors are those of run_counted(). The plan and the model must outlive the maker.
  static Result<CountedRunMaker> begin(const Plan& plan, const DeviceModel& model, const RunOptions& options,
                                       std::optional<GivenStart> start = {});
  CountedRunMaker(CountedRunMaker&&) noexcept;
  CountedRunMaker& operator=(CountedRunMaker&&) noexcept;
  ~CountedRunMaker();

  // Executes for about this long; none: to the end. A launch on several threads is one piece. False: the run
  // has ended.
  bool go_on(std::optional<std::chrono::milliseconds> most = {});
  // Once go_on() has returned false; called once.
  CountedRun finish();
  // After finish().
  UsedBytes used() const;

 private:
  struct Impl;
  explicit CountedRunMaker(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::sim
