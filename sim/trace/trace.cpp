#include "sim/trace/trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/machine_facts.hpp"
#include "core/base/text/text.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/launch/setup.hpp"
#include "sim/machine/state/run_watch.hpp"
#include "sim/observers/counter_observer.hpp"
#include "sim/observers/launch_flow.hpp"
#include "sim/observers/memory_need.hpp"
#include "sim/observers/races/detector.hpp"
#include "sim/trace/accesses.hpp"
#include "sim/trace/recorder.hpp"
#include "sim/trace/replay.hpp"
#include "sim/trace/trace_impl.hpp"

namespace lockstep::sim {

Result<std::shared_ptr<const Trace>> Trace::record(const Plan& plan, const DeviceModel& model,
                                                   const TraceOptions& options) {
  // The running state, the first state, and the state of seek().
  constexpr std::uint64_t kStates = 3;
  const RunOptions kept{.detect_findings = options.detect_findings};
  if (auto fits = check_memory_need(plan, kept, available_memory_bytes() / kStates); !fits)
    return tl::unexpected(fits.error());
  MachineOptions machine_options;
  machine_options.track_uninitialised = options.detect_findings;
  machine_options.schedule = options.schedule;
  Result<Machine> machine = compile_machine(plan, model, machine_options);
  if (!machine) return tl::unexpected(machine.error());
  auto impl = std::make_unique<Impl>(std::move(*machine));
  impl->schedule = options.schedule;
  if (const Result<void> done = impl->record(options); !done) return tl::unexpected(done.error());
  return std::shared_ptr<const Trace>(new Trace(std::move(impl)));
}

namespace {

// A work-group that takes more moments is considered endless; the largest of the catalogue takes far fewer.
constexpr std::uint64_t kMaxOfOneGroup = 1'000'000;
constexpr std::uint64_t kLookInterval = 1024;  // moments between two checks of the clock
constexpr std::chrono::seconds kSilent{1};     // a shorter recording shows no progress

// When the latest work-group ended.
class GroupEnds final : public Observer {
 public:
  GroupEnds(RunWatch& watch, const std::uint64_t& position) : watch_(watch), position_(position) {}
  void on_group_end(const MachineState&, std::uint32_t) override {
    watch_.end_group();
    latest_ = position_;
  }
  bool wants_instructions() const override { return false; }
  std::uint64_t latest() const { return latest_; }

