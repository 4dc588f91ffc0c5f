// Determines from the typed arguments what is run: the plan of a command's target, and the device model.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/options.hpp"
#include "cli/run_control.hpp"
#include "sim/launch/prepared_run.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::cli {

// The help text of a target. A target is an algorithm of the catalogue, which is combined with the request,
// or a file (sim/launch/prepared_run.hpp).
inline constexpr const char* kTargetText =
    "Algorithm of the catalogue, kernel file (.cl, .cu), launch description (.sim), plan file (.plan.json), "
    "or "
    "recorded program (.lockstep), or entry of a course document (document:002/kernel-1)";

// Reads a target that is a recording, so that both its model and its plan can be used; no value if the target
// is not a recording.
Result<std::optional<sim::PreparedRun>> read_recorded(const std::string& target);

// Returns the device model. Unless --model is given, a recorded program runs on the model on which it
// was recorded.
Result<const sim::DeviceModel*> model_for(const ModelOption& option,
                                          const std::optional<sim::PreparedRun>& recorded);
Result<Request> request_for(const RequestOptions& options, const std::string& target);

// Returns the plan of an algorithm for a request. The kernel file is read from the folder in the request.
Result<Plan> plan_for(const Algorithm& algorithm, const Request& request);
sim::LaunchOptions launch_options(const std::string& file, const LaunchArguments& arguments,
                                  const sim::DeviceModel& model);
// Returns the run of a target. For a kernel file without a range and arguments, the launch is the one that
// the window would propose, and a note reports this.
Result<sim::PreparedRun> run_of(const std::string& target, const LaunchArguments& arguments,
                                const Request& request);
// Sets the expected result of the run according to --expect.
Result<sim::PreparedRun> with_expectation(Result<sim::PreparedRun> run, const LaunchArguments& arguments);
// Prints the run's notes and the compiler's warnings on stderr. `warns` is false if the warnings are reported
// as findings instead.
void print_notes(const sim::PreparedRun& run, bool warns = true);
// Records the run of a target.
Result<std::shared_ptr<const sim::Trace>> trace_of(const std::string& target,
                                                   const LaunchArguments& arguments, const Request& request,
                                                   const TimeoutOption& timeout_option, bool warns = true);

}  // namespace lockstep::cli
