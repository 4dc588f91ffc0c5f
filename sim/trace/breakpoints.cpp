#include "sim/trace/breakpoints.hpp"

#include <algorithm>

#include "sim/machine/machine.hpp"
#include "sim/trace/operator_call.hpp"
#include "sim/trace/watch.hpp"

namespace lockstep::sim {
namespace {

constexpr std::chrono::seconds kMaxTime{3};  // a longer search is abandoned

}  // namespace

Breakpoints::Breakpoints(const Trace& trace, BreakpointLines lines)
    : trace_(trace), lines_(std::move(lines)) {
  for (const auto& [line, condition] : lines_)
    if (!condition.empty()) conditions_.emplace(line, std::make_unique<Watch>(trace, condition));
}

Breakpoints::~Breakpoints() = default;

// Returns whether a warp reaches a line at `position`. This is the case if the previous moment belonged to a
// different warp or line, or to a later position in the same line.
bool Breakpoints::arrives(std::uint64_t position) const {
  const std::uint32_t line = trace_.range_at(position).line;
  if (!lines_.contains(line)) return false;
  if (position == 0) return true;
  const Moment &here = trace_.at(position).moment, &before = trace_.at(position - 1).moment;
  const bool same_warp =
      here.warp == before.warp && here.group == before.group && here.launch == before.launch;
  const bool returns = is_in_operator(trace_, position - 1);
  return !same_warp || trace_.range_at(position - 1).line != line || (here.pc <= before.pc && !returns);
}

// Replays only the machine's state, without observers, because a search passes many moments.
const MachineState& Breakpoints::state_at(std::uint64_t position) {
  const std::uint64_t kept = trace_.kept_position(position);
  if (!position_ || *position_ > position || *position_ < kept) {
    state_ = trace_.kept_state(position).machine;
    position_ = kept;
  }
  if (*position_ < position)
    trace_.machine().step_through(state_, {}, [&] { return ++*position_ < position; });
  return state_;
}

std::uint64_t Breakpoints::lanes_at(std::uint64_t position) {
  const Moment& moment = trace_.at(position).moment;
  const auto condition = conditions_.find(trace_.range_at(position).line);
  if (condition == conditions_.end()) return moment.lanes;
  const LaneValues values = condition->second->in_warp(state_at(position), moment.warp, moment.lanes);
  std::uint64_t lanes = 0;
  for (unsigned lane = 0; lane < kMaxLanes; ++lane)
    if (values.is_true(lane)) lanes |= std::uint64_t{1} << lane;
  return lanes;
}

bool Breakpoints::stops_at(std::uint64_t position) { return arrives(position) && lanes_at(position) != 0; }

Breakpoints::Search Breakpoints::search(std::uint64_t from, std::uint64_t to, bool last) {
  constexpr std::uint64_t kBetweenLooks = 256;
  Search result;
  for (std::uint64_t position = from; position < to; ++position) {
    if (position % kBetweenLooks == 0 && std::chrono::steady_clock::now() > deadline_) {
      result.gave_up_at = position;
      return result;
    }
    if (!stops_at(position)) continue;
    result.found = position;
    if (!last) return result;
  }
  return result;
}

std::optional<Breakpoints::Stop> Breakpoints::next(std::uint64_t from, std::uint64_t to) {
  if (lines_.empty()) return std::nullopt;
  deadline_ = std::chrono::steady_clock::now() + kMaxTime;
  const Search result = search(from + 1, std::min(to + 1, trace_.size()), false);
  if (result.found) return Stop{*result.found, false};
  if (result.gave_up_at) return Stop{*result.gave_up_at, true};
  return std::nullopt;
}

// An interval that begins at a kept state is searched forwards, because states are replayed forwards.
std::optional<Breakpoints::Stop> Breakpoints::previous(std::uint64_t from) {
  if (lines_.empty()) return std::nullopt;
  deadline_ = std::chrono::steady_clock::now() + kMaxTime;
  for (std::uint64_t end = std::min(from, trace_.size()); end > 0;) {
    const std::uint64_t begin = trace_.kept_position(end - 1);
    const Search result = search(begin, end, true);
    if (result.gave_up_at) return Stop{end, true};
    if (result.found) return Stop{*result.found, false};
    end = begin;
  }
  return std::nullopt;
}

std::vector<std::uint64_t> Breakpoints::all() {
  std::vector<std::uint64_t> positions;
  for (std::uint64_t position = 0; position < trace_.size(); ++position)
    if (stops_at(position)) positions.push_back(position);
  return positions;
}

bool Breakpoints::has_code(std::uint32_t line) const {
  for (std::size_t i = 0; i < trace_.plan().programs.size(); ++i) {
    const Program& program = trace_.program(i);
    const bool begins_here = std::ranges::any_of(program.code, [&](const Instruction& instruction) {
      return program.ranges[instruction.range].line == line;
    });
    if (begins_here) return true;
  }
  return false;
}

std::string Breakpoints::problem(std::uint32_t line) {
  if (!has_code(line)) return "No instruction begins on this line.";
  const auto condition = conditions_.find(line);
  if (condition == conditions_.end()) return {};
  for (std::uint64_t position = 0; position < trace_.size(); ++position)
    if (trace_.range_at(position).line == line && arrives(position))
      return condition->second->problem_at(trace_.at(position).moment.launch, trace_.at(position).moment.pc);
  return {};
}

}  // namespace lockstep::sim
