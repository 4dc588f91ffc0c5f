// The provenance of every value at one moment: a shadow of the machine's registers and memories that holds a
// provenance id for each value. Like MachineState it is a value, so a run can return to any copy of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/base/copy_on_write.hpp"
#include "sim/machine/machine.hpp"
#include "sim/observers/provenance/provenance.hpp"

namespace lockstep::sim {

struct ProvenanceState {
  // The id of each element of each buffer.
  std::vector<CopyOnWrite<ProvenanceId>> buffer_provenance;
  // The data kept for a group that waits for others (Observer::on_group_leave), by group: the fields below.
  struct LeftGroup {
    std::vector<ProvenanceId> local, registers, private_memory;
    std::vector<std::uint64_t> input_lanes;
    std::vector<std::uint32_t> clocks;
    bool operator==(const LeftGroup&) const = default;
  };
  std::map<std::uint32_t, LeftGroup> left_groups;
  // The ids of the running group's local memory, one for each `unit_bytes`: 4, or less if a program has
  // narrower accesses.
  std::vector<ProvenanceId> local_provenance;
  std::uint32_t unit_bytes = 4;
  // By lane of each register: register_provenance[(warp * register_count + reg) * warp_width + lane]
  std::vector<ProvenanceId> register_provenance;
  // By unit of each lane's private memory: [(warp * warp_width + lane) * units + unit]
  std::vector<ProvenanceId> private_provenance;

  // Which lanes of a register contain an input or an identity, [warp * register_count + reg]. Most
  // instructions touch no such lane, which one test of a mask shows.
  std::vector<std::uint64_t> input_lanes;
  // The parallel step until which each work-item is busy, [warp * warp_width + lane].
  std::vector<std::uint32_t> clocks;
  std::uint32_t launch_start = 0;  // step at which this launch starts
  std::uint32_t latest = 0;        // the largest `ready` of all values so far: the parallel time T
  std::uint64_t work = 0;          // combinations so far: W
  std::uint64_t useful_work = 0;   // combinations of two values that both have input
  ProvenanceId next_id = 2;        // of the next combination

  bool operator==(const ProvenanceState&) const = default;
};

// The layout of the shadow of a launch's memory: each object has its own addresses, but the shadow is one
// array.

struct ProvenanceLayout {
  std::uint32_t register_count = 0;
  std::uint32_t private_bytes = 0;           // per lane
  std::vector<std::uint64_t> local_bases;    // by object of local addresses
  std::vector<std::uint64_t> private_bases;  // by object of private addresses
  // The function of the plan's operator (operator_function_name), in the program; null: the operator is an
  // expression, or the program does not call it.
  const HelperFunction* combiner = nullptr;
};

ProvenanceLayout make_provenance_layout(const Machine& machine, std::uint32_t launch);

// The narrowest access of any program of the plan, at most 4: the granularity of the shadow of
// untyped memory.
std::uint32_t provenance_unit_bytes(const Machine& machine);

}  // namespace lockstep::sim
