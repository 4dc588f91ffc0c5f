// Data races, as the specification defines them: two accesses of different work-items to one place, one of
// them a write and not both atomic, that no barrier orders. A barrier orders only the address spaces in its
// flags and only within its work-group, or its sub-group; launches are ordered. That a warp runs in lockstep
// orders nothing.
#pragma once

#include <map>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/machine/observer.hpp"
#include "sim/observers/races/shadow.hpp"

namespace lockstep::sim {

struct RaceOptions {
  bool report_same_value = false;  // two plain writes of the same value, too
};

// Observes a run from its start and reports to `sink`. The machine and the sink must outlive it.
class RaceDetector : public Observer {
 public:
  RaceDetector(const Machine& machine, Observer& sink, const RaceOptions& options = {});

  bool wants_instructions() const override { return false; }
  void on_launch_begin(const MachineState& state, std::uint32_t launch) override;
  void on_group_begin(const MachineState& state, std::uint32_t group) override;
  void on_group_leave(const MachineState& state, std::uint32_t group) override;
  void on_group_return(const MachineState& state, std::uint32_t group) override;
  void on_access(const MachineState& state, const Moment& moment, const Instruction& instruction,
                 const ObservedAccess& access) override;
  void on_sub_group_barrier(const MachineState& state, std::uint32_t sub_group,
                            const Instruction& instruction) override;
  void on_barrier_release(const MachineState& state, std::uint32_t group,
                          const Instruction& instruction) override;

 private:
  struct Side {
    RaceAccess kind = RaceAccess::read;
    RaceEntry entry;
  };
  struct Race {
    std::uint64_t address = 0;
    unsigned unit = 4;  // bytes that the values are of
    Side earlier, now;
  };
  // The latest barrier of the group that did not order some memory, in that memory's epoch.
  struct OtherFence {
    std::uint32_t epoch = 0;  // 0: none
    std::uint32_t line = 0;
    bool orders_some = false;  // the other memory
  };
  // What the detector knows of a group that waits for others. What its items did before is ordered with what
  // they do afterwards: races of these two are not found.
  struct LeftGroup {
    RaceShadow local;
    std::vector<std::uint32_t> local_phases, global_phases;
  };
  void begin_epochs(std::uint32_t group);
  struct Watch;
  void watch_lane(const Watch& watch, unsigned lane, RaceAccess kind);
  static std::uint32_t accessing_item(const Watch& watch, std::uint32_t item);
  std::uint64_t lanes_that_matter(const Watch& watch) const;
  std::uint64_t failing_lanes(const Watch& watch) const;
  const std::byte* value_of(const Watch& watch, unsigned lane);
  void report(const MachineState& state, const Race& race);
  Finding describe(const MachineState& state, const Race& race) const;
  std::string why_unordered(const Race& race) const;
  std::string side_words(const Race& race, const Side& side) const;
  Finding::Party party(const Side& side) const;

  const Machine& machine_;
  Observer& sink_;
  RaceOptions options_;
  std::uint32_t launch_ = 0;
  RaceTime local_time_, global_time_;
  std::vector<std::uint32_t> local_phases_, global_phases_;  // of each sub-group of the running group
  OtherFence not_local_, not_global_;
  RaceShadow local_;
  bool local_is_new_ = true;  // no group of this launch has begun: its size is not known
  std::vector<RaceShadow> buffers_;
  std::map<std::uint32_t, LeftGroup> left_;  // by group
  // Both orders of a pair of lines are one finding: the key under which it was reported.
  std::map<FindingKey, FindingKey> known_;
  std::vector<std::byte> scratch_;  // of one lane's store
};

}  // namespace lockstep::sim
