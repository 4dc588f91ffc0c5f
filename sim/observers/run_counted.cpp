// Runs a plan without a trace. Only sums are kept, so that runs over large arrays can be counted.
#include <optional>
#include <utility>

#include "core/base/machine_facts.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/machine.hpp"
#include "sim/observers/counted_run_maker.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/observers/memory_need.hpp"
#include "sim/observers/observed_run.hpp"
#include "sim/observers/parallel_launch.hpp"
#include "sim/observers/uninitialised_influence.hpp"
#include "sim/observers/watchers.hpp"

namespace lockstep::sim {
namespace {

// Querying the system for the available memory takes longer than a small launch.
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

std::uint64_t work_items_of(const Plan& plan) {
  std::uint64_t count = 0;
  for (const PlanLaunch& launch : plan.launches) {
    const auto& size = launch.range.global_size;
    count += size[0] * size[1] * size[2];
  }
  return count;
}

// A copy of the contents, if copying takes only a small part of the time of the launch.
std::optional<std::vector<BufferContents>> copy_of_little(const Plan& plan,
                                                          const std::vector<BufferContents>& contents) {
  constexpr std::size_t kAlways = std::size_t{4} << 20, kForWorkItem = 4096, kNever = std::size_t{256} << 20;
  std::size_t bytes = 0;
  for (const BufferContents& buffer : contents) bytes += buffer.bytes.size() + buffer.written.size();
  if (bytes > kNever || bytes > kAlways + work_items_of(plan) * kForWorkItem) return std::nullopt;
  return contents;
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

MachineState start_of(const Machine& machine, const std::optional<GivenStart>& start) {
  if (!start) return machine.initial_state();
  std::vector<std::vector<std::byte>> bytes;
  std::vector<std::vector<std::uint8_t>> written;
  for (BufferContents& buffer : *start->contents) {
    bytes.push_back(std::move(buffer.bytes));
    written.push_back(std::move(buffer.written));
  }
  return machine.initial_state(std::move(bytes), std::move(written));
}

}  // namespace

struct CountedRunMaker::Impl {
  Impl(const Plan& the_plan, const DeviceModel& the_model, RunOptions the_options, Machine the_machine,
       std::optional<GivenStart> the_start)
      : plan(the_plan),
        model(the_model),
        options(std::move(the_options)),
        start(std::move(the_start)),
        machine(std::move(the_machine)),
        before(start && options.detect_findings ? copy_of_little(plan, *start->contents) : std::nullopt),
        state(start_of(machine, start)),
        watchers(machine, options, start && start->tells_used),
        watch({options.stop, options.timeout, options.show_progress}) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  bool is_done() const { return state.done(machine.plan().launches.size()) || state.ended_early(); }
  void watch_launch();
  bool begin_launch();
  bool run_launch();
  CountedRun counted() const;
  RepeatableRun again() const;
  bool settle(TimeSlice& slice);