 private:
  RunWatch& watch_;
  const std::uint64_t& position_;
  std::uint64_t latest_ = 0;
};

// The last finding says where the run was.
std::string place_of(const std::vector<Finding>& findings) {
  std::string where;
  for (const Finding& finding : findings)
    if (finding.kind == Finding::Kind::step_budget) where = fmt::format(" It {}.", finding.message);
  return where;
}

tl::unexpected<Error> too_many_moments(std::uint64_t most, const std::vector<Finding>& findings) {
  return usage_error(fmt::format(
      "This run has more than {} moments, which is all that a trace holds; choose a smaller n, or "
      "fewer work-items.{}",
      most, place_of(findings)));
}

tl::unexpected<Error> too_much_memory(std::uint64_t moments, std::uint64_t bytes,
                                      const std::vector<Finding>& findings) {
  return usage_error(fmt::format(
      "The trace takes more than {} of memory after {} moments, which is all that it may take here; choose a "
      "smaller n, or fewer work-items.{}",
      bytes_text(bytes), moments, place_of(findings)));
}

}  // namespace

Result<void> Trace::Impl::record(const TraceOptions& options) {
  TraceState state;
  state.machine = machine.initial_state();
  ProvenanceObserver provenance(machine, state, graph);
  // The first group begins with the first step, but views need its cells at position 0.
  if (!state.machine.done(machine.plan().launches.size())) provenance.on_group_begin(state.machine, 0);
  RunningTotal total(state);
  CounterObserver counters(machine, &provenance, &state.counters);
  Recorder recorder(machine.model(), state);
  RaceDetector races(machine, recorder);
  std::vector<Observer*> observers{&provenance, &total, &counters, &recorder};
  // Before the recorder, so that the races of an instruction are known when its record is written.
  if (options.detect_findings) observers.insert(observers.begin(), &races);

  std::optional<LaunchFlow> flow;
  if (options.detect_findings && LaunchFlow::is_needed(machine.plan()))
    observers.push_back(&flow.emplace(machine, recorder));

  const auto show = [&](const RunProgress& progress) {
    if (options.show_progress && progress.elapsed >= kSilent) options.show_progress(state.position);
  };
  RunWatch watch({options.stop, options.timeout, show});
  GroupEnds ends(watch, state.position);
  observers.push_back(&ends);
  EarlyEnd early = EarlyEnd::none;

  const std::uint64_t max_bytes = options.max_bytes != 0 ? options.max_bytes : available_memory_bytes() / 2;
  bool has_memory = true, has_time = true;
  snapshots.offer(state);
  machine.step_through(state.machine, observers, [&] {
    recorder.finish_step();
    ++state.position;
    snapshots.offer(state);
    if (state.position % kLookInterval == 0) {
      early = watch.check_limits();
      has_time = state.position - ends.latest() <= options.max_moments_of_group;
      has_memory = recorder.size_bytes() + graph.size_bytes() + snapshots.size_bytes() <= max_bytes;
    }
    return recorder.size() < options.max_moments && has_memory && has_time && early == EarlyEnd::none;
  });
  const bool is_full = early == EarlyEnd::none && !state.machine.done(machine.plan().launches.size());
  if (is_full) early = EarlyEnd::step_budget;
  if (early != EarlyEnd::none) machine.end_early(state.machine, observers, early, &watch);
  const bool seems_endless = !has_time || state.position - ends.latest() >= kMaxOfOneGroup;
  if (is_full && !seems_endless)
    return has_memory ? too_many_moments(options.max_moments, recorder.findings())
                      : too_much_memory(state.position, max_bytes, recorder.findings());
  recorder.finish_step();

  records = recorder.take();
  access_log = recorder.take_accesses();
  counted.launches = counters.launches();
  for (const Counters& launch : counted.launches) counted.total += launch;
  counted.lines = counters.lines();
  if (options.detect_findings) counted.findings = recorder.findings();
  name_launches(machine.plan(), counted.findings);
  place_lost_reads();
  counted.buffers = buffers_of(state.machine);
  counted.early_end = state.machine.early_end;
  graph.summarise();
  note_boundaries();
  snapshots.finish();
  traveller = std::make_unique<Traveller>(machine, provenance, graph, snapshots);
  return {};
}

// A lost result is detected when the launch has ended; the finding belongs to the line that should have read
// it.
void Trace::Impl::place_lost_reads() {
  const auto line_at = [&](const Moment& moment) {
    const Program& program = machine.program(machine.plan().launches[moment.launch].program);
    return program.ranges[program.code[moment.pc].range].line;
  };
  for (Finding& finding : counted.findings) {
    if (finding.kind != Finding::Kind::unread_result) continue;
    for (std::uint64_t position = 0; position < records.size(); ++position) {
      const Moment moment = records[position].moment;
      if (moment.launch != finding.first.launch || line_at(moment) != finding.first.range.line) continue;
      finding.step = position;
      break;
    }
  }
}

Trace::Trace(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Trace::~Trace() = default;

std::uint64_t Trace::size() const { return impl_->records.size(); }
TraceRecord Trace::at(std::uint64_t position) const { return impl_->records[position]; }
const Plan& Trace::plan() const { return impl_->machine.plan(); }
const Machine& Trace::machine() const { return impl_->machine; }
const DeviceModel& Trace::model() const { return impl_->machine.model(); }
const Schedule& Trace::schedule() const { return impl_->schedule; }
const Program& Trace::program(std::size_t plan_program) const { return impl_->machine.program(plan_program); }
void Trace::each_access(const std::function<void(std::uint64_t, const ObservedAccess&)>& visit) const {
  impl_->access_log.each(
      [&](std::uint64_t position, const ObservedAccess& access) { visit(position, access); });
}

const ProvenanceGraph& Trace::provenance() const { return impl_->graph; }
const std::vector<Finding>& Trace::findings() const { return impl_->counted.findings; }
const CountedRun& Trace::counted() const { return impl_->counted; }

// A plan may have no launch, and then no program.
const Program& Trace::program_at(std::uint64_t position) const {
  static const Program none;
  if (size() == 0) return plan().programs.empty() ? none : program(0);
  const std::uint32_t launch = at(std::min(position, size() - 1)).moment.launch;
  return program(plan().launches[launch].program);
}

const Instruction& Trace::instruction_at(std::uint64_t position) const {
  return program_at(position).code[at(position).moment.pc];
}

const SourceRange& Trace::range_at(std::uint64_t position) const { return impl_->range_of(position); }

std::shared_ptr<const TraceState> Trace::seek(std::uint64_t position) const {
  return impl_->traveller->go_to(std::min(position, size()));
}

TraceState Trace::kept_state(std::uint64_t position) const {
  return impl_->snapshots.before(std::min(position, size()));
}

std::uint64_t Trace::kept_position(std::uint64_t position) const {
  return impl_->snapshots.position_before(std::min(position, size()));
}

std::uint64_t Trace::size_bytes() const {
  return impl_->records.size_bytes() + impl_->access_log.size_bytes() + impl_->graph.size_bytes() +
         impl_->snapshots.size_bytes();
}

const std::vector<AccessDetail>& Trace::accesses(std::uint64_t position) const {
  static const std::vector<AccessDetail> none;
  if (position >= size()) return none;
  if (impl_->accesses_position == position) return impl_->accesses;
  impl_->accesses.clear();
  impl_->access_log.each_at(position, [&](std::uint64_t, const ObservedAccess& observed) {
    impl_->accesses.push_back(detail_of(model(), observed));
  });
  impl_->accesses_position = position;
  return impl_->accesses;
}

}  // namespace lockstep::sim
