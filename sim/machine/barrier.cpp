// Barriers. A warp arrives as a whole, whatever lanes it has left, so the run goes on after a divergent
// barrier; a warp that ends lets the others go on, too. Both are findings, because on a device either
// hangs or silently computes something else.
#include <algorithm>

#include "sim/machine/findings.hpp"
#include "sim/machine/lanes.hpp"

namespace lockstep::sim {
namespace {

bool some_warp_is_ready(const Execution& x) {
  return std::ranges::any_of(x.state.group.warps,
                             [](const Warp& warp) { return warp.status == Warp::Status::ready; });
}

// A waiting warp has its barrier right behind it; the one that executes has not moved on yet.
std::uint32_t barrier_of(const Execution& x, std::uint32_t warp_index) {
  if (warp_index == x.state.current_warp) return x.pc;
  return x.state.group.warps[warp_index].pc - 1;
}

void check_and_release(Execution& x) {
  const auto& warps = x.state.group.warps;
  const auto waiting = std::ranges::find(warps, Warp::Status::at_barrier, &Warp::status);
  if (waiting == warps.end()) return;
  const auto first = static_cast<std::uint32_t>(waiting - warps.begin());
  const std::uint32_t barrier_pc = barrier_of(x, first);
  for (std::uint32_t i = 0; i < warps.size(); ++i) {
    if (warps[i].status == Warp::Status::finished) {
      report_ended_before_barrier(x, barrier_pc, i);
    } else if (barrier_of(x, i) != barrier_pc) {
      report_different_barriers(x, barrier_pc, first, i);
    }
  }
  x.release_barrier(x.launch->program->code[barrier_pc]);
}

void barrier(Execution& x, const Operation& op) {
  const std::uint64_t missing = x.warp->existing & ~x.lanes;
  if (missing != 0) report_partial_barrier(x, missing);
  constexpr std::uint8_t kSubGroup = 1;
  if (op.instruction->mode == kSubGroup) return;
  const Moment now = x.moment();
  for (Observer* observer : x.observers) observer->on_barrier_arrive(x.state, now, *op.instruction);
  x.warp->status = Warp::Status::at_barrier;
  if (!some_warp_is_ready(x)) check_and_release(x);
}

void kernel_end(Execution& x, const Operation&) {
  x.warp->finished |= x.lanes;
  x.warp->active = 0;
  x.warp->status = Warp::Status::finished;
  x.next = x.pc;
  if (!some_warp_is_ready(x)) check_and_release(x);
}

// Lockstep and one group at a time make every write visible at once: a fence orders nothing here.
void fence(Execution&, const Operation&) {}

}  // namespace

Handlers barrier_handlers(const Instruction& instruction, unsigned) {
  switch (instruction.op) {
    case Opcode::barrier:
      return {barrier, barrier};
    case Opcode::fence:
      return {fence, fence};
    case Opcode::kernel_end:
      return {kernel_end, kernel_end};
    default:
      return {};
  }
}

}  // namespace lockstep::sim
