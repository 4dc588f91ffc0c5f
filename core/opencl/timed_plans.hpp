// Plans on one device whose runs are timed individually, so different plans can be measured alternately.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/benchmark_data/device.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::opencl {

class OpenDevice;

class TimedPlans {
 public:
  explicit TimedPlans(measure::Device device);
  ~TimedPlans();
  TimedPlans(const TimedPlans&) = delete;
  TimedPlans& operator=(const TimedPlans&) = delete;

  // Builds the plan and returns its number.
  Result<std::size_t> add(Plan plan);
  // Runs a plan and returns the nanoseconds from the first command until the queue is finished. Buffers named
  // in `contents` get these bytes, all others the contents in the plan. Uninitialised buffers are overwritten
  // before the run.
  using Contents = std::map<std::string, std::vector<std::byte>>;
  Result<std::uint64_t> run(std::size_t plan, const Contents& contents);
  // Returns the expectation's result buffer after the last run.
  Result<std::vector<std::byte>> result(std::size_t plan);

 private:
  struct Entry;
  measure::Device device_;
  std::unique_ptr<OpenDevice> open_;
  std::vector<std::unique_ptr<Entry>> plans_;
};

}  // namespace lockstep::opencl
