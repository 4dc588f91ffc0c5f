#include "sim/observers/run_counted.hpp"

#include <algorithm>

#include "core/base/machine_facts.hpp"
#include "core/plan/element.hpp"
#include "sim/machine/machine.hpp"
#include "sim/observers/counters.hpp"
#include "sim/observers/memory_need.hpp"
#include "sim/observers/parallel_launch.hpp"

namespace lockstep::sim {
namespace {

std::optional<ProvenanceObserver> make_provenance(const Machine& machine, const RunOptions& options,
                                                  ProvenanceState& shadow) {
  if (!options.count_work) return std::nullopt;
  auto identities = std::make_shared<const Identities>(find_identities(machine));
  if (!identities->may_combine) return std::nullopt;
  if (!options.count_identities) identities.reset();
  return std::optional<ProvenanceObserver>(std::in_place, machine, shadow, std::move(identities));
}

std::optional<ProvenanceObserver> part_of(const std::optional<ProvenanceObserver>& whole,
                                          ProvenanceState& shadow) {
  if (!whole) return std::nullopt;
  return std::optional<ProvenanceObserver>(std::in_place, *whole, shadow);
}

}  // namespace

Watchers::Watchers(const Machine& machine, const RunOptions& options)
    : machine_(machine),
      provenance_(make_provenance(machine, options, shadow_)),
      counters_(machine, provenance_ ? &*provenance_ : nullptr),
      detects_(options.detect_findings),
      races_(machine, log_, {options.same_value_races}),
      printed_(options.on_print) {
  if (detects_ && LaunchFlow::is_needed(machine.plan())) flow_.emplace(machine, log_);
  list_observers();
}

Watchers::Watchers(const Machine& machine, const RunOptions& options, const Watchers& whole)
    : machine_(machine),
      provenance_(part_of(whole.provenance_, shadow_)),
      counters_(machine, provenance_ ? &*provenance_ : nullptr),
      detects_(options.detect_findings),
      races_(machine, log_, {options.same_value_races}),
      printed_(options.on_print) {
  list_observers();
}

void Watchers::list_observers() {
  if (provenance_) observers_.push_back(&*provenance_);
  observers_.push_back(&counters_);
  observers_.push_back(&printed_);
  observers_.push_back(&log());
  if (detects_) observers_.push_back(&races_);
  if (flow_) observers_.push_back(&*flow_);
}

void Watchers::begin_launch(const MachineState& state, std::uint32_t launch) {
  for (Observer* observer : observers_) observer->on_launch_begin(state, launch);
}

void Watchers::end_launch(const MachineState& state, std::uint32_t launch) {
  for (Observer* observer : observers_) observer->on_launch_end(state, launch);
}

void Watchers::merge(const Watchers& part, const TouchedBytes& touched, std::uint64_t earlier) {
  if (provenance_) merge_provenance(part, touched);
  counters_.merge(part.counters_);
  if (flow_) flow_->merge(touched);
  log().merge(part.log(), earlier);
}

void Watchers::merge_provenance(const Watchers& part, const TouchedBytes& touched) {
  provenance_->merge(*part.provenance_);
  for (std::size_t i = 0; i < shadow_.buffer_provenance.size(); ++i) {
    const std::vector<ProvenanceId>& from = part.shadow_.buffer_provenance[i];
    std::vector<ProvenanceId>& to = shadow_.buffer_provenance[i].write();
    const std::uint64_t size = size_bytes(machine_.plan().buffers[i].type);
    each_stretch(touched.buffers()[i].written, [&](std::uint64_t begin, std::uint64_t end) {
      const std::uint64_t first = begin / size;
      const std::uint64_t last = std::min<std::uint64_t>((end + size - 1) / size, to.size());
      std::copy(from.begin() + static_cast<std::ptrdiff_t>(first),
                from.begin() + static_cast<std::ptrdiff_t>(last),
                to.begin() + static_cast<std::ptrdiff_t>(first));
    });
  }
}

void PrintLog::on_print(const MachineState&, const Moment&, std::string_view text) {
  is_full_ = is_full_ || text_.size() + text.size() > kMostPrinted;
  if (is_full_) return;
  text_ += text;
  if (show_) show_(text);
}

// A run without a trace: only sums are kept, so that large arrays can be counted.

namespace {

void run_launch(const Machine& machine, const RunOptions& options, MachineState& state, Watchers& watchers,
                RunWatch& watch) {
  const std::uint32_t launch = state.launch;
  watch.begin_launch(launch, static_cast<std::uint32_t>(machine.plan().launches.size()),
                     machine.group_count(launch));
  watchers.begin_launch(state, launch);
  // Other orders are used to show dependences between groups, so they run sequentially.
  const unsigned threads = options.schedule == Schedule{} ? threads_for(machine, launch, options) : 1;
  if (threads < 2 || !run_in_parallel(machine, options, threads, state, watchers, watch)) {
    watch.begin_launch(launch, static_cast<std::uint32_t>(machine.plan().launches.size()),
                       machine.group_count(launch));
    machine.run_groups(state, machine.group_count(launch), watchers.observers(), &watch);
  }
  watchers.end_launch(state, launch);
}

// To ask the system what is available takes longer than a small launch.
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

// All but the contents of the buffers, which stay in the state.
CountedRun run_launches(const Machine& machine, MachineState& state, const RunOptions& options) {
  Watchers watchers(machine, options);
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
  return run;
}

}  // namespace

Result<CountedRun> run_counted(const Plan& plan, const DeviceModel& model, const RunOptions& options) {
  if (auto fits = check_memory(plan, options); !fits) return tl::unexpected(fits.error());
  const Result<Machine> machine = Machine::create(plan, model, machine_options(options));
  if (!machine) return tl::unexpected(machine.error());
  MachineState state = machine->initial_state();
  CountedRun run = run_launches(*machine, state, options);
  run.buffers = take_buffers(state);
  return run;
}

Result<CountedRun> run_counted(const Plan& plan, std::vector<std::shared_ptr<const Program>> programs,
                               std::vector<BufferContents>& contents, const DeviceModel& model,
                               const RunOptions& options) {
  if (auto fits = check_memory(plan, options); !fits) return tl::unexpected(fits.error());
  const Result<Machine> machine = Machine::create(plan, std::move(programs), model, machine_options(options));
  if (!machine) return tl::unexpected(machine.error());
  std::vector<std::vector<std::byte>> bytes;
  std::vector<std::vector<std::uint8_t>> written;
  for (BufferContents& buffer : contents) {
    bytes.push_back(std::move(buffer.bytes));
    written.push_back(std::move(buffer.written));
  }
  MachineState state = machine->initial_state(std::move(bytes), std::move(written));
  CountedRun run = run_launches(*machine, state, options);
  contents.resize(state.buffers.size());
  for (std::size_t i = 0; i < contents.size(); ++i)
    contents[i] = {state.buffers[i].take(), state.buffer_written[i].take()};
  return run;
}

}  // namespace lockstep::sim
