// The result of one pass over a trace's records: execution counts and costs of each source line, and a first
// moment of interest.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/time_slice.hpp"
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

// Reads the records in pieces.
class RunIndexer {
 public:
  // The trace must outlive it.
  explicit RunIndexer(const sim::Trace& trace);
  // False: all records are read.
  bool go_on(TimeSlice& slice);
  RunIndex take(const sim::RunVerdict& verdict);

 private:
  // The last instruction of a line that a warp executed. A line that is left and reached again further on, at
  // the end of a branch or after a call, is still the same statement: only an instruction that is not after
  // the last one begins it anew.
  struct LastOfLine {
    std::uint32_t launch = UINT32_MAX, group = 0, pc = 0;
  };
  void count(std::uint64_t position);

  const sim::Trace& trace_;
  RunIndex index_;
  std::vector<std::vector<LastOfLine>> warps_;  // by warp, then by line
  std::vector<std::uint64_t> works_;            // moments that apply the operator
  std::uint64_t next_ = 0;
};

}  // namespace lockstep::gui