  const Plan& plan;
  const DeviceModel& model;
  RunOptions options;
  std::optional<GivenStart> start;
  Machine machine;
  std::optional<std::vector<BufferContents>> before;
  MachineState state;
  Watchers watchers;
  RunWatch watch;
  std::optional<Clock::time_point> pause;  // time of the next pause
  bool is_in_launch = false;
  CountedRun result;                         // set when the run is done
  std::optional<UnwrittenValues> unwritten;  // of the result
};

void CountedRunMaker::Impl::watch_launch() {
  watch.begin_launch(state.launch, static_cast<std::uint32_t>(machine.plan().launches.size()),
                     machine.group_count(state.launch));
}

// Returns true if the launch has already ended, as a launch on several threads has.
bool CountedRunMaker::Impl::begin_launch() {
  watch_launch();
  watchers.begin_launch(state, state.launch);
  // Other orders are used to reveal dependences between groups, so their launches run sequentially.
  const unsigned threads = options.schedule == Schedule{} ? threads_for(machine, state.launch, options) : 1;
  if (threads >= 2) {
    watch.pause_at({});
    if (run_in_parallel(machine, options, threads, state, watchers, watch)) return true;
    watch.pause_at(pause);
    watch_launch();
  }
  return machine.run_groups(state, machine.group_count(state.launch), watchers.observers(), &watch);
}

// Runs the launch. Returns false if the run was paused.
bool CountedRunMaker::Impl::run_launch() {
  const std::uint32_t launch = state.launch;
  const bool ended =
      is_in_launch ? machine.resume_groups(state, machine.group_count(launch), watchers.observers(), &watch)
                   : begin_launch();
  is_in_launch = !ended && !state.ended_early();
  if (is_in_launch) return false;
  watchers.end_launch(state, launch);
  machine.begin_launch(state, launch + 1);
  return true;
}

// Returns the result without the contents of the buffers, which remain in the state.
CountedRun CountedRunMaker::Impl::counted() const {
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

RepeatableRun CountedRunMaker::Impl::again() const {
  return start ? repeatable(plan, start->programs, *before, model, machine_options(options))
               : repeatable(plan, model, machine_options(options));
}

// Called when the run is done. Returns false once the result is complete.
bool CountedRunMaker::Impl::settle(TimeSlice& slice) {
  if (!unwritten) {
    result = counted();
    if (start && !before) return false;  // the run cannot be repeated
    unwritten.emplace(again(), result, options.stop);
  }
  return unwritten->go_on(slice);
}

CountedRunMaker::CountedRunMaker(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
CountedRunMaker::CountedRunMaker(CountedRunMaker&&) noexcept = default;
CountedRunMaker& CountedRunMaker::operator=(CountedRunMaker&&) noexcept = default;
CountedRunMaker::~CountedRunMaker() = default;

Result<CountedRunMaker> CountedRunMaker::begin(const Plan& plan, const DeviceModel& model,
                                               const RunOptions& options, std::optional<GivenStart> start) {
  if (auto fits = check_memory(plan, options); !fits) return tl::unexpected(fits.error());
  Result<Machine> machine = start ? Machine::create(plan, start->programs, model, machine_options(options))
                                  : compile_machine(plan, model, machine_options(options));
  if (!machine) return tl::unexpected(machine.error());
  return CountedRunMaker(std::make_unique<Impl>(plan, model, options, std::move(*machine), std::move(start)));
}

bool CountedRunMaker::go_on(std::optional<std::chrono::milliseconds> most) {
  Impl& run = *impl_;
  run.pause = most ? std::optional(Clock::now() + *most) : std::nullopt;
  run.watch.pause_at(run.pause);
  while (!run.is_done()) {
    if (!run.run_launch()) return true;
    if (run.pause && !run.is_done() && Clock::now() >= *run.pause) return true;
  }
  TimeSlice slice = most ? TimeSlice(*most) : TimeSlice();
  return run.settle(slice);
}

CountedRun CountedRunMaker::finish() {
  Impl& all = *impl_;
  CountedRun run = std::move(all.result);
  if (!all.start) {
    run.buffers = take_buffers(all.state);
    return run;
  }
  std::vector<BufferContents>& contents = *all.start->contents;
  contents.resize(all.state.buffers.size());
  for (std::size_t i = 0; i < contents.size(); ++i)
    contents[i] = {all.state.buffers[i].take(), all.state.buffer_written[i].take()};
  return run;
}

UsedBytes CountedRunMaker::used() const {
  UsedBytes used;
  for (const TouchedBytes::Buffer& buffer : impl_->watchers.touched()->buffers())
    used.push_back({buffer.read, buffer.written});
  return used;
}

Result<CountedRun> run_counted(const Plan& plan, const DeviceModel& model, const RunOptions& options) {
  auto maker = CountedRunMaker::begin(plan, model, options);
  if (!maker) return tl::unexpected(maker.error());
  maker->go_on();
  return maker->finish();
}

Result<CountedRun> run_counted(const Plan& plan, std::vector<std::shared_ptr<const Program>> programs,
                               std::vector<BufferContents>& contents, const DeviceModel& model,
                               const RunOptions& options) {
  return run_observed(plan, std::move(programs), contents, model, options, nullptr);
}

Result<CountedRun> run_observed(const Plan& plan, std::vector<std::shared_ptr<const Program>> programs,
                                std::vector<BufferContents>& contents, const DeviceModel& model,
                                const RunOptions& options, UsedBytes* used) {
  auto maker =
      CountedRunMaker::begin(plan, model, options, {{std::move(programs), &contents, used != nullptr}});
  if (!maker) return tl::unexpected(maker.error());
  maker->go_on();
  CountedRun run = maker->finish();
  if (used != nullptr) *used = maker->used();
  return run;
}

}  // namespace lockstep::sim
