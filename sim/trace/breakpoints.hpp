// Breakpoints of a run: lines, each with a condition that must be true there in at least one lane of the
// warp.
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
  // The trace must outlive it.
  Breakpoints(const Trace& trace, BreakpointLines lines);
  ~Breakpoints();
  Breakpoints(const Breakpoints&) = delete;
  Breakpoints& operator=(const Breakpoints&) = delete;

  struct Stop {
    std::uint64_t position = 0;
    // Nothing was found in the available time: the search can continue from here.
    bool gave_up = false;
  };
  // The first position after `from`, and at most `to`, at which a warp reaches such a line; conditions are
  // evaluated in its active lanes.
  std::optional<Stop> next(std::uint64_t from, std::uint64_t to);
  // The last such position before `from`.
  std::optional<Stop> previous(std::uint64_t from);
  // All positions of the run, however long the search takes.
  std::vector<std::uint64_t> all();

  // Lanes of the warp at this position in which the condition holds; without a condition all active lanes.
  std::uint64_t lanes_at(std::uint64_t position);
  // Why a line never stops a run, or its condition cannot be evaluated, as a sentence; empty: it can, or the
  // line never runs.
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
