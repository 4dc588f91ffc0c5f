// Accesses of one instruction are compared warp by warp within a work-group: the k-th execution by one warp
// corresponds to the k-th execution by each other warp (a "round"). This correspondence holds for loops that
// the whole group executes.
#include "sim/explain/line_trials.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "core/plan/input.hpp"
#include "sim/bytecode/memory_objects.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/state/run_watch.hpp"
#include "sim/memory_rules/access.hpp"

namespace lockstep::sim {
namespace {

using Addresses = std::vector<std::uint64_t>;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9E3779B97F4A7C15ULL + (hash << 6) + (hash >> 2);
  hash *= 0xBF58476D1CE4E5B9ULL;
  return hash ^ (hash >> 29);
}

// Distributes the addresses to the lanes of as few warps as possible, one address to each lane.
template <class Visit>
void each_full_warp(const Addresses& addresses, unsigned width, AccessKind kind, std::uint32_t bytes,
                    Visit visit) {
  std::array<std::uint64_t, kMaxLanes> lanes{};
  for (std::size_t begin = 0; begin < addresses.size(); begin += width) {
    const std::size_t count = std::min<std::size_t>(width, addresses.size() - begin);
    std::copy_n(addresses.begin() + static_cast<std::ptrdiff_t>(begin), count, lanes.begin());
    visit(WarpAccess{kind, bytes, ~0ULL >> (kMaxLanes - count), lanes});
  }
}

// The executions of one instruction by a group's warps in one round.
struct Round {
  std::uint64_t warps = 0;
  Addresses addresses;                 // of all lanes, in the order of the warps
  std::uint64_t lanes = 0, taken = 0;  // for a branch: all lanes, and the lanes that take it
  std::uint64_t divergent = 0;
};

struct Site {
  std::vector<std::uint32_t> executions;  // for each warp
  std::vector<Round> rounds;
  AccessKind kind = AccessKind::load;
  std::uint32_t bytes = 4;
  Space space = Space::global;
  // For a loop test: the number of iterations of each work-item, and how often the work-item left the loop.
  std::vector<std::uint64_t> iterations, exits;

  Round& next(std::uint32_t warp) {
    if (warp >= executions.size()) executions.resize(warp + 1);
    const std::uint32_t round = executions[warp]++;
    if (round >= rounds.size()) rounds.resize(round + 1);
    return rounds[round];
  }
};

// A padding of one local memory object, applied to all accesses to it.
struct PaddingTrial {
  std::uint64_t every = 0;
  bool is_column = false;
  Recount conflicts;
  std::map<LinePlace, Recount> lines;
};

struct MemoryTrial {
  std::vector<PaddingTrial> ways;
  bool is_possible = true;  // whether every access touches only one element
};

class Trials final : public Observer {
 public:
  Trials(const Machine& machine, const Plan& plan) : machine_(machine), plan_(plan) {}

  bool wants_instructions() const override { return false; }

  void on_launch_begin(const MachineState&, std::uint32_t launch) override {
    memories_ = named_memories(plan_, launch, machine_.program(plan_.launches[launch].program));
  }

  void on_group_end(const MachineState&, std::uint32_t group) override { flush(group); }

  void on_branch(const MachineState&, const Moment& moment, const Instruction& instruction,
                 const ObservedBranch& branch) override {
    branch_hash_[place_of(moment)] += hash_of(moment, branch.taken, branch.lanes);
    Site& site = group(moment).branches[moment.pc];
    Round& round = site.next(moment.warp);
    round.lanes += static_cast<unsigned>(std::popcount(branch.lanes));
    round.taken += static_cast<unsigned>(std::popcount(branch.taken));
    round.divergent += branch.divergent() ? 1 : 0;
    if (instruction.op != Opcode::loop_test) return;
    const std::size_t end = (std::size_t{moment.warp} + 1) * width();
    if (site.iterations.size() < end) site.iterations.resize(end), site.exits.resize(end);
    for_each_lane(branch.lanes, [&](unsigned lane) {
      const std::size_t item = std::size_t{moment.warp} * width() + lane;
      ++((branch.taken >> lane & 1) != 0 ? site.iterations : site.exits)[item];
    });
  }

