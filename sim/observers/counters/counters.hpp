// sim/observers contains the observers of a run, which use the hooks of machine/state/observer.hpp. They
// observe counters, findings, data races (races/), and the inputs of each value (provenance/). The recording
// for time travel is in sim/trace.
//
// Counters of a run: for the whole plan, for each launch, and for each source line.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/machine/schedule/schedule.hpp"
#include "sim/machine/state/observer.hpp"
#include "sim/machine/state/run_watch.hpp"

namespace lockstep::sim {

struct Counters {
#define M(name, title, unit, explanation) std::uint64_t name = 0;
#include "sim/observers/counters/metrics.def"
#undef M
  Counters& operator+=(const Counters& other);
  Counters operator-(const Counters& earlier) const;  // change between two moments
  Counters operator*(std::uint64_t times) const;
  bool operator==(const Counters&) const = default;
  double lane_utilisation() const;  // active_lanes / lane_slots, 1 if nothing ran
};

// Returns whether a counter is meaningful with independent lanes. No warp then executes as a unit, so only
// counters of single lanes are meaningful.
bool holds_for_independent_lanes(std::string_view counter);

// (file, line) of the source; file as SourceRange::file.
using LineCounters = std::map<std::pair<std::uint32_t, std::uint32_t>, Counters>;

struct CountedRun {
  Counters total;
  std::vector<Counters> launches;
  std::vector<LineCounters> lines;  // by Plan::programs index
  std::vector<Finding> findings;
  std::vector<std::vector<std::byte>> buffers;  // final contents, by Plan::buffers index
  std::string printed;                          // by printf, at most kMaxPrinted
  bool printed_more = false;                    // more was printed than is kept
  EarlyEnd early_end = EarlyEnd::none;          // other than none: the results are those of the executed part
};

// The size of the printf buffer that OpenCL guarantees (CL_DEVICE_PRINTF_BUFFER_SIZE).
inline constexpr std::size_t kMaxPrinted = std::size_t{1} << 20;

struct RunOptions {
  std::uint64_t step_budget = UINT64_MAX;  // warp instructions of the whole plan
  // Stops a run on request, or when no work-group has ended within `timeout` (0: never). The result is then
  // the result of the part of the run that was executed.
  std::stop_token stop = {};
  std::chrono::milliseconds timeout{0};
  std::function<void(const RunProgress&)> show_progress = {};  // called by a running thread
  std::function<void(std::string_view)> on_print = {};         // called with each piece of printf's text
  bool detect_findings = true;
  bool same_value_races = false;  // also report two plain writes of the same value to one address
  Schedule schedule = {};
  bool count_identities = true;  // false: steps and work between inputs only
  bool count_work = true;        // steps and work need provenance, which costs time and memory
  unsigned threads = 0;          // maximum number of host threads; 0: all. Does not change the results
};

// Runs the plan to the end without a trace. Returns an Error if the kernel does not compile, if the launch
// does not fit the kernel or the model, or if memory would be exhausted.
Result<CountedRun> run_counted(const Plan& plan, const DeviceModel& model, const RunOptions& options = {});

// Contents of a buffer that outlives a run.
struct BufferContents {
  std::vector<std::byte> bytes;
  std::vector<std::uint8_t> written;  // for each byte, whether it was ever written; empty: all were
};

// Does the same with compiled programs, one for each of Plan::programs, and with the given contents, by
// Plan::buffers index, instead of the contents of the plan. The contents are changed in place,
// CountedRun::buffers remains empty, and an Error leaves the contents unchanged. The values of variables
// at program scope are appended to the contents, so that a later run of the same programs can continue
// with them.
Result<CountedRun> run_counted(const Plan& plan, std::vector<std::shared_ptr<const Program>> programs,
                               std::vector<BufferContents>& contents, const DeviceModel& model,
                               const RunOptions& options = {});

}  // namespace lockstep::sim
