#include "sim/predicted_times/launch_work.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/text/text.hpp"
#include "sim/equal_groups/alike_groups.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/state/run_watch.hpp"
#include "sim/observers/counters/counter_observer.hpp"
#include "sim/observers/counters/operations.hpp"
#include "sim/observers/longest_chain.hpp"
#include "sim/observers/memory_waits.hpp"
#include "sim/observers/watchers.hpp"

namespace lockstep::sim {
namespace {

constexpr double LaunchWork::*kSums[] = {
    &LaunchWork::work_groups,        &LaunchWork::warps,
    &LaunchWork::instructions,       &LaunchWork::divisions,
    &LaunchWork::multiplications,    &LaunchWork::chain,
    &LaunchWork::chain_divisions,    &LaunchWork::chain_multiplications,
    &LaunchWork::idle_accesses,      &LaunchWork::branches,
    &LaunchWork::barriers,           &LaunchWork::divergent_branches,
    &LaunchWork::local_requests,     &LaunchWork::local_passes,
    &LaunchWork::local_conflicts,    &LaunchWork::requests,
    &LaunchWork::transactions,       &LaunchWork::bytes,
    &LaunchWork::touched_bytes,      &LaunchWork::cached_bytes,
    &LaunchWork::memory_waits,       &LaunchWork::cached_waits,
    &LaunchWork::constant_conflicts,
};

// A run in which no work-group ends within this time is not counted.
constexpr std::chrono::seconds kLaunchMaxWithoutProgress{20};

// With fewer work-groups, a search for equal work-groups takes more time than it saves.
constexpr std::uint64_t kLaunchFewest = 8;
// The number of work-groups of a plan that are executed to find out whether many are alike. It is greater if
// running all work-groups would take long.
constexpr std::uint64_t kSmallPlan = 1024, kShortTrial = 8, kTrial = 256;

double number(std::uint64_t count) { return static_cast<double>(count); }

LaunchWork work_of(const PlanLaunch& launch, const Counters& c, const OperationObserver::Tally& operations,
                   const MemoryWaitObserver::Tally& memory, const LongestChainObserver::Chain& chain) {
  LaunchWork work;
  work.kernel = launch.kernel;
  work.work_groups = number(c.work_groups);
  work.warps = number(c.warps);
  work.instructions = number(operations.operations);
  work.divisions = number(operations.divisions);
  work.multiplications = number(operations.multiplications);
  work.chain = number(chain.operations);
  work.chain_divisions = number(chain.divisions);
  work.chain_multiplications = number(chain.multiplications);
  work.idle_accesses = number(operations.idle_accesses);
  work.branches = number(c.branches);
  work.divergent_branches = number(c.divergent_branches);
  work.barriers = number(c.barriers);
  work.local_requests = number(c.local_load_requests + c.local_store_requests);
  work.local_passes = number(c.local_load_wavefronts + c.local_store_wavefronts + c.local_atomic_wavefronts);
  work.local_conflicts = number(c.local_conflicts);
  work.constant_conflicts = number(c.constant_load_passes - c.constant_load_requests);
  work.requests = number(c.global_load_requests + c.global_store_requests);
  work.transactions = number(c.global_load_transactions + c.global_store_transactions);
  work.bytes = number(c.bytes_moved);
  work.touched_bytes = number(memory.touched_bytes);
  work.cached_bytes = number(memory.cached_bytes);
  work.memory_waits = number(memory.waits);
  work.cached_waits = number(memory.cached_waits);
  return work;
}

// The observers of a run of which only the counts are needed.
class WorkObservers {
 public:
  explicit WorkObservers(const Machine& machine)
      : counters_(machine),
        operations_(machine, machine.model().rates.predicated_instructions),
        memory_(machine),
        chain_(machine) {}
  std::array<Observer*, 4> all() { return {&counters_, &operations_, &memory_, &chain_}; }

