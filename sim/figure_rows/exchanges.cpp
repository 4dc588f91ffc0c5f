#include "sim/figure_rows/exchanges.hpp"

namespace lockstep::sim {

bool passes_values(const Instruction& instruction) {
  if (instruction.op != Opcode::collective) return false;
  const CollectiveKind kind = collective_of(instruction).kind;
  return kind != CollectiveKind::ballot && kind != CollectiveKind::agree;
}

ProvenanceId register_provenance(const Trace& trace, const TraceState& state, std::uint32_t launch,
                                 std::uint32_t warp, Register reg, unsigned lane) {
  const std::size_t registers = trace.program(trace.plan().launches[launch].program).register_count;
  const std::size_t at = (std::size_t{warp} * registers + reg) * trace.model().warp_width + lane;
  return at < state.register_provenance.size() ? state.register_provenance[at] : 0;
}

}  // namespace lockstep::sim
