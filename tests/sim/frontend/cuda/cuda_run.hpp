// Runs a CUDA kernel `k(int* out, const int* in)` of a test in one block, with in[i] == i.
#pragma once

#include <string>
#include <vector>

#include "sim/machine/schedule/schedule.hpp"
#include "sim/machine/state/observer.hpp"

namespace lockstep::sim {

struct CudaRun {
  std::vector<int> out;  // 256 elements, zeros at first
  std::vector<Finding> findings;
  std::string printed;
};

CudaRun run_cuda(const std::string& text, unsigned threads, LaneSchedule lanes = LaneSchedule::lockstep);

}  // namespace lockstep::sim