  void merge(const WorkObservers& part, std::uint32_t launch, std::uint64_t times) {
    counters_.merge(part.counters_, launch, times);
    operations_.merge(part.operations_, launch, times);
    memory_.merge(part.memory_, launch, times);
    chain_.merge(part.chain_, launch, times);
  }
  void clear(std::uint32_t launch) {
    counters_.clear(launch);
    operations_.clear(launch);
    memory_.clear(launch);
    chain_.clear(launch);
  }
  std::vector<LaunchWork> work(const Plan& plan) const {
    std::vector<LaunchWork> work;
    const std::vector<Counters> counted = counters_.launches();
    const std::vector<OperationObserver::Tally> issued = operations_.launches();
    for (std::size_t i = 0; i < plan.launches.size(); ++i)
      work.push_back(
          work_of(plan.launches[i], counted[i], issued[i], memory_.launches()[i], chain_.launches()[i]));
    return work;
  }

 private:
  CounterObserver counters_;
  OperationObserver operations_;
  MemoryWaitObserver memory_;
  LongestChainObserver chain_;
};

std::uint64_t groups_of(const PlanLaunch& launch) { return launch.range.group_count(); }

std::uint64_t groups_of(const Plan& plan) {
  std::uint64_t groups = 0;
  for (const PlanLaunch& launch : plan.launches) groups += groups_of(launch);
  return groups;
}

Result<Machine> machine_for(const Plan& plan, const DeviceModel& model) {
  MachineOptions options;
  options.track_uninitialised = false;
  return compile_machine(plan, model, options);
}

// Returns the launches of each kernel, the largest first. Launches of equal size remain in their order.
std::map<std::string, std::vector<std::size_t>> by_size(const Plan& plan) {
  std::map<std::string, std::vector<std::size_t>> launches;
  for (std::size_t i = 0; i < plan.launches.size(); ++i) launches[plan.launches[i].kernel].push_back(i);
  for (auto& [kernel, list] : launches)
    std::ranges::stable_sort(list, std::ranges::greater{},
                             [&](std::size_t i) { return groups_of(plan.launches[i]); });
  return launches;
}

}  // namespace

LaunchWork& LaunchWork::operator+=(const LaunchWork& other) {
  for (const auto sum : kSums) this->*sum += other.*sum;
  return *this;
}

LaunchWork LaunchWork::scaled(double factor) const {
  LaunchWork scaled = *this;
  for (const auto sum : kSums) scaled.*sum *= factor;
  return scaled;
}

LaunchWork sum_of(const std::vector<LaunchWork>& launches) {
  return std::accumulate(launches.begin(), launches.end(), LaunchWork{},
                         [](LaunchWork sum, const LaunchWork& launch) { return sum += launch; });
}

Result<std::vector<LaunchWork>> WorkCounter::count(const Plan& plan, const DeviceModel& model,
                                                   const std::stop_token& stop) {
  const Result<Machine> machine = machine_for(plan, model);
  if (!machine) return tl::unexpected(machine.error());
  if (auto work = count_by_classes(*machine, plan, stop)) return std::move(*work);
  return count_all(*machine, plan, stop);
}

Result<std::optional<std::vector<LaunchWork>>> WorkCounter::count_by_classes(const Plan& plan,
                                                                             const DeviceModel& model,
                                                                             const std::stop_token& stop) {
  return machine_for(plan, model).map([&](const Machine& machine) {
    return count_by_classes(machine, plan, stop);
  });
}

Result<std::vector<LaunchWork>> WorkCounter::count_all(const Plan& plan, const DeviceModel& model,
                                                       const std::stop_token& stop) {
  return machine_for(plan, model).and_then([&](const Machine& machine) {
    return count_all(machine, plan, stop);
  });
}

Result<std::vector<LaunchWork>> WorkCounter::count_all(const Machine& machine, const Plan& plan,
                                                       const std::stop_token& stop) {
  WorkObservers work(machine);
  EarlyEndLog ends;
  std::vector<Observer*> observers{&ends};
  for (Observer* observer : work.all()) observers.push_back(observer);
  MachineState state = machine.initial_state();
  RunWatch watch({stop, kLaunchMaxWithoutProgress, {}});
  watch.begin_launch(0, 1, 1);
  machine.run(state, observers, &watch);
  executed_ = state.executed;
  if (state.early_end == EarlyEnd::requested) return failure("Not counted: the run was cancelled.");
  if (state.ended_early()) return failure(as_sentence("not counted: " + ends.findings().back().message));
  return work.work(plan);
}

// Executes one work-group of each class, with arbitrary data. Returns nothing if data decide what
// is executed.
std::optional<std::vector<LaunchWork>> WorkCounter::count_by_classes(const Machine& machine, const Plan& plan,
                                                                     const std::stop_token& stop) {
  const auto has_few_groups = [](const PlanLaunch& launch) { return groups_of(launch) < kLaunchFewest; };
  if (std::ranges::all_of(plan.launches, has_few_groups)) return std::nullopt;
  std::vector<std::vector<std::byte>> buffers;
  for (const PlanBuffer& buffer : plan.buffers) buffers.push_back(take_memory(buffer.bytes()));
  MachineState state =
      machine.initial_state(std::move(buffers), std::vector<std::vector<std::uint8_t>>(plan.buffers.size()));
  WorkObservers whole(machine), part(machine);
  const ClassOptions options{groups_of(plan) < kSmallPlan ? kShortTrial : kTrial, stop};
  bool is_counted = true;
  for (std::uint32_t launch = 0; is_counted && launch < plan.launches.size(); ++launch) {
    machine.begin_launch(state, launch);
    const auto count = [&](std::uint64_t times) {
      whole.merge(part, launch, times);
      part.clear(launch);
    };
    is_counted = for_each_class(machine, state, part.all(), count, options).obstacle.empty();
  }
  memory_ = take_buffers(state);
  if (!is_counted) return std::nullopt;
  return whole.work(plan);
}

// Returns memory for a buffer. Takes the smallest kept block that is large enough, so that little memory is
// allocated and cleared. A block that is much too large remains for a larger buffer.
std::vector<std::byte> WorkCounter::take_memory(std::uint64_t bytes) {
  std::vector<std::byte>* best = nullptr;
  for (std::vector<std::byte>& one : memory_) {
    const bool fits = one.capacity() >= bytes && one.capacity() / 4 <= bytes;
    if (fits && (best == nullptr || one.capacity() < best->capacity())) best = &one;
  }
  std::vector<std::byte> memory = best == nullptr ? std::vector<std::byte>() : std::exchange(*best, {});
  memory.resize(bytes);
  return memory;
}

Result<std::vector<LaunchWork>> count_work(const Plan& plan, const DeviceModel& model,
                                           const std::stop_token& stop) {
  return WorkCounter().count(plan, model, stop);
}

std::vector<LaunchWork> scale_work(const Plan& counted, const std::vector<LaunchWork>& work, const Plan& plan,
                                   double growth) {
  const auto small = by_size(counted), large = by_size(plan);
  const auto groups = [](const Plan& of, std::size_t launch) {
    return static_cast<double>(groups_of(of.launches[launch]));
  };
  std::vector<LaunchWork> scaled(plan.launches.size());
  for (const auto& [kernel, launches] : large) {
    const auto found = small.find(kernel);
    if (found == small.end()) continue;
    const std::vector<std::size_t>& known = found->second;
    for (std::size_t k = 0; k < launches.size(); ++k) {
      const std::size_t like = known[std::min(k, known.size() - 1)];
      const double ratio = groups(plan, launches[k]) / groups(counted, like);
      const bool single = plan.launches.size() > 1 && groups(plan, launches[k]) == 1 && ratio == 1;
      scaled[launches[k]] = work[like].scaled(k >= known.size() ? ratio : single ? 1 : growth);
    }
  }
  return scaled;
}

}  // namespace lockstep::sim
