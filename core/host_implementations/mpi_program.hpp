// The protocol between this program and `lockstep-mpi-ranks`. This program does not link MPI: it starts the
// other program under mpirun, passes arrays as shared memory, and then requests one run after another.
//
//   this program says                                             rank 0 says
//   job reduce|inclusive|exclusive TYPE OP N INPUT OUTPUT         ready
//   run                                                           ran NANOSECONDS
//
// until its input ends. Each rank first copies its slice of the input, as if it were on a separate machine;
// results are copied to the output after the time measurement.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/process.hpp"
#include "core/host_implementations/implementations.hpp"

namespace lockstep::host {

inline constexpr std::string_view kRanksProgram = "lockstep-mpi-ranks";
inline constexpr std::string_view kJob = "job ";
inline constexpr std::string_view kReady = "ready";
inline constexpr std::string_view kRun = "run";
inline constexpr std::string_view kRan = "ran ";
inline constexpr std::size_t kLineBytes = 512;  // the maximum length of a line

// The path of lockstep-mpi-ranks beside this program; "" if it was not built.
std::string ranks_program();
// The path of mpirun; "" if it is not installed.
std::string mpi_launcher();
// Environment variables for mpirun on this machine: settings of Open MPI, which other MPI libraries ignore.
const std::vector<std::string>& mpi_settings();

// Starts ranks that wait for jobs; each row of a benchmark has its own ranks.
Result<std::shared_ptr<Child>> start_ranks(unsigned count);
// Opens a job on the ranks; `run` executes the job that was opened last.
Result<std::unique_ptr<Session>> open_on_ranks(const std::shared_ptr<Child>& ranks, const Job& job,
                                               Algorithm::Family family);

// Returns the sentence for Implementation::missing with these paths.
std::string mpi_missing(const std::string& ranks, const std::string& launcher);

}  // namespace lockstep::host
