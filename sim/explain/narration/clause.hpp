// Makes the two halves of a sentence about a moment, without the full stop: which lanes do what, and which
// lanes do not take part and why.
#pragma once

#include <cstdint>
#include <string>

#include "sim/explain/narration/trace_words.hpp"
#include "sim/explain/narration/words.hpp"
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

// Returns "16 of 32 lanes add", with the verb in the singular or plural.
std::string several(const Scene& scene, std::string_view verb);
// Returns the lanes for which the condition of a branch or loop test is true; 0 for other instructions.
std::uint64_t where_true(const Scene& scene);
// Returns what the lanes do: "16 of 32 lanes load in[0..15] for in[g]".
std::string clause(const Scene& scene);
// Returns the clause for a barrier or collective function: which warps wait, and what each lane gets.
std::string meeting_clause(const Scene& scene);
// Returns "16 are masked off by line 14"; "" if all lanes take part.
std::string masked_clause(const Scene& scene);

}  // namespace lockstep::sim
