// What a finished trace would have cost on another device. How a warp's accesses become transactions and
// passes is the memory part of a model, which nothing that was executed depends on.
#include <fmt/format.h>

#include "sim/observers/counter_observer.hpp"
#include "sim/trace/trace_impl.hpp"

namespace lockstep::sim {

namespace {

void clear_memory_counters(Counters& counters) {
  counters.global_load_requests = counters.global_load_transactions = 0;
  counters.global_store_requests = counters.global_store_transactions = 0;
  counters.global_atomic_transactions = counters.bytes_moved = counters.bytes_asked = 0;
  counters.local_load_requests = counters.local_load_wavefronts = 0;
  counters.local_store_requests = counters.local_store_wavefronts = 0;
  counters.local_atomic_wavefronts = counters.local_conflicts = 0;
}

// Those of the execution part that this run depends on.
Result<void> check_execution_part(const Trace& trace, const DeviceModel& other) {
  if (trace.schedule().lanes == LaneSchedule::independent)
    return usage_error(
        "Independent lanes execute nothing as a warp: there is no memory cost to count again.");
  if (other.warp_width != trace.model().warp_width)
    return usage_error(fmt::format("{} has warps of {}, this run of {}: run again instead of counting again.",
                                   other.name, other.warp_width, trace.model().warp_width));
  for (const PlanLaunch& launch : trace.plan().launches) {
    if (launch.range.group_items() > other.max_group_size)
      return usage_error(fmt::format("{} runs work-groups of at most {}, this run has {}.", other.name,
                                     other.max_group_size, launch.range.group_items()));
  }
  return {};
}

}  // namespace

Result<CountedRun> Trace::recount(const DeviceModel& other) const {
  if (const Result<void> checked = check_execution_part(*this, other); !checked)
    return tl::unexpected(checked.error());
  CountedRun run = counted();
  for (Counters& launch : run.launches) clear_memory_counters(launch);
  for (LineCounters& program : run.lines)
    for (auto& [line, counters] : program) clear_memory_counters(counters);

  impl_->access_log.each([&](std::uint64_t position, const ObservedAccess& observed) {
    const std::uint32_t launch = at(position).moment.launch;
    const language::SourceRange& range = range_at(position);
    Counters cost;
    add_access(other, observed.space, observed.access, cost);
    run.launches[launch] += cost;
    run.lines[plan().launches[launch].program][{range.file, range.line}] += cost;
  });
  run.total = {};
  for (const Counters& launch : run.launches) run.total += launch;
  return run;
}

}  // namespace lockstep::sim
