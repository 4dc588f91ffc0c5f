// Finds breakpoints in a run. A breakpoint is a line with an optional condition that must be true in at least
// one lane of the warp.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/trace/trace.hpp"

namespace lockstep::sim {

class Watch;

// By line; a breakpoint without a condition always stops.
using BreakpointLines = std::map<std::uint32_t, std::string>;

class Breakpoints {
 public:
  // The trace must outlive this object.
  Breakpoints(const Trace& trace, BreakpointLines lines);
  ~Breakpoints();
  Breakpoints(const Breakpoints&) = delete;
  Breakpoints& operator=(const Breakpoints&) = delete;

  struct Stop {
    std::uint64_t position = 0;
    // Nothing was found in the available time: the search can continue from here.
    bool gave_up = false;
  };
  // Returns the first position after `from`, up to and including `to`, at which a warp reaches a line with a
  // breakpoint. Conditions are evaluated in the warp's active lanes.
  std::optional<Stop> next(std::uint64_t from, std::uint64_t to);
  // Returns the last position before `from` at which a warp reaches a line with a breakpoint.
  std::optional<Stop> previous(std::uint64_t from);
  // All stops of the run, without a time limit for the search.
  std::vector<std::uint64_t> all();

  // Returns the lanes of the warp at this position in which the condition is true; without a condition, all
  // active lanes.
  std::uint64_t lanes_at(std::uint64_t position);
  // Returns, as a sentence, why a line never stops a run or why its condition cannot be evaluated; empty if
  // neither is the case, or if the line never runs.
  std::string problem(std::uint32_t line);

 private:
  bool has_code(std::uint32_t line) const;
  bool arrives(std::uint64_t position) const;
  bool stops_at(std::uint64_t position);
  const MachineState& state_at(std::uint64_t position);
  // The first and the last stop of [from, to).
  struct Search {
    std::optional<std::uint64_t> found, gave_up_at;
  };
  Search search(std::uint64_t from, std::uint64_t to, bool last);

  const Trace& trace_;
  BreakpointLines lines_;
  std::map<std::uint32_t, std::unique_ptr<Watch>> conditions_;  // by line
  MachineState state_;                                          // at position_
  std::optional<std::uint64_t> position_;
  std::chrono::steady_clock::time_point deadline_;
};

}  // namespace lockstep::sim
