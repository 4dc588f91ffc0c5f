// From what was typed to what runs: the plan of a command's target, and its model.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/options.hpp"
#include "cli/run_control.hpp"
#include "sim/launch/prepared_run.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::cli {

// What `target` names: an algorithm of the catalogue for the request, or a file
// (sim/launch/prepared_run.hpp).
inline constexpr const char* kTargetText =
    "Algorithm of the catalogue, kernel file (.cl, .cu), launch description (.sim), plan file (.plan.json), "
    "or "
    "recorded program (.lockstep), or entry of a course document (document:002/kernel-1)";

// A target that is a recording, read once for its model and its plan; none: it is not a recording.
Result<std::optional<sim::PreparedRun>> read_recorded(const std::string& target);

// Unless --model is given, a recorded program runs on the model that it was recorded on.
Result<const sim::DeviceModel*> model_for(const ModelOption& option,
                                          const std::optional<sim::PreparedRun>& recorded);
Result<Request> request_for(const RequestOptions& options, const std::string& target);

// Kernel file and plan of an algorithm for a request.
Result<Plan> plan_for(const Algorithm& algorithm, const Request& request);
sim::LaunchOptions launch_options(const std::string& file, const LaunchArguments& arguments,
                                  const sim::DeviceModel& model);
// A kernel file without a range and arguments gets the launch that the window proposes; a note says so.
Result<sim::PreparedRun> run_of(const std::string& target, const LaunchArguments& arguments,
                                const Request& request);
// Gives the run what --expect says.
Result<sim::PreparedRun> with_expectation(Result<sim::PreparedRun> run, const LaunchArguments& arguments);
// Its notes and the compiler's warnings, on stderr.
// The warnings stay out where they become findings.
void print_notes(const sim::PreparedRun& run, bool warns = true);
// What happens in a run.
Result<std::shared_ptr<const sim::Trace>> trace_of(const std::string& target,
                                                   const LaunchArguments& arguments, const Request& request,
                                                   const TimeoutOption& timeout_option, bool warns = true);

}  // namespace lockstep::cli
