// The run of a plan on small arrays, moment by moment, with time travel. A moment is one warp instruction;
// position p means that p moments have been executed. Records are compact; a state is rebuilt from the
// nearest snapshot by deterministic replay, so no second mechanism is needed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/machine/schedule/schedule.hpp"
#include "sim/machine/state/observer.hpp"
#include "sim/machine/state/state.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/observers/provenance/provenance.hpp"
#include "sim/observers/provenance/state.hpp"

namespace lockstep::sim {

class Machine;

struct TraceRecord {
  Moment moment;  // executed at this position
  enum Flag : std::uint16_t {
    divergent = 1,
    conflict = 2,
    barrier_release = 4,
    finding = 8,
    global_access = 16,
    local_access = 32,
    launch_end = 64,
    group_end = 128,
    store = 256,
    uncoalesced = 512,
    work = 1024,
    barrier_arrive = 2048,
    constant_access = 4096,
  };
  std::uint16_t flags = 0;
};

// A complete access, as figures draw it.
struct AccessDetail {
  Space space = Space::global;
  AccessKind kind = AccessKind::load;
  std::uint32_t bytes = 4;
  std::uint64_t lanes = 0;                // lanes that access memory
  std::uint64_t denied = 0;               // lanes outside their object: nothing is read or written
  std::vector<std::uint64_t> addresses;   // by lane
  std::vector<Transaction> transactions;  // global
  std::vector<LocalPass> passes;          // local, constant
  LocalCost local;
  GlobalCost global;
  ConstantCost constant;
};

// The state at a position: the value of each lane, register and memory cell, and its provenance
// (buffer_provenance, local_provenance, register_provenance: see ProvenanceState).
struct TraceState : ProvenanceState {
  std::uint64_t position = 0;
  MachineState machine;
  Counters counters;           // of everything before this position
  std::uint64_t hash() const;  // of registers, masks, control stacks, memories, and provenance
};

struct TraceOptions {
  std::uint64_t max_moments = 16'000'000;  // at most UINT32_MAX
  // A run in which one work-group takes more moments is considered endless: its trace ends there, with
  // a finding.
  std::uint64_t max_moments_of_group = UINT64_MAX;
  // Number of moments that the trace keeps of a work-group that is considered endless or was stopped by
  // `timeout`. Its first moments are as informative as all of them.
  std::uint64_t kept_moments_of_endless_group = UINT64_MAX;
  // Memory limit of the trace, without the states of the run itself; 0: half of the free memory.
  std::uint64_t max_bytes = 0;
  bool detect_findings = true;
  Schedule schedule = {};
  std::stop_token stop = {};
  // If no work-group ends within this time, the run is stopped and the trace ends there. 0: the run is
  // never stopped.
  std::chrono::milliseconds timeout{0};
  // Called with the number of moments so far, at most every 200 ms, after the first second.
  std::function<void(std::uint64_t)> show_progress = {};
};

class Trace {
 public:
  // Records the trace of a plan. If there are too many moments or too little memory, returns an Error that
  // states the limit, the position in the run, and what to reduce. If hardly any work-group has ended by
  // then, the run is considered endless, and the trace ends there with a finding.
  static Result<std::shared_ptr<const Trace>> record(const Plan& plan, const DeviceModel& model,
                                                     const TraceOptions& options = {});
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  std::uint64_t size() const;                    // positions are 0 … size()
  TraceRecord at(std::uint64_t position) const;  // position < size()
  const Plan& plan() const;
  const Machine& machine() const;
  const DeviceModel& model() const;  // with independent lanes: with warps of one lane
  const Schedule& schedule() const;
  const Program& program(std::size_t plan_program) const;
  const Program& program_at(std::uint64_t position) const;
  const Instruction& instruction_at(std::uint64_t position) const;
  const SourceRange& range_at(std::uint64_t position) const;

  // Returns the state after `position` moments. This is fast near the last requested position. May be called
  // from only one thread at a time.
  std::shared_ptr<const TraceState> seek(std::uint64_t position) const;
  // Returns the latest kept state at or before `position`, from which a caller can start a replay. May be
  // called from any thread.
  TraceState kept_state(std::uint64_t position) const;
  std::uint64_t kept_position(std::uint64_t position) const;  // the position of this state
  // Returns the accesses of the moment at `position`, which are usually empty. The result is valid until the
  // accesses of a different position are requested.
  const std::vector<AccessDetail>& accesses(std::uint64_t position) const;

  // Calls `visit` with the position and each access of the whole run, in order.
  void each_access(const std::function<void(std::uint64_t, const ObservedAccess&)>& visit) const;

  const ProvenanceGraph& provenance() const;
  const std::vector<Finding>& findings() const;
  std::uint64_t size_bytes() const;   // of the records, the graph and the kept states
  const CountedRun& counted() const;  // totals, by launch, by line, and the final buffers

  // Navigation functions. They return the position of the next (previous) boundary after (before) `from`. The
  // functions for events return nothing if there is no such event.
  enum class Step : std::uint8_t { instruction, line, barrier, launch };
  std::uint64_t next(std::uint64_t from, Step step) const;      // size() at the end
  std::uint64_t previous(std::uint64_t from, Step step) const;  // 0 at the start
  std::optional<std::uint64_t> next_event(std::uint64_t from, std::uint16_t flags) const;
  std::optional<std::uint64_t> previous_event(std::uint64_t from, std::uint16_t flags) const;

 private:
  friend class TraceMaker;
  struct Impl;
  explicit Trace(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::sim
