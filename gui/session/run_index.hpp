// The index of a run, which one pass over the records of the trace computes: the execution counts and costs
// of each source line, and the moment at which the playhead starts.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/time_slice.hpp"
#include "gui/state/state.hpp"
#include "sim/explain/verdict.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

struct LineCost {
  std::uint64_t runs =
      0;  // number of times that a warp executed the line, or tested the condition of a loop in it
  std::uint64_t divergent_branches = 0;
  std::uint64_t transactions = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t of(Heat heat) const;
};

struct ProgramLines {
  std::vector<LineCost> lines;  // the lines of one kernel file; line i is at index i − 1
  std::uint64_t most(Heat heat) const;
};

struct RunIndex {
  std::vector<ProgramLines> programs;  // indexed like Plan::programs
  std::uint64_t start = 0;             // where the playhead starts
};

// Computes the index of a run in slices of time.
class RunIndexer {
 public:
  // The trace must outlive this object.
  explicit RunIndexer(const sim::Trace& trace);
  // Returns false when all records have been read.
  bool go_on(TimeSlice& slice);
  RunIndex take(const sim::RunVerdict& verdict);

 private:
  // The last instruction of a line that a warp executed. A warp may leave a line and continue it later, at
  // the end of a branch or after a call; this is still the same execution of the line. A new execution of the
  // line begins only with an instruction that does not come after the last instruction in the code.
  struct LastOfLine {
    std::uint32_t launch = UINT32_MAX, group = 0, pc = 0;
  };
  void count(std::uint64_t position);

  const sim::Trace& trace_;
  RunIndex index_;
  std::vector<std::vector<LastOfLine>> warps_;  // indexed by warp, then by line
  std::vector<std::uint64_t> works_;            // moments that apply the operator
  std::uint64_t next_ = 0;
};

}  // namespace lockstep::gui