  void on_access(const MachineState&, const Moment& moment, const Instruction&,
                 const ObservedAccess& observed) override {
    if (observed.space != Space::global && observed.space != Space::local) return;
    const WarpAccess& access = observed.access;
    std::uint64_t hash = hash_of(moment, access.active, 0);
    Site& site = group(moment).accesses[moment.pc];
    site.kind = access.kind;
    site.bytes = access.bytes;
    site.space = observed.space;
    Round& round = site.next(moment.warp);
    ++round.warps;
    for_each_lane(access.active, [&](unsigned lane) {
      round.addresses.push_back(access.addresses[lane]);
      hash = mixed(hash, access.addresses[lane]);
    });
    access_hash_[place_of(moment)] += hash;
    if (observed.space == Space::global)
      count_global(moment, access);
    else
      count_local(moment, access);
  }

  LineTrials take() {
    for (auto& [name, memory] : local_) {
      if (!memory.is_possible) continue;
      const auto best = std::ranges::min_element(memory.ways, {},
                                                 [](const PaddingTrial& way) { return way.conflicts.after; });
      if (best == memory.ways.end()) continue;
      found_.paddings[name] = {name, best->every, best->is_column, best->conflicts, std::move(best->lines)};
    }
    return std::move(found_);
  }

  const std::map<LinePlace, std::uint64_t>& branch_hash() const { return branch_hash_; }
  const std::map<LinePlace, std::uint64_t>& access_hash() const { return access_hash_; }

 private:
  struct Group {
    std::uint32_t launch = 0;
    std::map<std::uint32_t, Site> branches, accesses;  // by program counter
  };

  unsigned width() const { return machine_.model().warp_width; }
  const DeviceModel& model() const { return machine_.model(); }

  Group& group(const Moment& moment) {
    Group& group = groups_[moment.group];
    group.launch = moment.launch;
    return group;
  }

  LinePlace place_of(std::uint32_t launch, std::uint32_t pc) const {
    const auto program = static_cast<std::uint32_t>(plan_.launches[launch].program);
    const Program& code = machine_.program(program);
    const SourceRange& range = code.ranges[code.code[pc].range];
    return {program, range.file, range.line};
  }
  LinePlace place_of(const Moment& moment) const { return place_of(moment.launch, moment.pc); }
  LineTrial& line(std::uint32_t launch, std::uint32_t pc) { return found_.lines[place_of(launch, pc)]; }

  static std::uint64_t hash_of(const Moment& moment, std::uint64_t a, std::uint64_t b) {
    std::uint64_t hash = mixed(moment.launch, moment.group);
    hash = mixed(hash, moment.warp);
    hash = mixed(hash, moment.pc);
    return mixed(mixed(hash, a), b);
  }

  void count_global(const Moment& moment, const WarpAccess& access) {
    if (access.kind == AccessKind::atomic) return;
    LineTrial& trial = line(moment.launch, moment.pc);
    const std::uint64_t units = global_cost(model(), access).transactions;
    trial.renumbered.before += units;
    trial.regrouped.before += units;
    trial.consecutive.before += units;
    const std::uint64_t distinct = one_lane_an_address(access);
    trial.shared +=
        {units,
         distinct == access.active
             ? units
             : global_cost(model(), {access.kind, access.bytes, distinct, access.addresses}).transactions};
    // Lanes that share an address need no separate elements.
    const std::uint64_t least =
        distinct == access.active ? std::min<std::uint64_t>(units, least_units(access)) : units;
    trial.consecutive.after += least;
    trial.aligned += {units, are_consecutive(access) ? least : units};
  }

