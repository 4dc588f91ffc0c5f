// Executes the instructions of structured control flow. Masks are pushed, split and joined as described in
// opcodes.def. A frame contains the lanes that will be active later. Lanes that are neither active nor in a
// frame have ended.
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "sim/machine/execution/lanes.hpp"
#include "sim/machine/execution/loop_watch.hpp"

namespace lockstep::sim {
namespace {

// Returns a mask of the lanes whose condition is not 0, among 32 lanes that may be active or not.
std::uint64_t nonzero_of_32(const std::byte* value) {
  std::uint64_t held = 0;
#if defined(__SSE2__)
  for (unsigned half = 0; half < 32; half += 16) {
    __m128i zero[4];
    for (unsigned i = 0; i < 4; ++i) {
      const __m128i four = _mm_loadu_si128(reinterpret_cast<const __m128i*>(value + (half + 4 * i) * 4));
      zero[i] = _mm_cmpeq_epi32(four, _mm_setzero_si128());
    }
    const __m128i all = _mm_packs_epi16(_mm_packs_epi32(zero[0], zero[1]), _mm_packs_epi32(zero[2], zero[3]));
    held |= std::uint64_t{static_cast<std::uint16_t>(~_mm_movemask_epi8(all))} << half;
  }
#else
  for (unsigned lane = 0; lane < 32; ++lane)
    held |= std::uint64_t{get_lane<std::int32_t>(value, lane) != 0} << lane;
#endif
  return held;
}

std::uint64_t lanes_that_hold(const Execution& x, std::uint32_t condition, std::uint64_t lanes) {
  const std::byte* value = x.registers + condition;
  if (x.width == 32) return nonzero_of_32(value) & lanes;
  std::uint64_t held = 0;
  for_each_lane(
      lanes, [&](unsigned lane) { held |= std::uint64_t{get_lane<std::int32_t>(value, lane) != 0} << lane; });
  return held;
}

std::uint64_t lanes_that_hold(const Execution& x, std::uint32_t condition) {
  return lanes_that_hold(x, condition, x.lanes);
}

void report_branch(Execution& x, const Operation& op, std::uint64_t lanes, std::uint64_t taken) {
  if (!op.instruction->counts_as_branch || x.branch_observers.empty()) return;
  const Moment now = x.moment();
  const ObservedBranch branch{lanes, taken};
  for (Observer* observer : x.branch_observers) observer->on_branch(x.state, now, *op.instruction, branch);
}

ControlFrame& top(Execution& x) { return x.warp->stack.back(); }
ControlFrame& below_top(Execution& x, std::int64_t frames) {
  return x.warp->stack[x.warp->stack.size() - 1 - static_cast<std::size_t>(frames)];
}

ControlFrame& push(Execution& x, ControlFrame::Kind kind) {
  ControlFrame frame;
  frame.kind = kind;
  frame.pc = x.pc;
  return x.warp->stack.emplace_back(frame);
}

void go_if_none(Execution& x, const Operation& op) {
  if (x.warp->active == 0) x.next = op.target;
}

void if_begin(Execution& x, const Operation& op) {
  const std::uint64_t taken = lanes_that_hold(x, op.a);
  report_branch(x, op, x.lanes, taken);
  ControlFrame& frame = push(x, ControlFrame::Kind::if_);
  frame.other = x.lanes & ~taken;
  frame.split = taken != 0 && taken != x.lanes;
  x.warp->active = taken;
  go_if_none(x, op);
}

void if_else(Execution& x, const Operation& op) {
  std::swap(x.warp->active, top(x).other);
  go_if_none(x, op);
}

void if_end(Execution& x, const Operation& op) {
  x.warp->active |= top(x).other;
  x.warp->stack.pop_back();
  go_if_none(x, op);
}

void loop_begin(Execution& x, const Operation&) { push(x, ControlFrame::Kind::loop); }

void loop_test(Execution& x, const Operation& op) {
  const std::uint64_t stay = lanes_that_hold(x, op.a);
  report_branch(x, op, x.lanes, stay);
  top(x).left |= x.lanes & ~stay;
  top(x).split |= stay != 0 && stay != x.lanes;
  x.warp->active = stay;
  go_if_none(x, op);
}

void loop_join(Execution& x, const Operation& op) {
  x.warp->active |= top(x).continued;
  top(x).continued = 0;
  go_if_none(x, op);
}

void loop_back(Execution& x, const Operation& op) {
  x.next = op.target;
  if (++x.warp->loops.turns >= kFirstLook) [[unlikely]]
    look_at_loop(x);
}

void loop_end(Execution& x, const Operation& op) {
  x.warp->active |= top(x).left;
  x.warp->stack.pop_back();
  go_if_none(x, op);
}

void break_out(Execution& x, const Operation& op) {
  below_top(x, op.imm).left |= x.lanes;
  x.warp->active = 0;
  x.next = op.target;
}

void continue_out(Execution& x, const Operation& op) {
  below_top(x, op.imm).continued |= x.lanes;
  x.warp->active = 0;
  x.next = op.target;
}

// Returns the active lanes with the same condition as the first active lane.
std::uint64_t lanes_with_the_first(const Execution& x, const Operation& op) {
  const std::uint64_t first = x.lanes & (~x.lanes + 1);
  std::uint64_t labelled = 0;
  for (const std::uint32_t label : op.labels) {
    const std::uint64_t matched = lanes_that_hold(x, label);
    if ((matched & first) != 0) return matched;
    labelled |= matched;
  }
  return x.lanes & ~labelled;
}

void switch_begin(Execution& x, const Operation& op) {
  const std::uint64_t together = lanes_with_the_first(x, op);
  report_branch(x, op, x.lanes, together);
  ControlFrame& frame = push(x, ControlFrame::Kind::switch_);
  frame.other = x.lanes;
  frame.split = together != x.lanes;
  x.warp->active = 0;
}

void case_label(Execution& x, const Operation& op) {
  ControlFrame& frame = top(x);
  const std::uint64_t matched = lanes_that_hold(x, op.a, frame.other);
  if (frame.other != 0) report_branch(x, op, frame.other, matched);
  frame.other &= ~matched;
  frame.matched |= matched;
  x.warp->active |= matched;
  go_if_none(x, op);
}

void switch_end(Execution& x, const Operation& op) {
  x.warp->active |= top(x).left | top(x).other;
  x.warp->stack.pop_back();
  go_if_none(x, op);
}

void call(Execution& x, const Operation& op) {
  push(x, ControlFrame::Kind::call);
  x.next = op.target;
}

void return_out(Execution& x, const Operation& op) {
  if (op.instruction->mode == 1) {
    x.warp->finished |= x.lanes;
    x.warp->returns.push_back({x.pc, x.lanes});
  } else {
    below_top(x, op.imm).left |= x.lanes;
  }
  x.warp->active = 0;
  x.next = op.target;
}

void function_end(Execution& x, const Operation&) {
  x.warp->active |= top(x).left;
  x.next = top(x).pc + 1;
  x.warp->stack.pop_back();
}

}  // namespace

LOCKSTEP_EXECUTED_BY_ITS_NAME(if_begin)
LOCKSTEP_EXECUTED_BY_ITS_NAME(if_else)
LOCKSTEP_EXECUTED_BY_ITS_NAME(if_end)
LOCKSTEP_EXECUTED_BY_ITS_NAME(loop_begin)
LOCKSTEP_EXECUTED_BY_ITS_NAME(loop_test)
LOCKSTEP_EXECUTED_BY_ITS_NAME(loop_join)
LOCKSTEP_EXECUTED_BY_ITS_NAME(loop_back)
LOCKSTEP_EXECUTED_BY_ITS_NAME(loop_end)
LOCKSTEP_EXECUTED_BY_ITS_NAME(break_out)
LOCKSTEP_EXECUTED_BY_ITS_NAME(continue_out)
LOCKSTEP_EXECUTED_BY_ITS_NAME(switch_begin)
LOCKSTEP_EXECUTED_BY_ITS_NAME(case_label)
LOCKSTEP_EXECUTED_BY_ITS_NAME(switch_end)
LOCKSTEP_EXECUTED_BY_ITS_NAME(call)
LOCKSTEP_EXECUTED_BY_ITS_NAME(return_out)
LOCKSTEP_EXECUTED_BY_ITS_NAME(function_end)

}  // namespace lockstep::sim
