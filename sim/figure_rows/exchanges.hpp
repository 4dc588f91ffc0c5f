// Where the work-items of a run exchange values without memory: shuffles, and the reductions and scans of a
// sub-group or work-group.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/time_slice.hpp"
#include "sim/bytecode/collective.hpp"
#include "sim/machine/state/observer.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

struct Exchange {
  std::uint64_t position = 0;  // of the moment with which the last member arrived
  Collective collective;
  Register operand = 0, result = 0;
  LaneType type = LaneType::int32;
  std::vector<CollectiveMember> members;  // in order of their positions
};

// Finds those of a trace, in the order of execution. Runs the plan again, if one of its programs has such a
// function.
class ExchangeSearch {
 public:
  explicit ExchangeSearch(const Trace& trace);
  ExchangeSearch(ExchangeSearch&&) noexcept;
  ~ExchangeSearch();
  // False: all are found.
  bool go_on(TimeSlice& slice);
  std::vector<Exchange> take();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;  // null: there are none
};

// The members whose operands went into the result of member `index`: one, or those of its cluster.
std::vector<std::uint32_t> givers_to(const Exchange& exchange, std::uint32_t index);

// The provenance of a register's lane.
ProvenanceId register_provenance(const Trace& trace, const TraceState& state, std::uint32_t launch,
                                 std::uint32_t warp, Register reg, unsigned lane);

}  // namespace lockstep::sim
