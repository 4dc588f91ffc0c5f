// Findings at barriers: which work-items are missing, and which source line prevents them from arriving.
#include <fmt/format.h>

#include <bit>

#include "core/plan/language.hpp"
#include "sim/bytecode/collective.hpp"
#include "sim/machine/barriers_and_collectives/barriers.hpp"
#include "sim/machine/execution/findings.hpp"

namespace lockstep::sim {
namespace {

// The reason why a lane of a warp does not execute, and the instruction that caused it.
struct Obstacle {
  std::uint32_t pc = 0;
  enum class Kind : std::uint8_t { returned, left_loop, masked, outside, ended } kind = Kind::ended;
  ControlFrame::Kind frame = ControlFrame::Kind::if_;
};

std::string_view construct(ControlFrame::Kind kind) {
  switch (kind) {
    case ControlFrame::Kind::if_:
      return "if";
    case ControlFrame::Kind::loop:
      return "loop";
    case ControlFrame::Kind::switch_:
      return "switch";
    case ControlFrame::Kind::call:
      return "early return from the function";
  }
  return "branch";
}

std::uint64_t held_by(const ControlFrame& frame) { return frame.other | frame.left | frame.continued; }

const EarlyReturn* early_return(const Warp& warp, unsigned lane) {
  for (const EarlyReturn& entry : warp.returns) {
    if ((entry.lanes >> lane & 1) != 0) return &entry;
  }
  return nullptr;
}

Obstacle obstacle_of(const Execution& x, std::uint32_t warp_index, unsigned lane) {
  const Warp& warp = x.state.group.warps[warp_index];
  if (const EarlyReturn* returned = early_return(warp, lane)) {
    return {returned->pc, Obstacle::Kind::returned, {}};
  }
  for (auto frame = warp.stack.rbegin(); frame != warp.stack.rend(); ++frame) {
    if ((held_by(*frame) >> lane & 1) == 0) continue;
    const bool left = frame->kind == ControlFrame::Kind::loop && (frame->left >> lane & 1) != 0;
    return {frame->pc, left ? Obstacle::Kind::left_loop : Obstacle::Kind::masked, frame->kind};
  }
  return {warp.pc, Obstacle::Kind::ended, {}};
}

// Returns the obstacle of a warp that has ended. If it has ended without a return, the obstacle is the
// innermost construct around the waiting warp, because the ended warp did not enter this construct or has
// left it.
Obstacle obstacle_of_ended(const Execution& x, std::uint32_t ended, unsigned lane, std::uint32_t waiting) {
  const Obstacle obstacle = obstacle_of(x, ended, lane);
  const auto& around = x.state.group.warps[waiting].stack;
  if (obstacle.kind != Obstacle::Kind::ended || around.empty()) return obstacle;
  if (around.back().kind == ControlFrame::Kind::call) return obstacle;
  return {around.back().pc, Obstacle::Kind::outside, around.back().kind};
}

std::string words_of(const Execution& x, const Obstacle& obstacle, std::uint64_t item) {
  const std::uint32_t line = x.range(obstacle.pc).line;
  switch (obstacle.kind) {
    case Obstacle::Kind::returned:
      return fmt::format("work-item {} has already returned at line {}", item, line);
    case Obstacle::Kind::left_loop:
      return fmt::format("work-item {} has already left the loop at line {}", item, line);
    case Obstacle::Kind::masked:
      return fmt::format("work-item {} is masked off by the {} at line {}", item, construct(obstacle.frame),
                         line);
    case Obstacle::Kind::outside:
      return fmt::format("work-item {} has already reached the end of the kernel, outside the {} at line {}",
                         item, construct(obstacle.frame), line);
    case Obstacle::Kind::ended:
      break;
  }
  return fmt::format("work-item {} has already reached the end of the kernel", item);
}

// Returns the change to the kernel after which all work-items reach the barrier.
std::string cure_of(const Obstacle& obstacle, std::string_view meeting) {
  switch (obstacle.kind) {
    case Obstacle::Kind::returned:
      return fmt::format("return only after the last {}", meeting);
    case Obstacle::Kind::left_loop:
      return "let all work-items leave the loop in the same iteration";
    case Obstacle::Kind::masked:
      if (obstacle.frame == ControlFrame::Kind::call) return "return only after it";
      return fmt::format("move it out of the {}", construct(obstacle.frame));
    case Obstacle::Kind::outside:
    case Obstacle::Kind::ended:
      break;
  }
  return "move it to a place that all work-items reach";
}

// Returns the name of a barrier in the kernel's language: "barrier" or, in CUDA C++, "__syncthreads()".
std::string_view own_name(const Execution& x, const Instruction& instruction) {
  const bool is_cuda =
      language_of(x.setup.plan.programs[x.launch->program_index].source.path) == Language::cuda;
  if (!is_cuda || instruction.op != Opcode::barrier) return meeting_name(instruction);
  return is_of_sub_group(instruction) ? "__syncwarp()" : "__syncthreads()";
}

std::string with_article(std::string_view name) {
  return fmt::format("{}{}", name.ends_with("()") ? "" : "the ", name);
}

Finding divergence(const Execution& x, std::uint32_t barrier_pc, std::uint64_t arrived_item,
                   std::uint64_t missing_item, const Obstacle& obstacle) {
  Finding finding;
  const Instruction& instruction = x.launch->program->code[barrier_pc];
  finding.message = fmt::format(
      "work-item {} waits at {} at line {}, but {}; all work-items of a {} must reach it: {}", arrived_item,
      with_article(own_name(x, instruction)), x.range(barrier_pc).line, words_of(x, obstacle, missing_item),
      is_of_sub_group(instruction) ? "sub-group" : "group", cure_of(obstacle, own_name(x, instruction)));
  finding.first = party(x, arrived_item, barrier_pc);
  finding.second = party(x, missing_item, obstacle.pc);
  return finding;
}

unsigned first_lane(std::uint64_t lanes) { return static_cast<unsigned>(std::countr_zero(lanes)); }

// Returns the name of the other barrier, such as "the sub-group barrier", or "another one" if both barriers
// are of the same kind.
std::string other_meeting(const Execution& x, const Instruction& named, const Instruction& other) {
  return meeting_name(named) == meeting_name(other) ? "another one" : with_article(own_name(x, other));
}

// Returns a text such as "thread 37 (lane 5)", in which 37 is the number of the thread in the grid.
std::string thread_text(const Execution& x, const MaskedCall& call) {
  return fmt::format("thread {} (lane {})", x.work_item(call.warp, call.lane), call.position);
}

// Returns what prevents a lane from calling a function of its warp, and sets `pc` to the instruction that
// prevents it.
std::string away_text(const Execution& x, const MaskedCall& missing, std::uint32_t& pc) {
  const Warp& warp = x.state.group.warps[missing.warp];
  if (warp.status == Warp::Status::at_barrier && missing.warp != x.state.current_warp) {
    pc = warp.pc - 1;
    return fmt::format("waits at line {}", x.range(pc).line);
  }
  const Obstacle obstacle = obstacle_of(x, missing.warp, missing.lane);
  pc = obstacle.pc;
  const std::uint32_t line = x.range(pc).line;
  if (obstacle.kind == Obstacle::Kind::left_loop) return fmt::format("has left the loop at line {}", line);
  if (obstacle.kind == Obstacle::Kind::masked)
    return fmt::format("is masked off by the {} at line {}", construct(obstacle.frame), line);
  return "is elsewhere";
}

template <class MakeMessage>
void report_mask(Execution& x, Severity severity, const MaskedCall& call, const MaskedCall* other,
                 std::uint32_t other_pc, MakeMessage message) {
  report(x, Finding::Kind::lane_mask, call.at, other != nullptr ? other_pc : call.at, 1, [&] {
    Finding finding;
    finding.severity = severity;
    finding.message = message();
    finding.first = party(x, x.work_item(call.warp, call.lane), call.at);
    if (other != nullptr) finding.second = party(x, x.work_item(other->warp, other->lane), other_pc);
    return finding;
  });
}

}  // namespace

void report_missing_lane(Execution& x, const MaskedCall& call, const MaskedCall& missing) {
  std::uint32_t pc = call.at;
  const std::string away = away_text(x, missing, pc);
  report_mask(x, Severity::error, call, &missing, pc, [&] {
    return fmt::format(
        "{} calls a function of its warp at line {} with mask {:#010x}, but {}, which the mask names, does "
        "not "
        "arrive: it {}; all threads that a mask names must call the function",
        thread_text(x, call), x.range(call.at).line, call.mask, thread_text(x, missing), away);
  });
}

void report_unnamed_caller(Execution& x, const MaskedCall& call, const MaskedCall* named) {
  report_mask(x, Severity::error, call, named, call.at, [&] {
    return fmt::format(
        "{} calls a function of its warp at line {}, but its mask {:#010x} leaves it out{}; the mask must "
        "name "
        "all threads that call the function",
        thread_text(x, call), x.range(call.at).line, call.mask,
        named == nullptr ? std::string() : fmt::format(" and names {}", thread_text(x, *named)));
  });
}

void report_different_masks(Execution& x, const MaskedCall& call, const MaskedCall& other) {
  report_mask(x, Severity::error, call, &other, call.at, [&] {
    return fmt::format(
        "{} calls a function of its warp at line {} with mask {:#010x}, which names {}, but that thread "
        "calls "
        "it "
        "with mask {:#010x}; threads that meet must give the same mask",
        thread_text(x, call), x.range(call.at).line, call.mask, thread_text(x, other), other.mask);
  });
}

void report_read_outside_mask(Execution& x, const MaskedCall& call, const MaskedCall* source,
                              std::uint32_t source_position) {
  report_mask(x, Severity::warning, call, source, call.at, [&] {
    const std::string from = source == nullptr ? fmt::format("lane {}, which has no thread", source_position)
                                               : fmt::format("{}, which is not among the threads that meet",
                                                             thread_text(x, *source));
    return fmt::format("{} reads the value of {} at line {}; the result is undefined", thread_text(x, call),
                       from, x.range(call.at).line);
  });
}

void report_partial_barrier(Execution& x, std::uint64_t missing) {
  const std::uint32_t warp = x.state.current_warp;
  const Obstacle obstacle = obstacle_of(x, warp, first_lane(missing));
  report(x, Finding::Kind::barrier_divergence, x.pc, obstacle.pc,
         static_cast<unsigned>(std::popcount(missing)), [&] {
           return divergence(x, x.pc, x.work_item(warp, first_lane(x.lanes)),
                             x.work_item(warp, first_lane(missing)), obstacle);
         });
}

void report_ended_before_barrier(Execution& x, std::uint32_t barrier_pc, std::uint32_t waiting,
                                 std::uint32_t ended) {
  const Warp& warp = x.state.group.warps[ended];
  const unsigned lane = first_lane(warp.existing);
  const Obstacle obstacle = obstacle_of_ended(x, ended, lane, waiting);
  report(x, Finding::Kind::barrier_divergence, barrier_pc, obstacle.pc,
         static_cast<unsigned>(std::popcount(warp.existing)), [&] {
           const unsigned there = first_lane(x.state.group.warps[waiting].existing);
           return divergence(x, barrier_pc, x.work_item(waiting, there), x.work_item(ended, lane), obstacle);
         });
}

void report_different_barriers(Execution& x, std::uint32_t barrier_pc, std::uint32_t waiting,
                               std::uint32_t other) {
  const auto& warps = x.state.group.warps;
  const std::uint32_t other_pc = other == x.state.current_warp ? x.pc : warps[other].pc - 1;
  const std::uint64_t here =
      x.work_item(waiting, first_lane(warps[waiting].active | warps[waiting].existing));
  const std::uint64_t there = x.work_item(other, first_lane(warps[other].active | warps[other].existing));
  report(x, Finding::Kind::barrier_divergence, barrier_pc, other_pc, 1, [&] {
    Finding finding;
    const auto& code = x.launch->program->code;
    finding.message = fmt::format(
        "work-item {} waits at {} at line {} while work-item {} waits at {} at line {}; all "
        "work-items of a group must reach the same one",
        here, with_article(own_name(x, code[barrier_pc])), x.range(barrier_pc).line, there,
        other_meeting(x, code[barrier_pc], code[other_pc]), x.range(other_pc).line);
    finding.first = party(x, here, barrier_pc);
    finding.second = party(x, there, other_pc);
    return finding;
  });
}

void report_disagreement(Execution& x, std::uint32_t at, std::uint64_t item, std::uint64_t other) {
  report(x, Finding::Kind::barrier_divergence, at, at, 1, [&] {
    Finding finding;
    finding.message = fmt::format(
        "work-items {} and {} pass different arguments to the async copy at line {}; all work-items of the "
        "group must pass the same arguments",
        item, other, x.range(at).line);
    finding.first = party(x, item, at);
    finding.second = party(x, other, at);
    return finding;
  });
}

}  // namespace lockstep::sim
