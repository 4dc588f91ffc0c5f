// The messages between the program and the processes that call drivers, one line of JSON each. worker.hpp
// describes the fields of each job; core/ranks/ranks.hpp uses the same messages for MPI ranks.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text/object_fields.hpp"
#include "core/bench/worker/plan_run.hpp"
#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::bench {

struct WorkerJob {
  enum class Kind : std::uint8_t { devices, copy, row, plan, stop };
  Kind kind = Kind::row;
  std::uint64_t number = 0;  // repeated in the answers
  std::optional<measure::Device> device{};
  std::optional<measure::BenchRequest> request{};
  std::optional<PlanOnDisk> plan{};
  unsigned repetitions = measure::RunOptions{}.repetitions, warm_ups = measure::RunOptions{}.warm_ups;
  unsigned threads = 0;               // of a host implementation
  unsigned ranks = 0;                 // number of ranks that share the array; 0: all
  bool force = false;                 // run a kernel despite the simulator's warning
  std::optional<Error> unreadable{};  // set by read_job: why the message cannot be read
};
std::string job_line(const WorkerJob& job);
// Reads a job. If the line cannot be read, the job contains an error that names the field, and the job's
// number if that is readable, so the error can be sent as the answer to this job.
WorkerJob read_job(const std::string& line);

// Progress, an error, or the result of the job.
struct WorkerAnswer {
  std::uint64_t job = 0;
  std::optional<measure::Progress> progress{};
  std::optional<Error> error{};
  bool has_lost_device = false;
  std::optional<std::vector<measure::Device>> devices{};
  double copy_gbps = 0;
  std::optional<measure::BenchRow> row{};
  std::string danger{};                    // why a kernel was not run
  std::optional<opencl::RunReport> ran{};  // without its buffers, which are in a file
};
std::string answer_line(const WorkerAnswer& answer);
// Returns none if the line is not an answer. An unreadable answer becomes an answer with an error.
std::optional<WorkerAnswer> read_answer(const std::string& line);

// The fields of an optional Error, in any message.
template <class Fields, class Failure>
void error_fields(Fields& fields, Failure& error) {
  if (Fields::kReads ? !fields.has("error") : !error.has_value()) return;
  bool is_usage = error && error->kind == Error::Kind::usage;
  fields.flag_or("usage", is_usage, false);
  if constexpr (Fields::kReads) error = Error{is_usage ? Error::Kind::usage : Error::Kind::failed, ""};
  fields.text("error", error->message);
}

}  // namespace lockstep::bench
