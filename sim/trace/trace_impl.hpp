#pragma once

#include <memory>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/trace/accesses.hpp"
#include "sim/trace/recorder.hpp"
#include "sim/trace/snapshots.hpp"
#include "sim/trace/trace.hpp"
#include "sim/trace/traveller.hpp"

namespace lockstep::sim {

struct Trace::Impl {
  explicit Impl(Machine the_machine) : machine(std::move(the_machine)) {}

  void note_boundaries();
  void place_lost_reads();
  // Returns the source range of a moment; inside the plan's operator function, the range of the call
  // (operator_call.hpp). Consecutive instructions of one warp at one source line, without another warp in
  // between, form one line step.
  const SourceRange& range_of(std::uint64_t position) const;
  bool same_line(std::uint64_t one, std::uint64_t other) const;

  Machine machine;
  Schedule schedule;  // as requested
  ProvenanceGraph graph;
  RecordList records;
  AccessLog access_log;
  CountedRun counted;
  Snapshots snapshots;
  std::vector<std::uint64_t> barriers;  // positions right after a release, ascending
  std::vector<std::uint64_t> launches;  // positions right after the end of a launch

  std::unique_ptr<Traveller> traveller;
  // The last requested accesses: the next request is usually for the same position.
  std::uint64_t accesses_position = UINT64_MAX;
  std::vector<AccessDetail> accesses;
};

}  // namespace lockstep::sim
