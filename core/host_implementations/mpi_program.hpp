// The protocol between this program and `lockstep-mpi-ranks`. This program links no MPI: it starts the other
// one under mpirun, hands over arrays as shared memory, and then asks for one run after another.
//
//   this program says                                             rank 0 says
//   job reduce|inclusive|exclusive TYPE OP N INPUT OUTPUT         ready
//   run                                                           ran NANOSECONDS
//
// until its input ends. Each rank first takes a copy of its slice of the input, as if it were on a machine of
// its own; results go to the output after the clock has stopped.
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
inline constexpr std::size_t kLineBytes = 512;  // at most

// Beside this program; "" if it was not built.
std::string ranks_program();
// mpirun's path; "" if it is not installed.
std::string mpi_launcher();
// Variables for it, on this machine: Open MPI's settings, which another MPI ignores.
const std::vector<std::string>& mpi_settings();

// The ranks, waiting for jobs; each of a benchmark's rows has its own.
Result<std::shared_ptr<Child>> start_ranks(unsigned count);
// One job for them. The last one that was opened is the one that `run` runs.
Result<std::unique_ptr<Session>> open_on_ranks(const std::shared_ptr<Child>& ranks, const Job& job,
                                               Algorithm::Family family);

// The sentence of Implementation::missing for these paths.
std::string mpi_missing(const std::string& ranks, const std::string& launcher);

}  // namespace lockstep::host
