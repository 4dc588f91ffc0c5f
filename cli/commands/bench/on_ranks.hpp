// `lockstep bench --mpi`: what is specific to runs on MPI ranks.
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
  std::string count;  // "": as many as there are devices, or as mpirun has started
  std::string devices = "all";
  std::chrono::seconds timeout{30};
};

// A usage error if MPI ranks do not support one of the requests.
Result<void> check_for_ranks(const std::vector<measure::BenchRequest>& entries);

// If mpirun has started this process as a rank other than 0, it becomes that rank and does not return.
// `devices`: how many this machine has; called only if nothing else says how many ranks to start.
Result<std::unique_ptr<ranks::Ranks>> start_ranks(const RanksChoice& choice,
                                                  const std::function<Result<std::size_t>()>& devices,
                                                  const std::stop_token& stop);

}  // namespace lockstep::cli
