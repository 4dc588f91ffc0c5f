// MPI's ranks, each with a device, as seen from `lockstep`. This program links no MPI: it starts another one,
// `lockstep-mpi-devices`, and talks to its rank 0 in lines of JSON.
//
// clang-format off
//   this program says                                   rank 0 says
//                                                       {"ranks": [{"rank", "host", "device"}, …]}
//   {"do": "row", "request": …, "ranks": 4,
//    "repetitions": 20, "warm_ups": 3}                  {"progress": …} any number of times, {"row": …}
// clang-format on
//
// or {"error", "usage"}, until its input ends. Started by a person, this program starts mpirun, with the
// ranks on this machine. Started by mpirun, srun or the like, on any machines, it is itself one of several:
// that of rank 0 starts its rank and talks to it, and the others become theirs.
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

// What mpirun, srun or the like tells this process in its environment; none if a person started it.
struct Launched {
  unsigned rank = 0;
  unsigned ranks = 0;  // 0: not said
};
std::optional<Launched> launched();

// "": `count` ranks can be started; otherwise what to install.
std::string ranks_missing();
// For a rank other than 0, in place of this program; returns only if that failed. `devices` is as in
// RanksOptions.
Error become_rank(const std::string& devices);

struct RanksOptions {
  unsigned count = 0;           // to be started; ignored if launched() has a value
  std::string devices = "all";  // that the ranks of a machine take in turn: "all", or numbers with commas
  std::chrono::seconds timeout{30};  // without an answer; twenty times as long, as building may take
  std::string to_wait_longer{};      // the caller's option for `timeout`, for the sentence on silent ranks
  std::stop_token stop{};
};

class Ranks {
 public:
  // Waits until all of them have a device.
  static Result<std::unique_ptr<Ranks>> start(const RanksOptions& options);
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  std::span<const RankPlace> places() const { return places_; }
  // "rank 0 on node7: device 0, NVIDIA H200 (NVIDIA CUDA, driver 570)", a line each.
  std::string places_text() const;

  // The first `ranks` of them share the array. After a loss of the ranks every row is an error.
  measure::BenchRow row(const measure::BenchRequest& request, unsigned ranks,
                        const measure::RunOptions& options);

 private:
  explicit Ranks(const RanksOptions& options);
  std::optional<std::string> listen(std::uint64_t n, const std::stop_token& stop);
  std::string loss(const std::string& what);

  RanksOptions options_;
  std::unique_ptr<Child> child_;
  std::vector<RankPlace> places_;
  std::string lost_;  // why there are no ranks any more
};

// How many ranks share a request.
struct RanksRequest {
  measure::BenchRequest request;
  unsigned ranks = 0;
};

// Each request on all ranks; where `alone` is set and there are several, on rank 0 alone first.
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
