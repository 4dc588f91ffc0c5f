// A sentence has up to four parts: who does what, who does not and why, what it costs, and what follows. Each
// part comes from the record, the state before it, or its accesses.
#include "sim/analysis/narration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/element.hpp"
#include "sim/analysis/narration_clause.hpp"
#include "sim/analysis/narration_cost.hpp"
#include "sim/analysis/narration_words.hpp"
#include "sim/analysis/wrong_result.hpp"

namespace lockstep::sim {

namespace {

// Where a lane's result of the moment comes from.
ProvenanceId origin(const Scene& scene, unsigned lane) {
  const auto after = scene.trace.seek(scene.position + 1);
  const std::size_t at =
      (std::size_t{scene.record.moment.warp} * scene.trace.program_at(scene.position).register_count +
       scene.instruction.dst) *
          scene.machine.warp_width +
      lane;
  return at < after->register_provenance.size() ? after->register_provenance[at] : 0;
}

// Of a scan the last lane covers most.
std::string provenance_sentence(const Scene& scene) {
  if ((scene.record.flags & TraceRecord::work) == 0 || scene.instruction.op == Opcode::atomic) return {};
  const ProvenanceGraph& graph = scene.trace.provenance();
  if (scene.instruction.op == Opcode::collective) {
    const unsigned last = 63 - static_cast<unsigned>(std::countl_zero(scene.lanes()));
    const std::string label = graph.label(origin(scene, last));
    return label.empty() ? "" : fmt::format(" Lane {} gets {}.", last, label);
  }
  const unsigned lane = static_cast<unsigned>(std::countr_zero(scene.lanes()));
  const ProvenanceId id = origin(scene, lane);
  const ProvenanceNode& node = graph.node(id);
  if (node.kind != ProvenanceNode::Kind::combined) return {};
  return fmt::format(" Lane {} makes {} from {} and {}.", lane, graph.label(id), graph.label(node.left),
                     graph.label(node.right));
}

std::string ending(const Trace& trace) {
  if (trace.size() == 0) return "There is nothing to run: the result is already there.";
  const auto& expectation = trace.plan().expectation;
  if (!expectation) return "The run is over.";
  const PlanBuffer& buffer = trace.plan().buffers[expectation->result_buffer];
  const CheckResult check = check_run(trace.plan(), trace.counted());
  if (!check.passed())
    return "The run is over, and its result is wrong: " +
           check.message(buffer.name, wrong_because(trace, check));
  const auto state = trace.seek(trace.size());
  const ProvenanceId id =
      state->buffer_provenance[expectation->result_buffer][expectation->result_elements - 1];
  const std::string covers = trace.provenance().label(id);
  return fmt::format("The run is over: {}[{}] is {}{}.", buffer.name, expectation->result_elements - 1,
                     words::element(state->machine.buffers[expectation->result_buffer], buffer.type,
                                    expectation->result_elements - 1),
                     covers.empty() ? "" : ", which is " + covers);
}

std::string sentence(const Scene& scene) {
  std::string text = fmt::format("Warp {}: {}", scene.record.moment.warp, clause(scene));
  const std::string masked = masked_clause(scene);
  if (!masked.empty()) text += "; " + masked;
  return text + ".";
}

constexpr int kPlain = 2;

// Which moment of a line says best what the line does.
int telling(Opcode op, std::uint16_t flags) {
  if (op == Opcode::barrier || op == Opcode::collective) return 9;
  if (op == Opcode::atomic) return 8;
  if (op == Opcode::store) return 7;
  if (flags & TraceRecord::work) return 6;
  if (op == Opcode::if_begin || op == Opcode::loop_test) return 5;
  if (op == Opcode::load) return 4;
  if (op == Opcode::kernel_end || op == Opcode::return_out) return 3;
  if (joins_lanes(op) || op == Opcode::loop_begin || op == Opcode::loop_back) return 1;
  return kPlain;
}

// A line that only computes is best told by itself.
std::string plain_sentence(const Scene& scene) {
  std::string text = fmt::format("Warp {}: {} {}", scene.record.moment.warp, several(scene, "compute"),
                                 words::source_line(scene.trace, scene.position));
  const std::string masked = masked_clause(scene);
  if (!masked.empty()) text += "; " + masked;
  return text + ".";
}

}  // namespace

std::string narrate(const Trace& trace, std::uint64_t position) {
  if (position >= trace.size()) return ending(trace);
  const auto state = trace.seek(position);
  const TraceRecord& record = trace.at(position);
  const Scene scene{trace,
                    position,
                    record,
                    trace.instruction_at(position),
                    state->machine.group.warps[record.moment.warp],
                    state->machine};
  return sentence(scene) + provenance_sentence(scene) + cost_sentences(trace, position, true);
}

std::string narrate_line(const Trace& trace, std::uint64_t position) {
  if (position >= trace.size()) return ending(trace);
  const std::uint64_t end = trace.next(position, Trace::Step::line);
  std::uint64_t best = position;
  std::uint64_t combining = end;
  std::string costs;
  for (std::uint64_t at = position; at < end; ++at) {
    const Opcode op = trace.instruction_at(at).op;
    if (telling(op, trace.at(at).flags) >= telling(trace.instruction_at(best).op, trace.at(best).flags))
      best = at;
    if (trace.at(at).flags & TraceRecord::work) combining = at;
    if (trace.at(at).flags & (TraceRecord::conflict | TraceRecord::uncoalesced))
      costs += cost_sentences(trace, at, false);
  }
  const auto state = trace.seek(best);
  const TraceRecord& record = trace.at(best);
  const Scene scene{
      trace,         best, record, trace.instruction_at(best), state->machine.group.warps[record.moment.warp],
      state->machine};
  std::string text =
      telling(scene.instruction.op, record.flags) == kPlain ? plain_sentence(scene) : sentence(scene);
  if (combining != end) {
    const auto before = trace.seek(combining);
    const TraceRecord& work = trace.at(combining);
    text += provenance_sentence({trace, combining, work, trace.instruction_at(combining),
                                 before->machine.group.warps[work.moment.warp], before->machine});
  }
  return text + costs;
}

}  // namespace lockstep::sim
