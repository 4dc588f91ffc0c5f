// A run without a trace: only sums are kept, so that large arrays can be counted.
#include <optional>
#include <utility>

#include "core/base/machine_facts.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/machine.hpp"
#include "sim/observers/counters.hpp"
#include "sim/observers/memory_need.hpp"
#include "sim/observers/observed_run.hpp"
#include "sim/observers/parallel_launch.hpp"
#include "sim/observers/unwritten_values.hpp"
#include "sim/observers/watchers.hpp"

namespace lockstep::sim {
namespace {

void run_launch(const Machine& machine, const RunOptions& options, MachineState& state, Watchers& watchers,
                RunWatch& watch) {
  const std::uint32_t launch = state.launch;
  watch.begin_launch(launch, static_cast<std::uint32_t>(machine.plan().launches.size()),
                     machine.group_count(launch));
  watchers.begin_launch(state, launch);
  // Other orders serve to reveal dependences between groups, so they run sequentially.
  const unsigned threads = options.schedule == Schedule{} ? threads_for(machine, launch, options) : 1;
  if (threads < 2 || !run_in_parallel(machine, options, threads, state, watchers, watch)) {
    watch.begin_launch(launch, static_cast<std::uint32_t>(machine.plan().launches.size()),
                       machine.group_count(launch));
    machine.run_groups(state, machine.group_count(launch), watchers.observers(), &watch);
  }
  watchers.end_launch(state, launch);
}

// Asking the system for the available memory takes longer than a small launch.
Result<void> check_memory(const Plan& plan, const RunOptions& options) {
  if (memory_need(plan, options).is_little()) return {};
  return check_memory_need(plan, options, available_memory_bytes());
}

MachineOptions machine_options(const RunOptions& options) {
  MachineOptions result;
  result.step_budget = options.step_budget;
  result.track_uninitialised = options.detect_findings;
  result.schedule = options.schedule;
  return result;
}

// The result without the contents of the buffers, which stay in the state.
CountedRun run_launches(const Machine& machine, MachineState& state, const RunOptions& options,
                        UsedBytes* used = nullptr) {
  Watchers watchers(machine, options, used != nullptr);
  RunWatch watch({options.stop, options.timeout, options.show_progress});
  while (!state.done(machine.plan().launches.size()) && !state.ended_early()) {
    run_launch(machine, options, state, watchers, watch);
    machine.begin_launch(state, state.launch + 1);
  }
  CountedRun run;
  run.launches = watchers.counters().launches();
  for (const Counters& launch : run.launches) run.total += launch;
  run.lines = watchers.counters().lines();
  run.findings = watchers.findings();
  name_launches(machine.plan(), run.findings);
  run.printed = watchers.printed().text();
  run.printed_more = watchers.printed().is_full();
  run.early_end = state.early_end;
  if (used != nullptr)
    for (const TouchedBytes::Buffer& buffer : watchers.touched()->buffers())
      used->push_back({buffer.read, buffer.written});
  return run;
}

// Contents that take little time to copy before each launch.
std::optional<std::vector<BufferContents>> copy_of_little(const std::vector<BufferContents>& contents) {
  constexpr std::size_t kMostBytes = std::size_t{4} << 20;
  std::size_t bytes = 0;
  for (const BufferContents& buffer : contents) bytes += buffer.bytes.size() + buffer.written.size();
  return bytes <= kMostBytes ? std::optional(contents) : std::nullopt;
}

RepeatableRun repeatable(const Plan& plan, std::vector<std::shared_ptr<const Program>> programs,
                         const std::vector<BufferContents>& contents, const DeviceModel& model,
                         MachineOptions options) {
  return {[&plan, &model, options, programs = std::move(programs)](std::uint64_t garbage,
                                                                   std::uint64_t step_budget) mutable {
            options.garbage = garbage;
            options.step_budget = step_budget;
            return Machine::create(plan, programs, model, options);
          },
          [&contents](const Machine& machine) {
            std::vector<std::vector<std::byte>> bytes;
            std::vector<std::vector<std::uint8_t>> written;
            for (const BufferContents& buffer : contents) {
              bytes.push_back(buffer.bytes);
              written.push_back(buffer.written);
            }
            return machine.initial_state(std::move(bytes), std::move(written));
          }};
}

}  // namespace

Result<CountedRun> run_counted(const Plan& plan, const DeviceModel& model, const RunOptions& options) {
  if (auto fits = check_memory(plan, options); !fits) return tl::unexpected(fits.error());
  const Result<Machine> machine = compile_machine(plan, model, machine_options(options));
  if (!machine) return tl::unexpected(machine.error());
  MachineState state = machine->initial_state();
  CountedRun run = run_launches(*machine, state, options);
  run.buffers = take_buffers(state);
  settle_unwritten_values(repeatable(plan, model, machine_options(options)), run, options.stop);
  return run;
}

Result<CountedRun> run_counted(const Plan& plan, std::vector<std::shared_ptr<const Program>> programs,
                               std::vector<BufferContents>& contents, const DeviceModel& model,
                               const RunOptions& options) {
  return run_observed(plan, std::move(programs), contents, model, options, nullptr);
}

Result<CountedRun> run_observed(const Plan& plan, std::vector<std::shared_ptr<const Program>> programs,
                                std::vector<BufferContents>& contents, const DeviceModel& model,
                                const RunOptions& options, UsedBytes* used) {
  if (auto fits = check_memory(plan, options); !fits) return tl::unexpected(fits.error());
  const Result<Machine> machine = Machine::create(plan, programs, model, machine_options(options));
  if (!machine) return tl::unexpected(machine.error());
  const std::optional<std::vector<BufferContents>> before =
      options.detect_findings ? copy_of_little(contents) : std::nullopt;
  std::vector<std::vector<std::byte>> bytes;
  std::vector<std::vector<std::uint8_t>> written;
  for (BufferContents& buffer : contents) {
    bytes.push_back(std::move(buffer.bytes));
    written.push_back(std::move(buffer.written));
  }
  MachineState state = machine->initial_state(std::move(bytes), std::move(written));
  CountedRun run = run_launches(*machine, state, options, used);
  if (before)
    settle_unwritten_values(repeatable(plan, programs, *before, model, machine_options(options)), run,
                            options.stop);
  contents.resize(state.buffers.size());
  for (std::size_t i = 0; i < contents.size(); ++i)
    contents[i] = {state.buffers[i].take(), state.buffer_written[i].take()};
  return run;
}

}  // namespace lockstep::sim
