#include "sim/trace/watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/machine/execution/execution.hpp"
#include "sim/machine/launch/describe.hpp"
#include "sim/machine/launch/setup.hpp"
#include "sim/machine/machine.hpp"

namespace lockstep::sim {
namespace {

// Limit of warp instructions for an evaluation. Only a loop in a called function can exceed this limit.
constexpr unsigned kWatchMaxInstructions = 100'000;

// Collects the problems in the evaluation of an expression.
class Watcher final : public Observer {
 public:
  void on_access(const MachineState&, const Moment&, const Instruction&,
                 const ObservedAccess& observed) override {
    writes_ |= observed.access.kind != AccessKind::load;
  }
  void on_finding(const MachineState&, const Finding& finding) override {
    if (problem_.empty()) problem_ = words(finding.kind);
  }
  bool count_again(const FindingKey&, std::uint64_t) override { return !problem_.empty(); }
  bool wants_instructions() const override { return false; }

  bool writes() const { return writes_; }
  const std::string& problem() const { return problem_; }

 private:
  static std::string words(Finding::Kind kind) {
    if (kind == Finding::Kind::uninitialised_read) return "not initialised";
    std::string text(kind_name(kind));
    std::ranges::replace(text, '_', ' ');
    return text;
  }

  bool writes_ = false;
  std::string problem_;
};

// Resizes private memory from `old_bytes` to `bytes` in each lane.
template <class T>
void widen(std::vector<T>& memory, std::size_t old_bytes, std::size_t bytes, T fill) {
  if (memory.empty() || old_bytes == bytes) return;
  const std::size_t lanes = old_bytes == 0 ? 0 : memory.size() / old_bytes;
  std::vector<T> wider(lanes * bytes, fill);
  for (std::size_t lane = 0; lane < lanes; ++lane)
    std::copy_n(memory.begin() + static_cast<std::ptrdiff_t>(lane * old_bytes), std::min(old_bytes, bytes),
                wider.begin() + static_cast<std::ptrdiff_t>(lane * bytes));
  memory = std::move(wider);
}

}  // namespace

bool LaneValues::is_true(unsigned lane) const {
  const bool is_float = type == LaneType::float32 || type == LaneType::float64;
  const unsigned width = static_cast<unsigned>(8 * size_bytes(type));
  for (unsigned i = 0; is_known(lane) && i < count; ++i) {
    const std::uint64_t shifted = bits[std::size_t{lane} * count + i] << (64 - width);
    if ((is_float ? shifted << 1 : shifted) != 0) return true;  // -0.0 is zero, too
  }
  return false;
}

bool LaneValues::same(const LaneValues& other, unsigned lane) const {
  if (!is_known(lane) || !other.is_known(lane)) return is_known(lane) == other.is_known(lane);
  if (count != other.count || type != other.type) return false;
  const auto begin = static_cast<std::ptrdiff_t>(std::size_t{lane} * count);
  return std::equal(bits.begin() + begin, bits.begin() + begin + count, other.bits.begin() + begin);
}

Watch::Watch(const Trace& trace, std::string expression)
    : trace_(trace), expression_(std::move(expression)) {}

std::size_t Watch::scope_of(std::size_t program, std::uint32_t pc) {
  const auto [found, is_new] = boundaries_.try_emplace(program);
  if (is_new) found->second = language::scope_boundaries(trace_.program(program));
  return static_cast<std::size_t>(std::ranges::upper_bound(found->second, pc) - found->second.begin());
}

const Watch::Code& Watch::code_at(std::size_t program, std::uint32_t pc) {
  const Place place{program, scope_of(program, pc)};
  if (const auto known = codes_.find(place); known != codes_.end()) return known->second;
  return codes_.emplace(place, language::compile_watched(trace_.plan().programs[program], expression_, pc))
      .first->second;
}

std::string Watch::problem_at(std::uint32_t launch, std::uint32_t pc) {
  const Code& code = code_at(trace_.plan().launches[launch].program, pc);
  return code ? "" : code.error().message;
}

const Setup& Watch::setup_for(const language::WatchedCode& code, std::uint32_t launch, std::size_t scope) {
  std::shared_ptr<const Setup>& kept = setups_[{launch, scope}];
  if (kept) return *kept;
  auto setup = std::make_shared<Setup>(trace_.machine().setup());
  const std::size_t program = setup->plan.launches[launch].program;
  setup->programs[program] = code.program;
  setup->codes[program] = decode(*code.program, setup->width());
  // This cannot fail: the launch was bound before, and binding does not depend on the added code.
  setup->launches[launch] = *bind_launch(*setup, launch);
  kept = std::move(setup);
  return *kept;
}

void Watch::copy(const MachineState& state, std::uint32_t warp, const language::WatchedCode& code) {
  work_.launch = state.launch;
  work_.executed = state.executed;
  work_.current_warp = warp;
  work_.warp_width = state.warp_width;
  work_.group.group = state.group.group;
  work_.group.turn = state.group.turn;
  work_.group.warps.resize(state.group.warps.size());
  if (!code.reads_memory) return;
  work_.group.local_memory = state.group.local_memory;
  work_.group.local_written = state.group.local_written;
  work_.buffers = state.buffers;
  work_.buffer_written = state.buffer_written;
}

LaneValues Watch::in_warp(const MachineState& state, std::uint32_t warp, std::uint64_t lanes) {
  LaneValues values;
  const Warp& original = state.group.warps[warp];
  lanes &= original.existing & ~original.finished;
  if (original.status == Warp::Status::finished || lanes == 0) return values;
  const std::size_t program = trace_.plan().launches[state.launch].program;
  const Code& code = code_at(program, original.pc);
  if (!code) {
    values.problem = code.error().message;
    return values;
  }
  values.type = code->type;
  values.count = code->count;
  values.type_name = code->type_name;
  values.bits.resize(std::size_t{state.warp_width} * code->count);
  const Setup& setup = setup_for(*code, state.launch, scope_of(program, original.pc));
  copy(state, warp, *code);
  Warp& own = work_.group.warps[warp];
  const std::size_t private_bytes = trace_.program(program).private_bytes;
  const auto prepare = [&](std::uint64_t active) {
    own = original;
    own.registers.resize(std::size_t{code->program->register_count} * 8 * state.warp_width);
    widen(own.private_memory, private_bytes, code->program->private_bytes, std::byte{0});
    widen(own.private_written, private_bytes, code->program->private_bytes, std::uint8_t{0});
    own.stack.clear();
    own.loops = {};
    own.status = Warp::Status::ready;
    own.pc = code->entry;
    own.active = active;
  };
  prepare(lanes);
  evaluate(setup, *code, lanes, values);
  // Each lane is evaluated separately to determine which lanes have the problem.
  if (!values.problems.empty() && std::popcount(lanes) > 1) {
    values.problems.clear();
    for_each_lane(lanes, [&](unsigned lane) {
      if (!values.problem.empty()) return;
      prepare(std::uint64_t{1} << lane);
      evaluate(setup, *code, std::uint64_t{1} << lane, values);
    });
  }
  return values;
}

void Watch::evaluate(const Setup& setup, const language::WatchedCode& code, std::uint64_t lanes,
                     LaneValues& values) {
  Watcher watcher;
  Observer* const observers[] = {&watcher};
  Execution execution(setup, work_, observers);
  execution.enter();
  const Warp& warp = work_.group.warps[work_.current_warp];
  const auto ended = [&] {
    return warp.pc >= code.entry && code.program->code[warp.pc].op == Opcode::kernel_end;
  };
  unsigned instructions = 0;
  while (!ended() && instructions < kWatchMaxInstructions && warp.status == Warp::Status::ready) {
    execution.execute_one();
    ++instructions;
  }
  if (!ended()) {
    values.problem = fmt::format("this expression takes more than {} instructions", kWatchMaxInstructions);
  } else if (watcher.writes()) {
    values.problem =
        "a watched expression must not change anything: it calls a function that writes to memory";
  }
  if (!values.problem.empty()) return;
  for_each_lane(lanes, [&](unsigned lane) {
    if (!watcher.problem().empty()) {
      values.problems[lane] = watcher.problem();
      return;
    }
    values.known |= std::uint64_t{1} << lane;
    for (unsigned i = 0; i < code.count; ++i)
      values.bits[std::size_t{lane} * code.count + i] =
          work_.register_bits(warp, static_cast<Register>(code.first + i), code.type, lane);
    if (code.pointee_bytes == 0) return;
    const std::uint64_t address = values.bits[lane];
    values.addresses[lane] = address == 0 ? "NULL" : describe(*execution.launch, address, code.pointee_bytes);
  });
}

}  // namespace lockstep::sim
