// The result of one pass over a trace's records: execution counts and costs of each source line, and a first
// moment of interest.
#pragma once

#include <cstdint>
#include <vector>

#include "gui/state/state.hpp"
#include "sim/explain/verdict.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

struct LineCost {
  std::uint64_t runs = 0;  // how often a warp executed the line; the head of a loop: how often it tested
  std::uint64_t divergent_branches = 0;
  std::uint64_t transactions = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t of(Heat heat) const;
};

struct ProgramLines {
  std::vector<LineCost> lines;  // of one kernel file, by line − 1
  std::uint64_t most(Heat heat) const;
};

struct RunIndex {
  std::vector<ProgramLines> programs;  // by Plan::programs index
  std::uint64_t start = 0;             // the first moment of interest, where the playhead starts
};

RunIndex index_run(const sim::Trace& trace, const sim::RunVerdict& verdict = {});

}  // namespace lockstep::gui
