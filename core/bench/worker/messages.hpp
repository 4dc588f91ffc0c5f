// What the program and the processes that talk to drivers say to each other, one line of JSON for each
// message: worker.hpp says which fields go with which job; core/ranks/ranks.hpp uses the same for MPI's
// ranks.
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
  std::uint64_t number = 0;  // which the answers repeat
  std::optional<measure::Device> device{};
  std::optional<measure::BenchRequest> request{};
  std::optional<PlanOnDisk> plan{};
  unsigned repetitions = measure::RunOptions{}.repetitions, warm_ups = measure::RunOptions{}.warm_ups;
  unsigned threads = 0;               // of a host implementation
  unsigned ranks = 0;                 // that share the array; 0: all
  bool force = false;                 // a kernel that the simulator warns of
  std::optional<Error> unreadable{};  // why the rest cannot be read, where it was received
};
std::string job_line(const WorkerJob& job);
// One that cannot be read has an error that names the field, and its number if that could be read, so that
// the error reaches whoever waits for this job.
WorkerJob read_job(const std::string& line);

// Progress, an error, or what the job asked for.
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
// None: not an answer. One that cannot be read is an error.
std::optional<WorkerAnswer> read_answer(const std::string& line);

// `error`, an optional Error, in any message.
template <class Fields, class Failure>
void error_fields(Fields& fields, Failure& error) {
  if (Fields::kReads ? !fields.has("error") : !error.has_value()) return;
  bool is_usage = error && error->kind == Error::Kind::usage;
  fields.flag_or("usage", is_usage, false);
  if constexpr (Fields::kReads) error = Error{is_usage ? Error::Kind::usage : Error::Kind::failed, ""};
  fields.text("error", error->message);
}

}  // namespace lockstep::bench