  static bool are_consecutive(const WarpAccess& access) {
    const auto first = static_cast<unsigned>(std::countr_zero(access.active));
    bool all = true;
    for_each_lane(access.active, [&](unsigned lane) {
      all = all && access.addresses[lane] == access.addresses[first] + (lane - first) * access.bytes;
    });
    return all;
  }

  static std::uint64_t one_lane_an_address(const WarpAccess& access) {
    std::uint64_t distinct = 0;
    for_each_lane(access.active, [&](unsigned lane) {
      bool is_new = true;
      for_each_lane(distinct, [&](unsigned other) {
        is_new = is_new && access.addresses[other] != access.addresses[lane];
      });
      if (is_new) distinct |= std::uint64_t{1} << lane;
    });
    return distinct;
  }

  // Returns the number of units (sectors or transactions) for consecutive elements that start at an
  // aligned address.
  std::uint64_t least_units(const WarpAccess& access) {
    const auto lanes = static_cast<unsigned>(std::popcount(access.active));
    const auto key = std::tuple(access.kind, access.bytes, lanes);
    const auto [entry, is_new] = least_.try_emplace(key);
    if (is_new && lanes != 0) {
      Addresses addresses;
      for (unsigned lane = 0; lane < lanes; ++lane)
        addresses.push_back(make_address(Space::global, 1, std::int64_t{lane} * access.bytes));
      each_full_warp(addresses, width(), access.kind, access.bytes, [&](const WarpAccess& packed) {
        entry->second += global_cost(model(), packed).transactions;
      });
    }
    return entry->second;
  }

  void count_local(const Moment& moment, const WarpAccess& access) {
    const LocalCost cost = local_cost(model(), access);
    LineTrial& trial = line(moment.launch, moment.pc);
    if (access.kind == AccessKind::atomic) {
      Addresses own;
      for (unsigned lane = 0; lane < static_cast<unsigned>(std::popcount(access.active)); ++lane)
        own.push_back(make_address(Space::local, 1, std::int64_t{lane} * access.bytes));
      trial.local_atomics.before += cost.wavefronts;
      each_full_warp(own, width(), access.kind, access.bytes, [&](const WarpAccess& packed) {
        trial.local_atomics.after += local_cost(model(), packed).wavefronts;
      });
      return;
    }
    if (access.active == 0) return;
    const auto first =
        find_element(memories_, access.addresses[static_cast<unsigned>(std::countr_zero(access.active))]);
    if (!first) return;
    if (cost.conflicts() != 0) trial.conflicts[first->memory->name] += cost.conflicts();
    try_paddings(moment, access, *first->memory, cost.conflicts());
  }

  // Returns the paddings to try: an unused element after each row of banks, or after each row of a
  // two-dimensional array, which is often as wide as the work-group.
  std::vector<PaddingTrial> ways_for(const NamedMemory& memory, std::uint32_t launch) const {
    const std::uint64_t row = std::max<std::uint64_t>(
        1, std::uint64_t{model().local.banks} * model().local.bank_bytes / size_bytes(memory.type));
    const NdRange& range = plan_.launches[launch].range;
    std::vector<PaddingTrial> ways;
    if (range.dimensions > 1 && range.local_size[0] > 1) ways.push_back({range.local_size[0], true, {}, {}});
    for (const std::uint64_t every : {row, range.local_size[0], row / 2, 2 * row}) {
      const bool is_known = std::ranges::find(ways, every, &PaddingTrial::every) != ways.end();
      if (every > 1 && !is_known) ways.push_back({every, false, {}, {}});
    }
    return ways;
  }

