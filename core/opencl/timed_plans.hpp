// Plans on one device whose runs are timed one by one, so that different plans can be measured in turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/measure/device.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::opencl {

class OpenDevice;

class TimedPlans {
 public:
  explicit TimedPlans(measure::Device device);
  ~TimedPlans();
  TimedPlans(const TimedPlans&) = delete;
  TimedPlans& operator=(const TimedPlans&) = delete;

  // Builds it; its number.
  Result<std::size_t> add(Plan plan);
  // Nanoseconds from the first command until the queue is finished. Buffers are as the plan says, or hold
  // what is given here by their names; what no buffer says is overwritten before.
  using Contents = std::map<std::string, std::vector<std::byte>>;
  Result<std::uint64_t> run(std::size_t plan, const Contents& contents);
  // Of the last run: the expectation's result buffer.
  Result<std::vector<std::byte>> result(std::size_t plan);

 private:
  struct One;
  measure::Device device_;
  std::unique_ptr<OpenDevice> open_;
  std::vector<std::unique_ptr<One>> plans_;
};

}  // namespace lockstep::opencl
