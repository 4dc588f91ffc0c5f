// Makes a plain sentence for a moment of a trace. The sentence is derived from the run, and states which
// lanes act, and on what; which lanes do not act, and why; and the cost: "Warp 0: 16 of 32 lanes add
// scratch[t] and scratch[t + s]; 16 are masked off by line 14."
#pragma once

#include <memory>
#include <string>

#include "sim/figure_rows/combination.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// Caches the parts that the sentences of a trace share (pieces of the source, names of memories), so that all
// sentences together cost little more than one pass over the trace. Request the sentences in the order of
// their positions, because each sentence needs the state before its moment.
class Narrator {
 public:
  // `trace` and `combination` must outlive this object. `combination` contains the rows of the trace, if they
  // are already known; they show which reads are stale. If `combination` is null, the narrator prepares the
  // rows for a trace with data races.
  explicit Narrator(const Trace& trace, const Combination* combination = nullptr);
  ~Narrator();
  Narrator(const Narrator&) = delete;
  Narrator& operator=(const Narrator&) = delete;

  // Returns the sentence for the moment that is executed next at `position`; at the end of the trace, the
  // sentence for the result.
  std::string moment(std::uint64_t position);
  // Returns the sentence for all moments up to the next line step: what the line does, and the cost of
  // its accesses.
  std::string line(std::uint64_t position);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Makes a single sentence.
std::string narrate(const Trace& trace, std::uint64_t position, const Combination* combination = nullptr);
std::string narrate_line(const Trace& trace, std::uint64_t position,
                         const Combination* combination = nullptr);

}  // namespace lockstep::sim
