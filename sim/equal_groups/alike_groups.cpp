#include "sim/equal_groups/alike_groups.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include "sim/equal_groups/group_follower.hpp"
#include "sim/machine/state/run_watch.hpp"

namespace lockstep::sim {
namespace {

// Counting by classes is worthwhile if a class has at least this number of members on average.
constexpr std::uint64_t kFewest = 4;
constexpr std::chrono::seconds kMaxWithoutProgress{20};

// Returns the work-groups that may be in the class of `first`. If the local size does not divide the global
// size, the last work-groups are smaller and therefore belong to a different class.
GroupSet all_like(const BoundLaunch& launch, const GroupSet::Place& first, const GroupSet::Place& period) {
  GroupSet::Place last;
  for (std::size_t d = 0; d < kDimensions; ++d) {
    const bool is_cut = !launch.range.is_uniform(static_cast<unsigned>(d));
    last[d] = launch.groups[d] - 1;
    if (is_cut && first[d] != last[d]) --last[d];
  }
  return {first, last, period};
}

// Records which work-groups of a launch have been counted.
class Ledger {
 public:
  explicit Ledger(const BoundLaunch& launch) : groups_(launch.groups), counted_(launch.group_count) {}

  std::optional<std::uint64_t> next() {
    while (next_ < counted_.size() && counted_[next_]) ++next_;
    return next_ < counted_.size() ? std::optional(next_) : std::nullopt;
  }
  GroupSet::Place place(std::uint64_t group) const {
    return {group % groups_[0], group / groups_[0] % groups_[1], group / groups_[0] / groups_[1]};
  }
  // Marks the work-groups of the set as counted and returns how many of them were not counted before.
  std::uint64_t count(const GroupSet& set) {
    std::uint64_t added = 0;
    const auto at = [&](std::size_t d, std::uint64_t e) { return set.first()[d] + e * set.period()[d]; };
    for (std::uint64_t z = 0; z <= set.steps()[2]; ++z)
      for (std::uint64_t y = 0; y <= set.steps()[1]; ++y)
        for (std::uint64_t x = 0; x <= set.steps()[0]; ++x) {
          const std::uint64_t group = (at(2, z) * groups_[1] + at(1, y)) * groups_[0] + at(0, x);
          added += counted_[group] ? 0 : 1;
          counted_[group] = true;
        }
    return added;
  }

 private:
  std::array<std::uint64_t, kDimensions> groups_;
  std::vector<bool> counted_;
  std::uint64_t next_ = 0;
};

// Lengthens the period as the follower requested. Returns false if the follower requested no longer period,
// or a period that is not possible.
bool lengthen(GroupSet::Place& period, const GroupFollower& follower) {
  bool is_longer = false;
  for (std::size_t d = 0; d < kDimensions; ++d) {
    period[d] *= follower.longer()[d];
    is_longer = is_longer || follower.longer()[d] != 1;
  }
  return is_longer;
}

}  // namespace

AlikeGroups for_each_class(const Machine& machine, MachineState& state, std::span<Observer* const> observers,
                           const std::function<void(std::uint64_t)>& counted, const ClassOptions& options) {
  const BoundLaunch& launch = machine.setup().launches[state.launch];
  GroupFollower follower(machine);
  std::vector<Observer*> all(observers.begin(), observers.end());
  all.push_back(&follower);
  Ledger ledger(launch);
  GroupSet::Place period{1, 1, 1};
  AlikeGroups result;
  std::uint64_t done = 0;
  while (const auto group = ledger.next()) {
    if (result.executed > options.trial && result.executed * kFewest > done) {
      result.obstacle = "nearly all work-groups differ from each other";
      return result;
    }
    machine.begin_group(state, static_cast<std::uint32_t>(*group));
    follower.begin(state, all_like(launch, ledger.place(*group), period));
    std::stop_source unfit;
    const std::stop_callback forward(options.stop, [&] { unfit.request_stop(); });
    follower.stop_at_obstacle(unfit);
    RunWatch watch({unfit.get_token(), kMaxWithoutProgress, {}});
    const bool ended = machine.run_groups(state, static_cast<std::uint32_t>(*group) + 1, all, &watch);
    ++result.executed;
    if (!ended || !follower.obstacle().empty()) {
      result.obstacle = follower.obstacle().empty() ? "the run ended early" : follower.obstacle();
      return result;
    }
    if (lengthen(period, follower)) {
      counted(0);
      continue;
    }
    const std::uint64_t times = ledger.count(follower.set());
    done += times;
    counted(times);
  }
  return result;
}

}  // namespace lockstep::sim
