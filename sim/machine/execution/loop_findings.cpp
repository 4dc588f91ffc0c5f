#include "sim/machine/execution/loop_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <optional>

#include "core/base/files/path_text.hpp"
#include "core/base/text/text.hpp"
#include "sim/bytecode/address.hpp"
#include "sim/machine/execution/findings.hpp"
#include "sim/machine/execution/lanes.hpp"
#include "sim/machine/execution/loop_watch.hpp"
#include "sim/machine/launch/describe.hpp"

namespace lockstep::sim {
namespace {

constexpr std::size_t kMaxVariables = 6;  // the maximum number of variables whose values a message lists
constexpr std::size_t kMaxPlaces = 4;     // the maximum number of read locations that a message lists
// The limit of the trial run with independent lanes, in instructions of single lanes. The trial run takes a
// fraction of a second.
constexpr std::uint64_t kMaxOfTrial = 8'000'000;

// A loop of a warp, given by its first instruction, and the lane whose values the message lists.
struct LanePlace {
  std::uint32_t warp = 0;
  unsigned lane = 0;
  std::optional<std::uint32_t> loop;  // empty: the warp is in no loop
};

const Warp& warp_of(const Execution& x, const LanePlace& place) { return x.state.group.warps[place.warp]; }

// Returns the outermost loop that has repeated recently, if the warp is still in this loop; otherwise the
// innermost loop.
std::optional<std::uint32_t> loop_of(const Warp& warp) {
  const auto& stack = warp.stack;
  const bool known = warp.loop_depth != 0 && warp.loop_depth <= stack.size();
  if (known && stack[warp.loop_depth - 1].pc == warp.loop) return warp.loop;
  const auto innermost = std::find_if(stack.rbegin(), stack.rend(), [](const ControlFrame& frame) {
    return frame.kind == ControlFrame::Kind::loop;
  });
  return innermost == stack.rend() ? std::nullopt : std::optional(innermost->pc);
}

LanePlace place_of(const Execution& x, std::uint32_t index) {
  const Warp& warp = x.state.group.warps[index];
  const std::uint64_t lanes = warp.active != 0 ? warp.active : warp.existing;
  return {index, static_cast<unsigned>(std::countr_zero(lanes)), loop_of(warp)};
}

std::uint64_t item_of(const Execution& x, const LanePlace& place) {
  return x.work_item(place.warp, place.lane);
}

// Returns the instruction after the end of the construct that begins at `begin`.
std::uint32_t end_of(const std::vector<Instruction>& code, std::uint32_t begin) {
  int depth = 0;
  for (std::uint32_t pc = begin; pc < code.size(); ++pc) {
    if (code[pc].op == Opcode::loop_begin) ++depth;
    if (code[pc].op == Opcode::loop_end && --depth == 0) return pc + 1;
  }
  return static_cast<std::uint32_t>(code.size());
}

std::string place_words(const Execution& x, std::uint32_t pc) {
  const std::string& path = x.setup.plan.programs[x.launch->program_index].source.path;
  const std::string file = path_text(system_path(path).filename());
  const bool is_main = x.range(pc).file == 0 && !file.empty();
  return fmt::format("line {}{}", x.range(pc).line, is_main ? " of " + file : "");
}

bool uses(const Instruction& instruction, const Variable& variable) {
  const auto within = [&](Register first, unsigned count) {
    return first < variable.first + variable.count && variable.first < first + count;
  };
  for (const RegisterRun& run : registers_read(instruction))
    if (run.count != 0 && within(run.first, run.count)) return true;
  return within(instruction.dst, instruction.count);
}

std::string value_text(const Execution& x, const Warp& warp, const Variable& variable, unsigned lane) {
  std::string text;
  for (unsigned k = 0; k < variable.count; ++k) {
    const auto reg = static_cast<Register>(variable.first + k);
    const std::byte* value =
        warp.registers.data() + std::size_t{reg} * 8 * x.width + lane * size_bytes(variable.type);
    if (k != 0) text += ", ";
    text +=
        with_lane_type(variable.type, [&]<class T>() { return fmt::format("{}", get_lane<T>(value, 0)); });
  }
  return variable.count == 1 ? text : "(" + text + ")";
}

// Returns the variables that the loop uses, with their values in a lane: "i = 5, sum = 12".
std::string variables_text(const Execution& x, const LanePlace& place) {
  const Program& program = *x.launch->program;
  const Warp& warp = warp_of(x, place);
  const std::uint32_t begin = place.loop.value_or(warp.pc);
  const std::uint32_t end = place.loop ? end_of(program.code, begin) : warp.pc + 1;
  std::string text;
  std::size_t named = 0;
  for (const Variable& variable : program.variables) {
    const bool is_plain = variable.in_register && variable.type_name.find('*') == std::string::npos;
    const bool is_alive = variable.begin <= warp.pc && warp.pc < variable.end;
    if (!is_plain || !is_alive || named == kMaxVariables) continue;
    const auto first = program.code.begin() + begin, last = program.code.begin() + end;
    if (std::none_of(first, last, [&](const Instruction& i) { return uses(i, variable); })) continue;
    text += fmt::format("{}{} = {}", named++ == 0 ? "" : ", ", variable.name,
                        value_text(x, warp, variable, place.lane));
  }
  return text;
}

std::string with_variables(const Execution& x, const LanePlace& place) {
  const std::string text = variables_text(x, place);
  return text.empty() ? "" : fmt::format(" ({})", text);
}

// Collects the addresses that one lane reads in an iteration.
class ReadPlaces final : public Observer {
 public:
  ReadPlaces(std::uint32_t warp, unsigned lane) : warp_(warp), lane_(lane) {}
  bool wants_instructions() const override { return false; }
  void on_access(const MachineState&, const Moment& moment, const Instruction&,
                 const ObservedAccess& observed) override {
    const WarpAccess& access = observed.access;
    const bool is_its = moment.warp == warp_ && (access.active >> lane_ & 1) != 0;
    if (!is_its || access.kind == AccessKind::store || observed.space == Space::constant) return;
    const std::uint64_t address = access.addresses[lane_];
    if (std::ranges::find(places_, address) == places_.end()) places_.push_back(address);
  }
  const std::vector<std::uint64_t>& places() const { return places_; }

