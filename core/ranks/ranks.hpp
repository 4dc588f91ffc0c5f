// Runs a program on MPI ranks, each with a device. This program does not link MPI: it starts another program,
// `lockstep-mpi-devices`, and exchanges lines of JSON with its rank 0.
//
// clang-format off
//   this program says                                   rank 0 says
//                                                       {"ranks": [{"rank", "host", "device"}, …]}
//   {"do": "row", "request": …, "ranks": 4,
//    "repetitions": 20, "warm_ups": 3}                  {"progress": …} any number of times, {"row": …}
// clang-format on
//
// Instead of any of its lines, rank 0 may send {"error", "usage"}. It runs until its input ends.
//
// If the user starts this program directly, it starts mpirun, with the ranks on this machine. If mpirun, srun
// or a similar launcher starts this program, on one or more machines, there are several processes: the
// process of rank 0 starts its rank and communicates with it, and each other process becomes its rank.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/repetitions.hpp"
#include "core/ranks/places.hpp"

namespace lockstep {
class Child;
}

namespace lockstep::ranks {

inline constexpr std::string_view kDevicesProgram = "lockstep-mpi-devices";

// Returns what mpirun, srun or a similar launcher has stored in the environment of this process; none if
// there was no launcher.
struct Launched {
  unsigned rank = 0;
  unsigned ranks = 0;  // 0: unknown
};
std::optional<Launched> launched();

// Returns "" if ranks can be started, otherwise a sentence that says what to install.
std::string ranks_missing();
// For a rank other than 0, replaces this process with the program of the rank; returns only on failure.
// `devices` is as in RanksOptions.
Error become_rank(const std::string& devices);

struct RanksOptions {
  unsigned count = 0;                // number of ranks to start; ignored if launched() has a value
  std::string devices = "all";       // for the ranks of a machine in turn: "all", or a list "0,1"
  std::chrono::seconds timeout{30};  // without an answer; building may take twenty times as long
  std::string to_wait_longer{};      // the option for `timeout`, for the message about silent ranks
  std::stop_token stop{};
};

class Ranks {
 public:
  // Waits until all ranks have a device.
  static Result<std::unique_ptr<Ranks>> start(const RanksOptions& options);
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  std::span<const RankPlace> places() const { return places_; }
  // Returns "rank 0 on node7: device 0, NVIDIA H200 (NVIDIA CUDA, driver 570)", one line for each rank.
  std::string places_text() const;

  // Measures a row. The first `ranks` ranks share the array. Once the ranks have been lost, every
  // row is an error.
  measure::BenchRow row(const measure::BenchRequest& request, unsigned ranks,
                        const measure::RunOptions& options);

 private:
  explicit Ranks(const RanksOptions& options);
  std::optional<std::string> listen(std::uint64_t n, const std::stop_token& stop);
  std::string loss(const std::string& what);

  RanksOptions options_;
  std::unique_ptr<Child> child_;
  std::vector<RankPlace> places_;
  std::string lost_;  // why the ranks were lost; empty if they were not
};

// A request and the number of ranks that share it.
struct RanksRequest {
  measure::BenchRequest request;
  unsigned ranks = 0;
};

// Returns each request for all ranks; if `alone` is set and there are several ranks, first for rank 0 alone.
std::vector<RanksRequest> ranks_requests(std::span<const measure::BenchRequest> requests, unsigned ranks,
                                         measure::Split split, bool alone);

struct RanksRun {
  unsigned repetitions = 20, warm_ups = 3;
  std::stop_token stop{};
  std::function<void(std::size_t row, const measure::Progress&)> on_progress{};
  std::function<void(std::size_t row, const measure::BenchRow&)> on_row{};
};
measure::BenchReport run_on_ranks(Ranks& ranks, std::span<const RanksRequest> requests, const RanksRun& run);

}  // namespace lockstep::ranks
