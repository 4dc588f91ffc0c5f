// Compares the rows of a run with what was kept before it, and keeps those that passed, each at once: a
// crash or a cancelled run loses none.
#pragma once

#include "core/measure/history.hpp"

namespace lockstep::opencl {

class ResultsKeeper {
 public:
  // Reads what is there. An empty path: nothing is compared, and nothing is kept.
  ResultsKeeper(std::string path, const Result<Device>& device);

  // The latest kept run of the same; then this one is kept if it passed.
  std::optional<EarlierRun> take(const BenchRequest& request, const BenchRow& row);

  // With reading or keeping, a sentence each.
  const std::vector<std::string>& problems() const { return kept_.problems; }

 private:
  std::string path_;
  BenchReport where_;
  KeptResults kept_;
  bool failed_ = false;  // which is said only once
};

}  // namespace lockstep::opencl