 private:
  std::uint32_t warp_;
  unsigned lane_;
  std::vector<std::uint64_t> places_;
};

std::vector<std::uint64_t> places_read(const Execution& x, const LanePlace& place) {
  ReadPlaces reads(place.warp, place.lane);
  repeat_iteration(x, place.warp, reads);
  return reads.places();
}

std::string list_of(const Execution& x, const std::vector<std::uint64_t>& addresses) {
  std::string text;
  const std::size_t count = std::min(addresses.size(), kMaxPlaces);
  for (std::size_t i = 0; i < count; ++i)
    text += (i == 0                      ? ""
             : i + 1 == addresses.size() ? " and "
                                         : ", ") +
            describe_place(*x.launch, addresses[i]);
  if (addresses.size() > count) text += " and others";
  return text;
}

// Returns whether the loop contains a test, break or return that could end it.
bool has_exit(const std::vector<Instruction>& code, std::uint32_t loop) {
  const std::uint32_t end = end_of(code, loop);
  return std::any_of(code.begin() + loop, code.begin() + end, [](const Instruction& instruction) {
    using enum Opcode;
    return instruction.op == loop_test || instruction.op == break_out || instruction.op == return_out;
  });
}

std::string reason_of(const Execution& x, const LanePlace& place, const std::vector<std::uint64_t>& reads) {
  if (!has_exit(x.launch->program->code, *place.loop)) return "no condition, break or return ends it";
  if (reads.empty()) return "none of its values changes from one iteration to the next";
  return fmt::format("it reads {}, which no running work-item changes", list_of(x, reads));
}

// A lane of the same warp that waits until the loop ends.
struct Blocked {
  std::uint64_t item = 0;
  std::uint32_t pc = 0;
  std::string words;
};

std::string waiting_words(const Execution& x, const LanePlace& place, const ControlFrame& frame,
                          unsigned lane) {
  if (frame.pc == *place.loop && (frame.left >> lane & 1) != 0)
    return "has left the loop and waits at its end";
  return fmt::format("waits at the end of the {} at line {}",
                     frame.kind == ControlFrame::Kind::loop      ? "loop"
                     : frame.kind == ControlFrame::Kind::call    ? "function called"
                     : frame.kind == ControlFrame::Kind::switch_ ? "switch"
                                                                 : "branch",
                     x.range(frame.pc).line);
}

std::optional<Blocked> blocked_lane(const Execution& x, const LanePlace& place) {
  const Warp& warp = warp_of(x, place);
  for (auto frame = warp.stack.rbegin(); frame != warp.stack.rend(); ++frame) {
    const std::uint64_t held =
        (frame->other | frame->left | frame->continued) & ~warp.finished & ~warp.active;
    if (held == 0) continue;
    const auto lane = static_cast<unsigned>(std::countr_zero(held));
    return Blocked{x.work_item(place.warp, lane), frame->pc, waiting_words(x, place, *frame, lane)};
  }
  return std::nullopt;
}

// Returns whether the group ends if its lanes are scheduled independently.
bool ends_with_independent_lanes(const Execution& x) {
  if (x.setup.options.schedule.lanes == LaneSchedule::independent) return false;
  MachineOptions options;
  options.track_uninitialised = false;
  options.step_budget = kMaxOfTrial;
  options.schedule = {LaneSchedule::independent, x.setup.options.schedule.order};
  const auto is_before_end = [&](const MachineState& state) {
    return state.launch < x.state.launch ||
           (state.launch == x.state.launch &&
            (state.group.turn <= x.state.group.turn || !state.waiting.empty()));
  };
  const std::optional<MachineState> state = x.setup.run_trial(x.setup, options, is_before_end);
  return state && !state->ended_early() && !is_before_end(*state);
}

Finding endless_loop(const Execution& x, const LanePlace& place, const std::optional<Blocked>& blocked) {
  Finding finding;
  const std::vector<std::uint64_t> reads = places_read(x, place);
  const std::uint64_t item = item_of(x, place);
  finding.message = fmt::format("work-item {} never leaves the loop at {}: {}", item,
                                place_words(x, *place.loop), reason_of(x, place, reads));
  if (blocked)
    finding.message += fmt::format("; work-item {} of the same warp {}", blocked->item, blocked->words);
  if (blocked && !reads.empty() && ends_with_independent_lanes(x)) {
    finding.ends_with_independent_lanes = true;
    finding.message +=
        ", so the lanes of one warp block each other; where each lane runs independently (independent "
        "lanes), "
        "the "
        "loop ends";
  }
  finding.message += with_variables(x, place);
  finding.first = party(x, item, *place.loop);
  if (blocked) finding.second = party(x, blocked->item, blocked->pc);
  return finding;
}

// Returns a text that states where the run was stopped.
std::string stop_words(const Execution& x, const LanePlace& place) {
  const std::string who = fmt::format("work-item {} in work-group {} of kernel {}", item_of(x, place),
                                      x.state.group.group, x.launch->kernel->name);
  if (!place.loop) return fmt::format("{} was at {}{}", who, place_words(x, x.pc), with_variables(x, place));
  return fmt::format("{} was in the loop at {}{}, which may never end", who, place_words(x, x.pc),
                     with_variables(x, place));
}

void report_stop(Execution& x, const std::string& why) {
  const LanePlace place = place_of(x, x.state.current_warp);
  x.pc = place.loop.value_or(x.warp->pc);
  x.lanes = x.warp->active;
  report(x, Finding::Kind::step_budget, x.pc, x.pc, 1, [&] {
    Finding finding;
    finding.message = fmt::format("stopped {}: {}", why, stop_words(x, place));
    finding.first = party(x, item_of(x, place), x.pc);
    return finding;
  });
}

}  // namespace

void report_endless_loop(Execution& x) {
  const auto& warps = x.state.group.warps;
  const auto first = std::ranges::find(warps, Warp::Status::waits_in_loop, &Warp::status);
  const LanePlace place = place_of(x, static_cast<std::uint32_t>(first - warps.begin()));
  x.pc = *place.loop;
  const std::optional<Blocked> blocked = blocked_lane(x, place);
  report(x, Finding::Kind::endless_loop, x.pc, blocked ? blocked->pc : x.pc,
         static_cast<unsigned>(std::popcount(first->active)),
         [&] { return endless_loop(x, place, blocked); });
}

void report_step_budget(Execution& x, std::uint64_t executed_before) {
  if (executed_before <= x.state.executed)
    return report_stop(x, fmt::format("after {} warp instructions", x.state.executed));
  report_stop(x, fmt::format("after {} warp instructions, of which the first {} are shown", executed_before,
                             x.state.executed));
}

void report_stall(Execution& x, std::chrono::milliseconds timeout) {
  report_stop(
      x, fmt::format("because no work-group ended in {} s", static_cast<double>(timeout.count()) / 1000));
}

}  // namespace lockstep::sim
