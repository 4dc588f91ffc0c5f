// Prints the result of `lockstep simulate`: the output of the kernel, the requested buffers, counters
// and findings.
#pragma once

#include "cli/terms.hpp"
#include "sim/explain/verdict.hpp"
#include "sim/launch/prepared_run.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::cli {

// Writes the buffers with :dump=FILE to their files.
Result<void> write_dumps(const sim::PreparedRun& job, const sim::CountedRun& run);

void print_simulation_json(const sim::PreparedRun& job, const sim::CountedRun& run,
                           const sim::RunVerdict& verdict, const sim::Schedule& schedule, const Terms& terms);

// Prints the result as text. The output of the kernel is printed while the kernel runs. All arguments must
// outlive this object.
class SimulationText {
 public:
  SimulationText(const sim::PreparedRun& job, const sim::DeviceModel& model, const sim::RunOptions& options,
                 const Terms& terms)
      : job_(job), model_(model), options_(options), terms_(terms) {}
  void print(std::string_view printed);
  void finish(const sim::CountedRun& run, const sim::RunVerdict& verdict);

 private:
  void heading();

  const sim::PreparedRun& job_;
  const sim::DeviceModel& model_;
  const sim::RunOptions& options_;
  Terms terms_;
  bool has_heading_ = false;
  bool ends_line_ = true;
};

}  // namespace lockstep::cli