  void try_paddings(const Moment& moment, const WarpAccess& access, const NamedMemory& memory,
                    std::uint64_t conflicts) {
    MemoryTrial& tried = local_[memory.name];
    if (tried.ways.empty()) tried.ways = ways_for(memory, moment.launch);
    const std::uint64_t element = size_bytes(memory.type);
    tried.is_possible = tried.is_possible && access.bytes == element;
    if (!tried.is_possible) return;
    const std::uint64_t base =
        object_of(access.addresses[static_cast<unsigned>(std::countr_zero(access.active))]) == 0
            ? memory.offset_bytes
            : 0;
    std::array<std::uint64_t, kMaxLanes> moved{};
    const LinePlace place = place_of(moment);
    for (PaddingTrial& way : tried.ways) {
      for_each_lane(access.active, [&](unsigned lane) {
        const std::uint64_t offset = static_cast<std::uint64_t>(offset_of(access.addresses[lane])) - base;
        moved[lane] = access.addresses[lane] + offset / element / way.every * element;
      });
      const LocalCost cost = local_cost(model(), {access.kind, access.bytes, access.active, moved});
      const Recount recount{conflicts, cost.conflicts()};
      way.conflicts += recount;
      if (recount.before != 0 || recount.after != 0) way.lines[place] += recount;
    }
  }

  void flush(std::uint32_t group) {
    const auto found = groups_.find(group);
    if (found == groups_.end()) return;
    const std::uint32_t launch = found->second.launch;
    const auto size = plan_.launches[launch].range.size_of_group(group);
    const std::uint64_t items = size[0] * size[1] * size[2];
    for (auto& [pc, site] : found->second.branches) {
      LineTrial& trial = line(launch, pc);
      trial.group_items = std::max(trial.group_items, items);
      count_branches(site, trial);
    }
    for (auto& [pc, site] : found->second.accesses) {
      LineTrial& trial = line(launch, pc);
      trial.group_items = std::max(trial.group_items, items);
      if (site.kind == AccessKind::atomic)
        count_atomics(site, trial);
      else
        count_accesses(site, trial);
    }
    groups_.erase(found);
  }

  void count_branches(const Site& site, LineTrial& trial) const {
    Recount found;
    for (const Round& round : site.rounds) {
      found.before += round.divergent;
      const bool is_split = round.taken != 0 && round.taken != round.lanes;
      found.after += is_split && round.taken % width() != 0 ? 1 : 0;
    }
    // A work-item keeps its number during all iterations of a loop, so sorting is done once for the
    // whole loop.
    if (!site.iterations.empty()) found.after = sorted_by_iterations(site, found.before);
    found.after = std::min(found.after, found.before);
    trial.divergence += found;
  }

  // Returns the number of divergent tests of a loop if the work-items were sorted by their numbers
  // of iterations.
  std::uint64_t sorted_by_iterations(const Site& site, std::uint64_t before) const {
    std::vector<std::uint64_t> counts;
    for (std::size_t item = 0; item < site.iterations.size(); ++item) {
      if (site.exits[item] > 1) return before;  // several loops have no common order
      if (site.exits[item] + site.iterations[item] != 0) counts.push_back(site.iterations[item]);
    }
    std::ranges::sort(counts);
    std::uint64_t divergent = 0;
    for (std::size_t i = 1; i < counts.size(); ++i)
      divergent += i % width() != 0 && counts[i] != counts[i - 1] ? 1 : 0;
    return divergent;
  }

  void count_accesses(Site& site, LineTrial& trial) {
    Addresses all;
    for (Round& round : site.rounds) {
      trial.access_warps += {round.warps, (round.addresses.size() + width() - 1) / width()};
      if (site.space == Space::local) {
        each_full_warp(round.addresses, width(), site.kind, site.bytes, [&](const WarpAccess& packed) {
          trial.packed_conflicts += local_cost(model(), packed).conflicts();
        });
        continue;
      }
      std::ranges::sort(round.addresses);
      all.insert(all.end(), round.addresses.begin(), round.addresses.end());
      trial.renumbered.after += units_of(round.addresses, site);
    }
    if (site.space == Space::local) return;
    std::ranges::sort(all);
    trial.regrouped.after += units_of(all, site);
  }

  std::uint64_t units_of(const Addresses& addresses, const Site& site) const {
    std::uint64_t units = 0;
    each_full_warp(addresses, width(), site.kind, site.bytes,
                   [&](const WarpAccess& packed) { units += global_cost(model(), packed).transactions; });
    return units;
  }

