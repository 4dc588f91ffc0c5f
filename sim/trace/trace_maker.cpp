#include "sim/trace/trace_maker.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/machine_facts.hpp"
#include "core/base/text/text.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/launch/setup.hpp"
#include "sim/machine/state/run_watch.hpp"
#include "sim/observers/counters/counter_observer.hpp"
#include "sim/observers/launch_flow.hpp"
#include "sim/observers/memory_need.hpp"
#include "sim/observers/races/detector.hpp"
#include "sim/observers/uninitialised_influence.hpp"
#include "sim/trace/recorder.hpp"
#include "sim/trace/replay.hpp"
#include "sim/trace/trace_impl.hpp"

namespace lockstep::sim {
namespace {

// A work-group that takes more moments is considered endless; the largest work-group of the catalogue takes
// far fewer.
constexpr std::uint64_t kMaxOfOneGroup = 1'000'000;
constexpr std::uint64_t kLookInterval = 1024;  // moments between two checks of the clock
constexpr std::chrono::seconds kSilent{1};     // a shorter recording shows no progress

// Observes when the latest work-group ended.
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

// The last finding states the position in the run.
std::string place_of(const std::vector<Finding>& findings) {
  std::string where;
  for (const Finding& finding : findings)
    if (finding.kind == Finding::Kind::step_budget) where = fmt::format(" It {}.", finding.message);
  return where;
}

tl::unexpected<Error> too_many_moments(std::uint64_t most, const std::vector<Finding>& findings) {
  return usage_error(fmt::format(
      "This run has more than {} moments, which is the maximum for a trace; choose a smaller n, or "
      "fewer work-items.{}",
      most, place_of(findings)));
}

tl::unexpected<Error> too_much_memory(std::uint64_t moments, std::uint64_t bytes,
                                      const std::vector<Finding>& findings) {
  return usage_error(fmt::format(
      "The trace takes more than {} of memory after {} moments, which is the limit here; choose a "
      "smaller n, or fewer work-items.{}",
      bytes_text(bytes), moments, place_of(findings)));
}

}  // namespace

struct TraceMaker::Impl {
  Impl(std::unique_ptr<Trace::Impl> the_trace, TraceOptions the_options, std::uint64_t executed_before,
       std::uint64_t the_beginning);
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  bool is_done() const { return state.machine.done(trace->machine.plan().launches.size()); }
  bool goes_on();
  // Returns whether a work-group seems endless and more of its moments were recorded than are to be kept.
  bool keeps_too_much() const;
  void show(const RunProgress& progress) const;
  bool runs_on(std::chrono::milliseconds most);
  void end();
  void take_counts();
  bool close(TimeSlice& slice);

  // The work that follows the last moment.
  enum class Stage : std::uint8_t { run, unwritten_values, summary, done };

