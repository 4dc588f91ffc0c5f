// Who does what at a moment, and who does not and why: the two halves of a sentence, without its full stop.
#pragma once

#include <cstdint>
#include <string>

#include "sim/explain/narration/words.hpp"
#include "sim/explain/trace_words.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// A moment and the state before it.
struct Scene {
  const Trace& trace;
  TraceWords& words;
  std::uint64_t position;
  const TraceRecord& record;
  const Instruction& instruction;
  const Warp& warp;  // before the moment
  const MachineState& machine;

  std::uint64_t lanes() const { return record.moment.lanes; }
  const std::string& source() const { return words.source(position); }
};

// "16 of 32 lanes add", with the verb in the right number.
std::string several(const Scene& scene, std::string_view verb);
// Of a branch or loop test: the lanes for which its condition holds; 0 for all else.
std::uint64_t where_true(const Scene& scene);
// "16 of 32 lanes load in[0..15] for in[g]".
std::string clause(const Scene& scene);
// The same of a barrier or collective function: who waits for whom, and what each gets.
std::string meeting_clause(const Scene& scene);
// "16 are masked off by line 14"; "" when all lanes take part.
std::string masked_clause(const Scene& scene);
// Instructions that only bring lanes together again.
bool joins_lanes(Opcode op);

}  // namespace lockstep::sim
