#include "sim/observers/parallel_launch.hpp"

#include <algorithm>
#include <cstring>
#include <future>
#include <initializer_list>
#include <memory>
#include <span>
#include <thread>

#include "sim/observers/combining_atomics.hpp"
#include "sim/observers/memory_need.hpp"

namespace lockstep::sim {

namespace {

// With fewer work-items, starting a thread takes longer than running the work-items.
constexpr std::uint64_t kItemsWorthAThread = 8192;
// Each thread has its own copy of the buffers; if they are large, copying them takes too long.
constexpr std::uint64_t kMemoryForCopies = std::uint64_t{512} << 20;

bool has_any(const Program& program, std::initializer_list<Opcode> opcodes) {
  return std::ranges::any_of(program.code, [&](const Instruction& instruction) {
    return std::ranges::find(opcodes, instruction.op) != opcodes.end();
  });
}

bool order_may_matter(const Program& program) {
  return has_any(program, {Opcode::print}) || (has_any(program, {Opcode::atomic}) && !only_combines(program));
}

// Some groups of the launch, with separate copies of the buffers.
struct LaunchPart {
  LaunchPart(const Machine& machine, const RunOptions& options, const MachineState& start,
             const Watchers& whole)
      : state(start), watchers(machine, options, whole), touched(machine, true) {}
  MachineState state;
  Watchers watchers;
  TouchedBytes touched;
};

void run_part(const Machine& machine, std::uint32_t begin, std::uint32_t end, LaunchPart& part,
              RunWatch& watch) {
  std::vector<Observer*> observers = part.watchers.observers();
  observers.push_back(&part.touched);
  machine.begin_group(part.state, begin);
  part.watchers.begin_launch(part.state, part.state.launch);
  machine.run_groups(part.state, end, observers, &watch);
}

void take_bytes(const LaunchPart& part, const std::vector<CopyOnWrite<std::byte>>& start,
                MachineState& state) {
  for (std::size_t i = 0; i < state.buffers.size(); ++i) {
    const TouchedBytes::Buffer& touched = part.touched.buffers()[i];
    each_stretch(touched.combined, [&](std::uint64_t begin, std::uint64_t end) {
      const std::uint64_t bytes = std::min<std::uint64_t>(end, state.buffers[i].size()) - begin;
      combine(touched.combining, std::span(start[i].read()).subspan(begin, bytes),
              std::span(part.state.buffers[i].read()).subspan(begin, bytes),
              std::span(state.buffers[i].write()).subspan(begin, bytes));
    });
    each_stretch(part.touched.buffers()[i].written, [&](std::uint64_t begin, std::uint64_t end) {
      const std::uint64_t bytes = std::min<std::uint64_t>(end, state.buffers[i].size()) - begin;
      std::memcpy(state.buffers[i].write().data() + begin, part.state.buffers[i].data() + begin, bytes);
      if (!state.buffer_written[i].empty())
        std::memset(state.buffer_written[i].write().data() + begin, 1, bytes);
    });
  }
}

void merge(const std::vector<std::unique_ptr<LaunchPart>>& parts, MachineState& state, Watchers& watchers) {
  const std::uint64_t before = state.executed;
  // The initial buffers are kept only if needed, because the first write to a kept buffer must copy it.
  const bool combines = std::ranges::any_of(parts, [](const auto& part) {
    return std::ranges::any_of(part->touched.buffers(),
                               [](const TouchedBytes::Buffer& buffer) { return !buffer.combined.empty(); });
  });
  const auto start = combines ? state.buffers : std::vector<CopyOnWrite<std::byte>>();
  for (const auto& part : parts) {
    watchers.merge(part->watchers, part->touched, state.executed - before);
    take_bytes(*part, start, state);
    state.executed += part->state.executed - before;
    if (part->state.ended_early()) state.early_end = part->state.early_end;
  }
}

// The order in which values are combined does not change the result, but it changes the provenance (the
// steps) and the map of written bytes of a buffer, so neither may be tracked for these values.
bool combines_unseen(const LaunchPart& part) {
  if (part.watchers.atomics_meet_ids()) return false;
  for (std::size_t i = 0; i < part.state.buffers.size(); ++i)
    if (!part.touched.buffers()[i].combined.empty() && !part.state.buffer_written[i].empty()) return false;
  return true;
}

// Returns the same for the first work-group, which usually shows whether it holds for all.
bool first_group_combines_unseen(const Machine& machine, const RunOptions& options, const MachineState& state,
                                 const Watchers& watchers) {
  if (!has_any(machine.program(machine.plan().launches[state.launch].program), {Opcode::atomic})) return true;
  LaunchPart first(machine, options, state, watchers);
  RunWatch unwatched({});
  run_part(machine, 0, 1, first, unwatched);
  return combines_unseen(first);
}

}  // namespace

unsigned threads_for(const Machine& machine, std::uint32_t launch, const RunOptions& options) {
  const PlanLaunch& planned = machine.plan().launches[launch];
  if (order_may_matter(machine.program(planned.program))) return 1;
  const std::uint64_t items =
      planned.range.global_size[0] * planned.range.global_size[1] * planned.range.global_size[2];
  const std::uint64_t copied = memory_of_thread(machine.plan(), options) + 1;
  const unsigned wanted =
      options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::min<std::uint64_t>(
      {wanted, machine.group_count(launch), items / kItemsWorthAThread, kMemoryForCopies / copied}));
}

bool run_in_parallel(const Machine& machine, const RunOptions& options, unsigned threads, MachineState& state,
                     Watchers& watchers, RunWatch& watch) {
  if (!first_group_combines_unseen(machine, options, state, watchers)) return false;
  const std::uint64_t groups = machine.group_count(state.launch);
  std::vector<std::unique_ptr<LaunchPart>> parts(threads);
  std::vector<std::future<void>> running;
  for (unsigned i = 0; i < threads; ++i) {
    running.push_back(std::async(std::launch::async, [&, i] {
      parts[i] = std::make_unique<LaunchPart>(machine, options, state, watchers);
      run_part(machine, static_cast<std::uint32_t>(groups * i / threads),
               static_cast<std::uint32_t>(groups * (i + 1) / threads), *parts[i], watch);
    }));
  }
  for (std::future<void>& one : running) one.wait();
  for (std::future<void>& one : running) one.get();

  // A loop cannot see the values that the groups of another thread write.
  const auto is_endless = [](const auto& part) { return part->state.early_end == EarlyEnd::endless_loop; };
  if (std::ranges::any_of(parts, is_endless)) return false;
  if (!std::ranges::all_of(parts, [](const auto& part) { return combines_unseen(*part); })) return false;
  // In the fixed order, the first groups would have used up the step budget; the others would not have run.
  if (parts.front()->state.early_end == EarlyEnd::step_budget) parts.resize(1);
  std::uint64_t executed = state.executed;
  std::vector<const TouchedBytes*> touched;
  for (const auto& part : parts) {
    executed += part->state.executed - state.executed;
    touched.push_back(&part->touched);
  }
  const bool within_budget = parts.size() == 1 || executed <= options.step_budget;
  if (!within_budget) return false;
  if (!independent(touched)) {
    // A stopped run does not start again: the groups of the first thread ran as in the fixed order.
    const auto stopped =
        std::ranges::find_if(parts, [](const auto& part) { return part->state.ended_early(); });
    if (stopped == parts.end()) return false;
    parts.front()->state.early_end = (*stopped)->state.early_end;
    parts.resize(1);
  }
  merge(parts, state, watchers);
  return true;
}

}  // namespace lockstep::sim
