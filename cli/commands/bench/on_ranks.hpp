// The part of `lockstep bench --mpi` that is specific to runs on MPI ranks.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/commands/bench/requests.hpp"
#include "core/base/result.hpp"
#include "core/ranks/ranks.hpp"

namespace lockstep::cli {

struct RanksChoice {
  std::string count;  // number of ranks; "": the number of devices, or of ranks that mpirun has started
  std::string devices = "all";
  std::chrono::seconds timeout{30};
};

// Returns a usage error if MPI ranks do not support one of the requests.
Result<void> check_for_ranks(const std::vector<measure::BenchRequest>& entries);

// Starts the ranks. If mpirun has started this process as a rank other than 0, the process acts as that rank,
// and the function does not return. `devices` must return the number of devices of this machine; it is called
// only if neither `choice` nor mpirun specifies the number of ranks.
Result<std::unique_ptr<ranks::Ranks>> start_ranks(const RanksChoice& choice,
                                                  const std::function<Result<std::size_t>()>& devices,
                                                  const std::stop_token& stop);

}  // namespace lockstep::cli
