#include "sim/observers/parallel_launch.hpp"

#include <algorithm>
#include <cstring>
#include <future>
#include <memory>
#include <thread>

#include "sim/observers/memory_need.hpp"

namespace lockstep::sim {

namespace {

// With fewer work-items, starting a thread takes longer than running them.
constexpr std::uint64_t kItemsWorthAThread = 8192;
// Each thread has its own copy of the buffers; with large ones a single thread is soon done, too.
constexpr std::uint64_t kMemoryForCopies = std::uint64_t{512} << 20;

bool order_may_matter(const Program& program) {
  return std::ranges::any_of(program.code, [](const Instruction& instruction) {
    return instruction.op == Opcode::atomic || instruction.op == Opcode::print ||
           instruction.op == Opcode::image;
  });
}

// Some groups of the launch, on buffers of their own.
struct Part {
  Part(const Machine& machine, const RunOptions& options, const MachineState& start, const Watchers& whole)
      : state(start), watchers(machine, options, whole), touched(machine) {}
  MachineState state;
  Watchers watchers;
  TouchedBytes touched;
};

void run_part(const Machine& machine, std::uint32_t begin, std::uint32_t end, Part& part, RunWatch& watch) {
  std::vector<Observer*> observers = part.watchers.observers();
  observers.push_back(&part.touched);
  machine.begin_group(part.state, begin);
  part.watchers.begin_launch(part.state, part.state.launch);
  machine.run_groups(part.state, end, observers, &watch);
}

void take_bytes(const Part& part, MachineState& state) {
  for (std::size_t i = 0; i < state.buffers.size(); ++i) {
    each_stretch(part.touched.buffers()[i].written, [&](std::uint64_t begin, std::uint64_t end) {
      const std::uint64_t bytes = std::min<std::uint64_t>(end, state.buffers[i].size()) - begin;
      std::memcpy(state.buffers[i].write().data() + begin, part.state.buffers[i].data() + begin, bytes);
      if (!state.buffer_written[i].empty())
        std::memset(state.buffer_written[i].write().data() + begin, 1, bytes);
    });
  }
}

void merge(const std::vector<std::unique_ptr<Part>>& parts, MachineState& state, Watchers& watchers) {
  const std::uint64_t before = state.executed;
  for (const auto& part : parts) {
    watchers.merge(part->watchers, part->touched, state.executed - before);
    take_bytes(*part, state);
    state.executed += part->state.executed - before;
    if (part->state.ended_early()) state.early_end = part->state.early_end;
  }
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
  const std::uint64_t groups = machine.group_count(state.launch);
  std::vector<std::unique_ptr<Part>> parts(threads);
  std::vector<std::future<void>> running;
  for (unsigned i = 0; i < threads; ++i) {
    running.push_back(std::async(std::launch::async, [&, i] {
      parts[i] = std::make_unique<Part>(machine, options, state, watchers);
      run_part(machine, static_cast<std::uint32_t>(groups * i / threads),
               static_cast<std::uint32_t>(groups * (i + 1) / threads), *parts[i], watch);
    }));
  }
  for (std::future<void>& one : running) one.wait();
  for (std::future<void>& one : running) one.get();

  // Of another thread's groups, a loop cannot see what they write.
  const auto is_endless = [](const auto& part) { return part->state.early_end == EarlyEnd::endless_loop; };
  if (std::ranges::any_of(parts, is_endless)) return false;
  // In the fixed order the first groups would have used up the step budget, and the others would not have
  // run.
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
    // A run that was stopped does not begin again: the groups of the first thread are as in the fixed order.
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
