#include "sim/explain/narration/clause.hpp"

#include <fmt/compile.h>

#include <bit>
#include <cstring>

namespace lockstep::sim {

std::string several(const Scene& scene, std::string_view verb) {
  const bool alone = scene.machine.warp_width == 1;
  return fmt::format(FMT_COMPILE("{} {}"), alone ? "it" : words::how_many(scene.lanes(), scene.warp.existing),
                     words::conjugate(verb, words::is_one(scene.lanes())));
}

// A condition is an int in each lane.
std::uint64_t where_true(const Scene& scene) {
  if (scene.instruction.op != Opcode::if_begin && scene.instruction.op != Opcode::loop_test) return 0;
  const std::byte* const row =
      scene.warp.registers.data() + std::size_t{scene.instruction.a} * 8 * scene.machine.warp_width;
  std::uint64_t mask = 0;
  for (unsigned lane = 0; lane < scene.machine.warp_width; ++lane) {
    std::uint32_t condition = 0;
    std::memcpy(&condition, row + lane * sizeof condition, sizeof condition);
    mask |= std::uint64_t{condition != 0} << lane;
  }
  return mask & scene.lanes();
}

namespace {

std::string branch_clause(const Scene& scene, std::string_view yes, std::string_view no) {
  const std::uint64_t taken = where_true(scene);
  const int count = std::popcount(taken);
  const int other = std::popcount(scene.lanes()) - count;
  const bool one = words::is_one(scene.lanes());
  const std::string test = fmt::format(FMT_COMPILE("{} {}"), several(scene, "test"), scene.source());
  if (other == 0)
    return one ? fmt::format(FMT_COMPILE("{}: it is true, and the lane {}"), test,
                             words::conjugate(yes, true))
               : fmt::format(FMT_COMPILE("{}: it is true for all, and they {}"), test, yes);
  if (count == 0)
    return one ? fmt::format(FMT_COMPILE("{}: it is false, and the lane {}"), test,
                             words::conjugate(no, true))
               : fmt::format(FMT_COMPILE("{}: it is false for all, and they {}"), test, no);
  return fmt::format(FMT_COMPILE("{}: {} {} and {} {}, so the warp diverges"), test, count,
                     words::conjugate(yes, count == 1), other, words::conjugate(no, other == 1));
}

// If all lanes took the same path, no lanes reconverge.
std::string end_of_if_clause(const Scene& scene) {
  const bool apart = !scene.warp.stack.empty() && scene.warp.stack.back().other != 0 && scene.lanes() != 0;
  return apart ? "the lanes of both paths reconverge" : "the branch ends; all lanes took the same path";
}

// The lanes that take the other path wait in the innermost frame.
std::string else_clause(const Scene& scene) {
  const bool takes_other = !scene.warp.stack.empty() && scene.warp.stack.back().other != 0;
  return takes_other ? std::string(opcode_info(Opcode::if_else).event) : "no lane takes the other path";
}

std::string store_clause(const Scene& scene) {
  const words::Assignment assignment = words::split_assignment(scene.source());
  if (assignment.value.empty())
    return fmt::format(FMT_COMPILE("{} {}"), several(scene, "store"), assignment.target);
  return fmt::format(FMT_COMPILE("{} {} to {}"), several(scene, "store"),
                     assignment.op == "="
                         ? assignment.value
                         : assignment.target + " " + assignment.op.substr(0, assignment.op.size() - 1) + " " +
                               assignment.value,
                     assignment.target);
}

// A macro or a long expression may contain several loads, so the cells identify the load.
std::string load_clause(const Scene& scene, const std::string& source) {
  const std::string cells = scene.words.cells(scene.position);
  if (cells.empty()) return fmt::format(FMT_COMPILE("{} {}"), several(scene, "load"), source);
  return fmt::format(FMT_COMPILE("{} {} for {}"), several(scene, "load"), cells, source);
}

std::string with_source(std::string text, const std::string& source) {
  constexpr std::string_view kPlace = "{source}";
  if (const std::size_t at = text.find(kPlace); at != std::string::npos)
    text.replace(at, kPlace.size(), source);
  return text;
}

// An atomic function that only loads or only stores updates nothing, and its lanes need not take turns.
std::string atomic_clause(const Scene& scene, const std::string& source) {
  const auto op = static_cast<AtomicOp>(scene.instruction.mode);
  if (op == AtomicOp::load) return fmt::format("{}: {}", several(scene, "read memory atomically"), source);
  if (op == AtomicOp::store) return fmt::format("{}: {}", several(scene, "write memory atomically"), source);
  return with_source(several(scene, opcode_info(scene.instruction.op).clause), source);
}

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

}  // namespace

std::string clause(const Scene& scene) {
  const std::string& source = scene.source();
  if (scene.instruction.op == Opcode::barrier || scene.instruction.op == Opcode::collective)
    return meeting_clause(scene);
  if (scene.record.flags & TraceRecord::work && scene.instruction.op != Opcode::atomic)
    return fmt::format(FMT_COMPILE("{}: {}"), several(scene, words::combining_verb(scene.instruction)),
                       source);
  if (scene.instruction.op == Opcode::load) return load_clause(scene, source);
  if (scene.instruction.op == Opcode::store) return store_clause(scene);
  if (scene.instruction.op == Opcode::atomic) return atomic_clause(scene, source);
  if (scene.instruction.op == Opcode::if_begin) return branch_clause(scene, "take the branch", "skip it");
  if (scene.instruction.op == Opcode::loop_test) return branch_clause(scene, "continue the loop", "leave it");
  if (scene.instruction.op == Opcode::if_else) return else_clause(scene);
  if (scene.instruction.op == Opcode::if_end) return end_of_if_clause(scene);
  const OpcodeInfo& info = opcode_info(scene.instruction.op);
  return info.event.empty() ? with_source(several(scene, info.clause), source) : std::string(info.event);
}

std::string masked_clause(const Scene& scene) {
  if (joins_lanes(scene.instruction.op)) return {};
  std::string text;
  const Program& program = scene.trace.program_at(scene.position);
  for (const ControlFrame& frame : scene.warp.stack) {
    const std::uint64_t held = held_by(frame) & ~scene.lanes() & scene.warp.existing;
    if (held == 0) continue;
    const std::uint32_t line = program.ranges[program.code[frame.pc].range].line;
    text += fmt::format(FMT_COMPILE("{}{} {} masked off by line {}"), text.empty() ? "" : ", ",
                        std::popcount(held), std::popcount(held) == 1 ? "is" : "are", line);
  }
  const std::uint64_t returned = scene.warp.finished & scene.warp.existing;
  if (returned != 0)
    text += fmt::format(FMT_COMPILE("{}{} {} returned already"), text.empty() ? "" : ", ",
                        std::popcount(returned), std::popcount(returned) == 1 ? "has" : "have");
  return text;
}

}  // namespace lockstep::sim
