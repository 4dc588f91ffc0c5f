// A sentence has up to four parts: who does what, who does not and why, what it costs, and what follows. Each
// part comes from the record, the state before it, or its accesses.
#include "sim/analysis/narration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/element.hpp"
#include "sim/analysis/narration_cost.hpp"
#include "sim/analysis/narration_words.hpp"

namespace lockstep::sim {

namespace {

struct Scene {
  const Trace& trace;
  std::uint64_t position;
  const TraceRecord& record;
  const Instruction& instruction;
  const Warp& warp;  // before the moment
  const MachineState& machine;

  std::uint64_t lanes() const { return record.moment.lanes; }
  std::string source() const { return words::source(trace, position, record.moment.pc); }
};

// --- who does what

std::string several(const Scene& scene, std::string_view verb) {
  return fmt::format("{} {}", words::how_many(scene.lanes(), scene.warp.existing),
                     words::conjugate(verb, words::is_one(scene.lanes())));
}

std::uint64_t where_true(const Scene& scene) {
  std::uint64_t mask = 0;
  for (unsigned lane = 0; lane < scene.machine.warp_width; ++lane) {
    const std::uint64_t bit = std::uint64_t{1} << lane;
    if ((scene.lanes() & bit) == 0) continue;
    if (scene.machine.register_bits(scene.warp, scene.instruction.a, LaneType::int32, lane) != 0) mask |= bit;
  }
  return mask;
}

std::string branch_clause(const Scene& scene, std::string_view yes, std::string_view no) {
  const std::uint64_t taken = where_true(scene);
  const int count = std::popcount(taken);
  const int other = std::popcount(scene.lanes()) - count;
  const bool one = words::is_one(scene.lanes());
  const std::string test = fmt::format("{} {}", several(scene, "test"), scene.source());
  if (other == 0)
    return one ? fmt::format("{}: it holds, and the lane {}", test, words::conjugate(yes, true))
               : fmt::format("{}: it holds for every one, and they {}", test, yes);
  if (count == 0)
    return one ? fmt::format("{}: it does not hold, and the lane {}", test, words::conjugate(no, true))
               : fmt::format("{}: it holds for none, and they {}", test, no);
  return fmt::format("{}: {} {} and {} {}, so the warp diverges", test, count,
                     words::conjugate(yes, count == 1), other, words::conjugate(no, other == 1));
}

std::string barrier_clause(const Scene& scene) {
  const auto& warps = scene.machine.group.warps;
  if (scene.instruction.mode == 1) return several(scene, "meet at the sub-group barrier");
  std::size_t waiting = 0;
  std::size_t running = 0;
  for (const Warp& warp : warps) {
    waiting += warp.status == Warp::Status::at_barrier ? 1 : 0;
    running += warp.status == Warp::Status::ready ? 1 : 0;
  }
  const bool one = words::is_one(scene.lanes());
  const std::string arrives = fmt::format("{} the barrier", several(scene, "reach"));
  if (scene.record.flags & TraceRecord::barrier_release) {
    if (warps.size() == 1)
      return fmt::format("{}, and as the only warp {} at once", arrives, words::conjugate("go on", one));
    return fmt::format("{} as the last warp: {} go on", arrives,
                       waiting == 1 ? "both" : fmt::format("all {}", waiting + 1));
  }
  return fmt::format("{} and {} for {}", arrives, words::conjugate("wait", one),
                     words::plural(running - 1, "warp"));
}

// Where all lanes went the same way there is nothing to bring together.
std::string end_of_if_clause(const Scene& scene) {
  const bool apart = !scene.warp.stack.empty() && scene.warp.stack.back().other != 0 && scene.lanes() != 0;
  return apart ? "the lanes of both arms come together again"
               : "the branch ends; all lanes went the same way";
}

std::string store_clause(const Scene& scene) {
  const words::Assignment assignment = words::split_assignment(scene.source());
  if (assignment.value.empty()) return fmt::format("{} {}", several(scene, "store"), assignment.target);
  return fmt::format("{} {} to {}", several(scene, "store"),
                     assignment.op == "="
                         ? assignment.value
                         : assignment.target + " " + assignment.op.substr(0, assignment.op.size() - 1) + " " +
                               assignment.value,
                     assignment.target);
}

// A macro or a long expression has several loads; the cells say which one this is.
std::string load_clause(const Scene& scene, const std::string& source) {
  const std::string cells = words::cells(scene.trace, scene.position);
  if (cells.empty()) return fmt::format("{} {}", several(scene, "load"), source);
  return fmt::format("{} {} for {}", several(scene, "load"), cells, source);
}

std::string clause(const Scene& scene) {
  const std::string source = scene.source();
  if (scene.record.flags & TraceRecord::work && scene.instruction.op != Opcode::atomic)
    return fmt::format("{}: {}", several(scene, words::combining_verb(scene.instruction)), source);
  switch (scene.instruction.op) {
    case Opcode::load:
      return load_clause(scene, source);
    case Opcode::element:
      return fmt::format("{} an address for {}", several(scene, "compute"), source);
    case Opcode::store:
      return store_clause(scene);
    case Opcode::atomic:
      return fmt::format("{} memory one after another: {}", several(scene, "update"), source);
    case Opcode::copy:
      return fmt::format("{} {}", several(scene, "copy"), source);
    case Opcode::work_item:
      return fmt::format("{} {}", several(scene, "ask for"), source);
    case Opcode::if_begin:
      return branch_clause(scene, "take the branch", "skip it");
    case Opcode::loop_test:
      return branch_clause(scene, "go on with the loop", "leave it");
    case Opcode::switch_begin:
      return fmt::format("{} a switch", several(scene, "enter"));
    case Opcode::case_label:
      return "the lanes of the next label join";
    case Opcode::if_else:
      return "the other arm begins";
    case Opcode::if_end:
      return end_of_if_clause(scene);
    case Opcode::loop_begin:
      return fmt::format("{} a loop", several(scene, "enter"));
    case Opcode::loop_join:
      return "the lanes that went on early wait for the next turn";
    case Opcode::loop_back:
      return fmt::format("{} to the next turn of the loop", several(scene, "go"));
    case Opcode::loop_end:
      return "the lanes that left the loop come together again";
    case Opcode::switch_end:
      return "the lanes of all labels come together again";
    case Opcode::break_out:
      return fmt::format("{} the loop or switch", several(scene, "leave"));
    case Opcode::continue_out:
      return fmt::format("{} to the next turn", several(scene, "skip"));
    case Opcode::call:
      return fmt::format("{} {}", several(scene, "call"), source);
    case Opcode::function_end:
      return fmt::format("{} from the function", several(scene, "come back"));
    case Opcode::return_out:
      return several(scene, "return");
    case Opcode::kernel_end:
      return "the kernel ends here";
    case Opcode::barrier:
      return barrier_clause(scene);
    case Opcode::fence:
      return fmt::format("{} the order of their memory accesses", several(scene, "fix"));
    case Opcode::print:
      return several(scene, "print");
    default:
      return fmt::format("{} {}", several(scene, "compute"), source);
  }
}

// --- who does not, and why

std::uint64_t held_by(const ControlFrame& frame) {
  switch (frame.kind) {
    case ControlFrame::Kind::if_:
      return frame.other;
    case ControlFrame::Kind::loop:
      return frame.left | frame.continued;
    case ControlFrame::Kind::switch_:
      return frame.other | frame.left;
    case ControlFrame::Kind::call:
      return frame.left;
  }
  return 0;
}

bool joins_lanes(Opcode op) {
  switch (op) {
    case Opcode::if_else:
    case Opcode::if_end:
    case Opcode::loop_join:
    case Opcode::loop_end:
    case Opcode::case_label:
    case Opcode::switch_end:
    case Opcode::function_end:
    case Opcode::kernel_end:
      return true;
    default:
      return false;
  }
}

std::string masked_clause(const Scene& scene) {
  if (joins_lanes(scene.instruction.op)) return {};
  std::string text;
  const Program& program = scene.trace.program_at(scene.position);
  for (const ControlFrame& frame : scene.warp.stack) {
    const std::uint64_t held = held_by(frame) & ~scene.lanes() & scene.warp.existing;
    if (held == 0) continue;
    const std::uint32_t line = program.ranges[program.code[frame.pc].range].line;
    text += fmt::format("{}{} {} masked off by line {}", text.empty() ? "" : ", ", std::popcount(held),
                        std::popcount(held) == 1 ? "is" : "are", line);
  }
  const std::uint64_t returned = scene.warp.finished & scene.warp.existing;
  if (returned != 0)
    text += fmt::format("{}{} {} returned already", text.empty() ? "" : ", ", std::popcount(returned),
                        std::popcount(returned) == 1 ? "has" : "have");
  return text;
}

// --- what follows from it

std::string provenance_sentence(const Scene& scene) {
  if ((scene.record.flags & TraceRecord::work) == 0 || scene.instruction.op == Opcode::atomic) return {};
  const auto after = scene.trace.seek(scene.position + 1);
  const unsigned lane = static_cast<unsigned>(std::countr_zero(scene.lanes()));
  const std::size_t at =
      (std::size_t{scene.record.moment.warp} * scene.trace.program_at(scene.position).register_count +
       scene.instruction.dst) *
          scene.machine.warp_width +
      lane;
  if (at >= after->register_provenance.size()) return {};
  const ProvenanceId id = after->register_provenance[at];
  const ProvenanceGraph& graph = scene.trace.provenance();
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
  if (op == Opcode::barrier) return 9;
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
