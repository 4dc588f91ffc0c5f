#include "gui/figures/lanes/lanes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

#include "gui/figures/lanes/values.hpp"
#include "gui/figures/tools/source_text.hpp"
#include "sim/trace/operator_call.hpp"

namespace lockstep::gui {
namespace {

using sim::ControlFrame;
using sim::Opcode;

// The number of moments, counted over all warps, that are searched backwards for the last value of a warp.
constexpr std::uint64_t kLookBack = 2048;

// Returns the register and the kind of the result of an instruction if the result is relevant to a reader of
// the source. Results of operators, loads and stores are relevant; conditions, copies, constants and
// work-item ids are not.
std::optional<std::pair<sim::Register, std::string_view>> shown_result(const sim::Instruction& instruction) {
  const std::string_view result = sim::opcode_info(instruction.op).result;
  if (result.empty()) return std::nullopt;
  return std::pair{instruction.op == Opcode::store ? instruction.b : instruction.dst, result};
}

bool writes_register(const sim::Instruction& instruction) {
  switch (sim::opcode_info(instruction.op).shape) {
    case sim::OperandShape::none:
    case sim::OperandShape::a:
    case sim::OperandShape::ab:
      return false;
    case sim::OperandShape::d:
    case sim::OperandShape::da:
    case sim::OperandShape::dab:
    case sim::OperandShape::dabc:
    case sim::OperandShape::special:
      return true;
  }
  return false;
}

// Returns the last result of the warp that has not been overwritten.
std::optional<ValuePlace> last_result(const sim::Trace& trace, const sim::TraceState& state,
                                      std::uint32_t warp) {
  const sim::MachineState& machine = state.machine;
  const sim::Warp& registers = machine.group.warps[warp];
  std::set<sim::Register> overwritten;
  const std::uint64_t stop = state.position > kLookBack ? state.position - kLookBack : 0;
  for (std::uint64_t p = state.position; p-- > stop;) {
    const sim::Moment& moment = trace.at(p).moment;
    if (moment.launch != machine.launch || moment.group != machine.group.group) break;
    if (moment.warp != warp) continue;
    const sim::Instruction& instruction = trace.instruction_at(p);
    const auto result = shown_result(instruction);
    if (result && moment.lanes != 0 && overwritten.count(result->first) == 0) {
      const auto lane = static_cast<unsigned>(std::countr_zero(moment.lanes));
      const std::uint64_t bits = machine.register_bits(registers, result->first, instruction.type, lane);
      if (!is_address(bits, instruction.type))
        return ValuePlace{result->first, instruction.type, moment.lanes,
                          fmt::format("{} on line {}", result->second, trace.range_at(p).line)};
    }
    if (writes_register(instruction)) {
      for (unsigned i = 0; i < std::max<unsigned>(1, instruction.count); ++i)
        overwritten.insert(static_cast<sim::Register>(instruction.dst + i));
    }
  }
  return std::nullopt;
}

std::string_view frame_word(ControlFrame::Kind kind) {
  switch (kind) {
    case ControlFrame::Kind::if_:
      return "if";
    case ControlFrame::Kind::loop:
      return "loop";
    case ControlFrame::Kind::switch_:
      return "switch";
    case ControlFrame::Kind::call:
      return "call";
  }
  return {};
}

// Returns the instruction at which the `else` part of an `if` begins; no value if there is no `else` part.
std::optional<std::uint32_t> else_of(const sim::Program& program, std::uint32_t if_begin) {
  int depth = 0;
  for (std::uint32_t pc = if_begin + 1; pc < program.code.size(); ++pc) {
    const sim::Opcode opcode = program.code[pc].op;
    if (opcode == sim::Opcode::if_begin) ++depth;
    if (opcode == sim::Opcode::if_else && depth == 0) return pc;
    if (opcode == sim::Opcode::if_end && depth-- == 0) return std::nullopt;
  }
  return std::nullopt;
}

// Returns the warp's position in the function that contains this frame. If the warp is in a function called
// from there, returns the position of the call.
std::uint32_t pc_within(const sim::Warp& warp, std::size_t frame) {
  for (std::size_t inner = frame + 1; inner < warp.stack.size(); ++inner)
    if (warp.stack[inner].kind == ControlFrame::Kind::call) return warp.stack[inner].pc;
  return warp.pc;
}

bool is_in_else(const sim::Program& program, const sim::Warp& warp, std::size_t frame) {
  if (warp.stack[frame].kind != ControlFrame::Kind::if_) return false;
  const auto other_path = else_of(program, warp.stack[frame].pc);
  return other_path && pc_within(warp, frame) > *other_path;
}

std::vector<ShownMaskFrame> mask_stack(const sim::Program& program, const PlanProgram& source,
                                       const sim::Warp& warp) {
  std::vector<ShownMaskFrame> frames;
  std::uint64_t inside = warp.existing & ~warp.finished;
  for (std::size_t i = 0; i < warp.stack.size(); ++i) {
    const ControlFrame& frame = warp.stack[i];
    const auto& range = range_of(program, frame.pc);
    const std::uint64_t held = inside & (frame.other | frame.left | frame.continued) & ~warp.active;
    inside &= ~held;
    // The source range of a loop contains only its keyword, not its condition.
    const bool is_loop = frame.kind == ControlFrame::Kind::loop;
    std::string condition = is_loop ? std::string() : source_text(source, range);
    const bool in_else = is_in_else(program, warp, i);
    if (in_else && !condition.empty()) condition += " is false";
    frames.push_back({in_else ? "else" : std::string(frame_word(frame.kind)), range.line,
                      std::move(condition), inside, held});
  }
  return frames;
}

LaneState lane_state(const sim::Warp& warp, bool executes, unsigned lane) {
  const std::uint64_t bit = std::uint64_t{1} << lane;
  if ((warp.existing & bit) == 0) return LaneState::absent;
  if ((warp.finished & bit) != 0 || warp.status == sim::Warp::Status::finished) return LaneState::finished;
  if ((warp.active & bit) == 0) return LaneState::masked;
  if (warp.status == sim::Warp::Status::at_barrier) return LaneState::waiting;
  return executes ? LaneState::acts : LaneState::ready;
}

// Returns the source line of the warp. The operator's function is not part of the shown text; inside this
// function, the line of its call is returned.
std::uint32_t line_of(const sim::Trace& trace, const sim::Program& program, const sim::Warp& warp) {
  const sim::HelperFunction* function = sim::operator_function_of(trace.plan(), program);
  std::uint32_t pc = warp.pc;
  if (function != nullptr && pc >= function->entry && pc <= function->end)
    for (const ControlFrame& frame : warp.stack)
      if (frame.kind == ControlFrame::Kind::call) pc = frame.pc;
  return range_of(program, pc).line;
}

ShownWarp view_warp(const sim::Trace& trace, const sim::TraceState& state, std::uint32_t index,
                    const std::string& variable) {
  const sim::MachineState& machine = state.machine;
  const PlanLaunch& launch = trace.plan().launches[machine.launch];
  const sim::Program& program = trace.program(launch.program);
  const sim::Warp& warp = machine.group.warps[index];
  ShownWarp view;
  view.warp = index;
  view.executes = state.position < trace.size() && machine.current_warp == index;
  if (warp.status != sim::Warp::Status::finished) view.line = line_of(trace, program, warp);
  view.stack = mask_stack(program, trace.plan().programs[launch.program], warp);

  const auto place = variable.empty()
                         ? last_result(trace, state, index)
                         : find_variable(program, program.find_kernel(launch.kernel), warp, variable);
  if (place) {
    view.type = place->type;
    view.value_name = place->name;
  }
  view.lanes.resize(machine.warp_width);
  for (unsigned lane = 0; lane < machine.warp_width; ++lane) {
    ShownLane& cell = view.lanes[lane];
    const std::uint64_t bit = std::uint64_t{1} << lane;
    cell.state = lane_state(warp, view.executes, lane);
    if (cell.state == LaneState::masked) {
      for (const ShownMaskFrame& frame : view.stack) {
        if ((frame.held & bit) != 0) cell.masked_by = frame.line;
      }
    }
    cell.has_value = place && (place->lanes & bit) != 0;
    if (cell.has_value) cell.bits = lane_bits(machine, program, warp, *place, lane);
  }
  return view;
}

std::string masked_words(const ShownWarp& warp) {
  std::string words;
  for (const ShownMaskFrame& frame : warp.stack) {
    if (frame.held == 0) continue;
    words += fmt::format(" · {} masked off by line {}", std::popcount(frame.held), frame.line);
    if (!frame.text.empty() && frame.text.size() <= 40) words += fmt::format(" ({})", frame.text);
  }
  return words;
}

std::string headline(const Lanes& lanes) {
  for (const ShownWarp& warp : lanes.warps) {
    if (!warp.executes) continue;
    if (warp.lanes.size() == 1 && lanes.warps.size() > 1)
      return fmt::format("work-item {} executes line {}", warp.warp, warp.line);
    const auto existing = static_cast<unsigned>(warp.lanes.size()) - warp.count(LaneState::absent);
    return fmt::format("warp {} issues line {} · {} of {} lanes active{}", warp.warp, warp.line,
                       warp.count(LaneState::acts), existing, masked_words(warp));
  }
  return "the run has ended";
}

}  // namespace

unsigned ShownWarp::count(LaneState state) const {
  return static_cast<unsigned>(
      std::count_if(lanes.begin(), lanes.end(), [&](const ShownLane& lane) { return lane.state == state; }));
}

Lanes prepare_lanes(const sim::Trace& trace, std::uint64_t position, const std::string& variable) {
  Lanes lanes;
  const auto state = trace.seek(std::min(position, trace.size()));
  const sim::MachineState& machine = state->machine;
  if (!machine.done(trace.plan().launches.size())) {
    lanes.launch = machine.launch;
    lanes.group = machine.group.group;
    const NdRange& range = trace.plan().launches[machine.launch].range;
    lanes.groups = static_cast<std::uint32_t>(range.group_count());
    if (range.dimensions > 1) lanes.row = range.local_size[0];
    for (std::uint32_t w = 0; w < machine.group.warps.size(); ++w)
      lanes.warps.push_back(view_warp(trace, *state, w, variable));
  }
  lanes.headline = headline(lanes);
  return lanes;
}

}  // namespace lockstep::gui