  std::unique_ptr<Trace::Impl> trace;
  TraceOptions options;
  std::uint64_t max_bytes;
  TraceState state;
  ProvenanceObserver provenance;
  RunningTotal total;
  CounterObserver counters;
  Recorder recorder;
  RaceDetector races;
  std::optional<LaunchFlow> flow;
  RunWatch watch;
  GroupEnds ends;
  std::vector<Observer*> observers;
  EarlyEnd early = EarlyEnd::none;
  bool has_memory = true, has_time = true;
  Stage stage = Stage::run;
  bool is_refused = false;  // the run is too large
  std::uint64_t beginning;  // number of moments to record
  bool is_paused = false;   // after this number of moments
  std::optional<UnwrittenValues> unwritten;
};

TraceMaker::Impl::Impl(std::unique_ptr<Trace::Impl> the_trace, TraceOptions the_options,
                       std::uint64_t executed_before, std::uint64_t the_beginning)
    : trace(std::move(the_trace)),
      options(std::move(the_options)),
      max_bytes(options.max_bytes != 0 ? options.max_bytes : available_memory_bytes() / 2),
      state{{}, 0, trace->machine.initial_state(), {}},
      provenance(trace->machine, state, trace->graph),
      total(state),
      counters(trace->machine, &provenance, &state.counters),
      recorder(trace->machine.model(), state),
      races(trace->machine, recorder),
      watch({options.stop, options.timeout, [this](const RunProgress& progress) { show(progress); },
             executed_before}),
      ends(watch, state.position),
      observers{&provenance, &total, &counters, &recorder},
      beginning(the_beginning) {
  // The first group begins in the first step, but views need its cells at position 0.
  if (!is_done()) provenance.on_group_begin(state.machine, 0);
  // The race detector precedes the recorder, so that the races of an instruction are known when its record
  // is written.
  if (options.detect_findings) observers.insert(observers.begin(), &races);
  if (options.detect_findings && LaunchFlow::is_needed(trace->machine.plan()))
    observers.push_back(&flow.emplace(trace->machine, recorder));
  observers.push_back(&ends);
  trace->snapshots.offer(state);
}

void TraceMaker::Impl::show(const RunProgress& progress) const {
  if (options.show_progress && progress.elapsed >= kSilent) options.show_progress(state.position);
}

// Called after each moment.
bool TraceMaker::Impl::goes_on() {
  recorder.finish_step();
  ++state.position;
  trace->snapshots.offer(state);
  if (state.position % kLookInterval == 0) {
    early = watch.check_limits();
    has_time = state.position - ends.latest() <= options.max_moments_of_group;
    has_memory =
        recorder.size_bytes() + trace->graph.size_bytes() + trace->snapshots.size_bytes() <= max_bytes;
  }
  return recorder.size() < std::min(options.max_moments, beginning) && has_memory && has_time &&
         early == EarlyEnd::none;
}

bool TraceMaker::Impl::keeps_too_much() const {
  return (!has_time || early == EarlyEnd::stalled) &&
         options.max_moments_of_group > options.kept_moments_of_endless_group;
}

void TraceMaker::Impl::take_counts() {
  CountedRun& counted = trace->counted;
  counted.launches = counters.launches();
  for (const Counters& launch : counted.launches) counted.total += launch;
  counted.lines = counters.lines();
  if (options.detect_findings) counted.findings = recorder.findings();
  name_launches(trace->machine.plan(), counted.findings);
  trace->place_lost_reads();
  counted.buffers = buffers_of(state.machine);
  counted.early_end = is_paused ? EarlyEnd::paused : state.machine.early_end;
}

TraceMaker::TraceMaker(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TraceMaker::TraceMaker(TraceMaker&&) noexcept = default;
TraceMaker& TraceMaker::operator=(TraceMaker&&) noexcept = default;
TraceMaker::~TraceMaker() = default;

Result<TraceMaker> TraceMaker::begin(const Plan& plan, const DeviceModel& model, const TraceOptions& options,
                                     std::uint64_t beginning) {
  // The current state, the first state, and the state of seek().
  constexpr std::uint64_t kStates = 3;
  const RunOptions kept{.detect_findings = options.detect_findings};
  if (auto fits = check_memory_need(plan, kept, available_memory_bytes() / kStates); !fits)
    return tl::unexpected(fits.error());
  MachineOptions machine_options;
  machine_options.track_uninitialised = options.detect_findings;
  machine_options.schedule = options.schedule;
  Result<Machine> machine = compile_machine(plan, model, machine_options);
  if (!machine) return tl::unexpected(machine.error());
  auto trace = std::make_unique<Trace::Impl>(std::move(*machine));
  trace->schedule = options.schedule;
  return TraceMaker(std::make_unique<Impl>(std::move(trace), options, 0, beginning));
}

void TraceMaker::record_the_beginning() {
  TraceOptions options = impl_->options;
  options.max_moments_of_group = options.kept_moments_of_endless_group;
  auto trace = std::make_unique<Trace::Impl>(std::move(impl_->trace->machine));
  trace->schedule = options.schedule;
  impl_ = std::make_unique<Impl>(std::move(trace), std::move(options), impl_->state.machine.executed,
                                 impl_->beginning);
}

// Returns false once the run has ended or has reached a limit.
bool TraceMaker::Impl::runs_on(std::chrono::milliseconds most) {
  const auto end = std::chrono::steady_clock::now() + most;
  bool is_within = true;
  trace->machine.step_through(state.machine, observers, [&] {
    is_within = goes_on();
    const bool has_slice = state.position % kLookInterval != 0 || std::chrono::steady_clock::now() < end;
    return is_within && has_slice;
  });
  return is_within && !is_done();
}

void TraceMaker::Impl::end() {
  const bool stops = early == EarlyEnd::none && !is_done();
  const bool is_full = stops && recorder.size() < beginning;
  if (stops) early = is_full ? EarlyEnd::step_budget : EarlyEnd::requested;
  is_paused = stops && !is_full;
  if (early != EarlyEnd::none) trace->machine.end_early(state.machine, observers, early, &watch);
  const bool seems_endless = !has_time || state.position - ends.latest() >= kMaxOfOneGroup;
  is_refused = is_full && !seems_endless;
  if (is_refused) {
    stage = Stage::done;
    return;
  }
  recorder.finish_step();
  trace->records = recorder.take();
  trace->access_log = recorder.take_accesses();
  take_counts();
  MachineOptions again;
  again.schedule = options.schedule;
  unwritten.emplace(repeatable(trace->machine.plan(), trace->machine.model(), again), trace->counted,
                    options.stop);
  stage = Stage::unwritten_values;
}

// Returns false when all work is done.
bool TraceMaker::Impl::close(TimeSlice& slice) {
  if (stage == Stage::unwritten_values) {
    if (unwritten->go_on(slice)) return true;
    stage = Stage::summary;
  }
  if (stage == Stage::summary) {
    if (trace->graph.summarise(slice)) return true;
    trace->note_boundaries();
    trace->snapshots.finish();
    stage = Stage::done;
  }
  return false;
}

bool TraceMaker::go_on(std::chrono::milliseconds most) {
  Impl& run = *impl_;
  TimeSlice slice(most);
  if (run.stage == Impl::Stage::run) {
    const bool goes_on = run.runs_on(most);
    if (run.keeps_too_much()) {
      record_the_beginning();
      return true;
    }
    if (goes_on) return true;
    run.end();
    if (run.stage != Impl::Stage::done) return true;
  }
  return run.close(slice);
}

Result<std::shared_ptr<const Trace>> TraceMaker::finish() {
  Impl& run = *impl_;
  if (run.is_refused)
    return run.has_memory ? too_many_moments(run.options.max_moments, run.recorder.findings())
                          : too_much_memory(run.state.position, run.max_bytes, run.recorder.findings());
  run.trace->traveller =
      std::make_unique<Traveller>(run.trace->machine, run.provenance, run.trace->graph, run.trace->snapshots);
  return std::shared_ptr<const Trace>(new Trace(std::move(run.trace)));
}

}  // namespace lockstep::sim
