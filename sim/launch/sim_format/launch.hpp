// Reads a .sim file and its program. The file contains the data that the command line contains for a
// kernel file.
#pragma once

#include <memory>

#include "sim/launch/described_plan.hpp"

namespace lockstep::sim {

struct DescribedSim {
  TypedLaunch launch;
  KernelSource source;
  std::shared_ptr<const Program> program;  // compiled from the source
};

// Reads and checks the file. The Error names each mistake with its line.
Result<DescribedSim> describe_sim_file(const LaunchOptions& options);

}  // namespace lockstep::sim