  void count_atomics(Site& site, LineTrial& trial) const {
    if (site.space != Space::global) return;
    Addresses all;
    for (Round& round : site.rounds) all.insert(all.end(), round.addresses.begin(), round.addresses.end());
    const std::uint64_t before = all.size();
    std::ranges::sort(all);
    const auto same = std::ranges::unique(all);
    trial.global_atomics += {before, before - same.size()};
  }

  const Machine& machine_;
  const Plan& plan_;
  std::vector<NamedMemory> memories_;
  std::map<std::uint32_t, Group> groups_;  // the groups that are being executed
  std::map<std::string, MemoryTrial> local_;
  std::map<std::tuple<AccessKind, std::uint32_t, unsigned>, std::uint64_t> least_;
  std::map<LinePlace, std::uint64_t> branch_hash_, access_hash_;
  LineTrials found_;
};

std::optional<Machine> machine_for(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                   std::uint64_t budget) {
  MachineOptions options;
  options.track_uninitialised = false;
  options.schedule = schedule;
  options.step_budget = budget;
  Result<Machine> machine = compile_machine(plan, model, options);
  if (!machine) return std::nullopt;
  return std::move(*machine);
}

// Returns the plan with another input. Constant buffers may hold counters and flags, so they are not changed.
bool change_input(Plan& plan) {
  bool is_changed = false;
  for (PlanBuffer& buffer : plan.buffers) {
    Content& content = buffer.content;
    using enum Content::Pattern;
    const bool is_fixed = content.pattern == uninitialised ||
                          (content.pattern == constant && buffer.role != PlanBuffer::Role::input);
    if (is_fixed) continue;
    content = Content{random, 0, content.seed + 7919, nullptr, content.op};
    is_changed = true;
  }
  return is_changed;
}

void note_dependence(const Trials& one, const Trials& other, LineTrials& trials) {
  const auto differs = [](const auto& a, const auto& b, const LinePlace& place) {
    const auto x = a.find(place), y = b.find(place);
    return x != a.end() && (y == b.end() || x->second != y->second);
  };
  for (auto& [place, trial] : trials.lines) {
    trial.branches_depend_on_input = differs(one.branch_hash(), other.branch_hash(), place);
    trial.addresses_depend_on_input = differs(one.access_hash(), other.access_hash(), place);
  }
}

}  // namespace

Recount& Recount::operator+=(const Recount& other) {
  before += other.before;
  after += other.after;
  return *this;
}

std::optional<LineTrials> try_lines(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                    const CountedRun& run, const std::stop_token& stop) {
  if (model.warp_width == 1 || schedule.lanes != LaneSchedule::lockstep) return std::nullopt;
  if (run.total.active_lanes > kMaxTried || run.early_end != EarlyEnd::none) return std::nullopt;
  const auto machine = machine_for(plan, model, schedule, run.total.instructions + 1);
  if (!machine) return std::nullopt;
  Trials trials(*machine, plan);
  MachineState state = machine->initial_state();
  RunWatch watch({stop, std::chrono::milliseconds(0), {}});
  machine->run(state, std::array<Observer*, 1>{&trials}, &watch);
  if (state.early_end != EarlyEnd::none) return std::nullopt;
  LineTrials found = trials.take();
  Plan other_plan = plan;
  if (!change_input(other_plan)) return found;
  const auto other_machine = machine_for(other_plan, model, schedule, 2 * run.total.instructions + 1000);
  if (!other_machine) return found;
  Trials other(*other_machine, other_plan);
  MachineState other_state = other_machine->initial_state();
  RunWatch other_watch({stop, std::chrono::milliseconds(0), {}});
  other_machine->run(other_state, std::array<Observer*, 1>{&other}, &other_watch);
  note_dependence(trials, other, found);
  return found;
}

}  // namespace lockstep::sim
