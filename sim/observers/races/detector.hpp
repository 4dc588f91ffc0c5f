// Finds data races. As the specification defines it, a data race consists of two unordered accesses of
// different work-items to the same location, at least one of which is a write and not both of which are
// atomic. A barrier orders only the address spaces in its flags and only within its work-group, or its
// sub-group; launches are ordered; a release orders the accesses before it with the accesses after an acquire
// that reads from it (synchronisation.hpp). Lockstep execution of a warp orders nothing. Atomic functions
// whose scopes do not include each other race as well. Asynchronous copies count as separate work-items until
// a work-item waits for them (copies.hpp).
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/machine/state/observer.hpp"
#include "sim/observers/races/copies.hpp"
#include "sim/observers/races/shadow.hpp"
#include "sim/observers/races/synchronisation.hpp"

namespace lockstep::sim {

struct RaceOptions {
  bool report_same_value = false;  // also report two plain writes of the same value
};

// Observes a run from its start and reports to `sink`. The machine and the sink must outlive it.
class RaceDetector : public Observer {
 public:
  RaceDetector(const Machine& machine, Observer& sink, const RaceOptions& options = {});

  bool wants_instructions() const override { return false; }
  bool wants_branches() const override { return false; }
  void on_launch_begin(const MachineState& state, std::uint32_t launch) override;
  void on_group_begin(const MachineState& state, std::uint32_t group) override;
  void on_group_end(const MachineState& state, std::uint32_t group) override;
  void on_group_leave(const MachineState& state, std::uint32_t group) override;
  void on_group_return(const MachineState& state, std::uint32_t group) override;
  void on_access(const MachineState& state, const Moment& moment, const Instruction& instruction,
                 const ObservedAccess& access) override;
  void on_sub_group_barrier(const MachineState& state, std::uint32_t sub_group,
                            const Instruction& instruction) override;
  void on_barrier_release(const MachineState& state, std::uint32_t group,
                          const Instruction& instruction) override;
  void on_fence(const MachineState& state, const Moment& moment, const Instruction& instruction) override;
  void on_copy_event(const MachineState& state, const Moment& moment, const Instruction& instruction,
                     std::span<const std::uint64_t> events) override;

 private:
  struct Side {
    RaceAccess kind = RaceAccess::read;
    RaceEntry entry;
    std::optional<std::uint32_t> value;  // the value written, if known
  };
  struct Race {
    std::uint64_t address = 0;
    unsigned unit = 4;  // size of the values in bytes
    Side earlier, now;
  };
  // The latest barrier of the group that did not order one of the memories.
  struct OtherFence {
    std::uint32_t time = 0;  // 0: none
    std::uint32_t line = 0;
    bool orders_some = false;  // the barrier orders the other memory
  };
  // The group that ran from the time `begin` on.
  struct Stretch {
    std::uint32_t begin = 0;
    std::uint32_t turn = 0;
  };
  // The data kept for a group that waits for others.
  struct LeftGroup {
    RaceClock clock;
    std::array<OtherFence, 2> other_fences;
    Synchronisation::Group synchronisation;
    AsyncCopies copies;
    RaceShadow local;
  };
  struct Watch;
  class Lane;

  bool watches() const;
  std::uint32_t site_of(std::uint32_t pc);
  std::uint32_t pc_of(const RaceEntry& entry) const { return pcs_[entry.site()]; }
  std::uint32_t turn_of(const RaceEntry& entry) const;
  bool is_of_running_group(const RaceEntry& entry) const {
    if (entry.time >= clock_.continued) return true;
    return entry.time >= clock_.group_begin && turn_of(entry) == clock_.turn;
  }
  std::uint64_t work_item(const RaceEntry& entry) const;
  std::uint64_t own_work_item(std::uint32_t item) const;  // of the running group
  std::uint64_t lanes_that_matter(const Watch& watch);
  bool only_barriers_order(const Watch& watch) const;
  std::uint64_t watch_rows(const Watch& watch);
  std::uint64_t failing_lanes(const Watch& watch) const;
  void synchronise(const Watch& watch, std::uint64_t failing);
  RaceShadow& shadow_of(const Watch& watch, std::uint64_t address);
  std::uint64_t offset_in_shadow(const Watch& watch, std::uint64_t address) const;
  std::uint32_t stored_bits(const Watch& watch, unsigned lane, std::uint64_t address, unsigned unit);
  std::uint32_t bits_before(const Watch& watch, unsigned lane, std::uint64_t address, unsigned unit);

  void begin_copy(const MachineState& state, const Moment& moment, std::span<const std::uint64_t> events);
  void report_copy_mistake(const MachineState& state, std::uint32_t pc, const AsyncCopies::Mistake& mistake);
  void report_copy(const MachineState& state, std::uint32_t pc, std::uint32_t item, std::string message);

  // race_findings.cpp
  void report(const MachineState& state, const Race& race);
  Finding describe(const MachineState& state, const Race& race) const;
  std::string why_unordered(const Race& race, bool same_group) const;
  std::string why_groups_race(const Race& race) const;
  const OtherFence* other_fence(const Race& race) const;
  std::uint32_t copy_in_flight(const Race& race) const;  // its line; 0: none
  bool is_compared_again(const Race& race) const;
  std::string side_words(const Race& race, const Side& side) const;
  Finding::Party party(const Side& side) const;
  std::uint32_t line_of(std::uint32_t pc) const;

  const Machine& machine_;
  Observer& sink_;
  RaceOptions options_;
  std::uint32_t launch_ = 0;
  RaceClock clock_;
  std::vector<std::uint32_t> groups_;  // of this launch, by turn
  std::vector<Stretch> stretches_;
  std::map<std::uint32_t, LeftGroup> left_;  // by group
  std::vector<std::uint32_t> sites_, pcs_;
  bool has_narrow_atomics_ = false;         // some atomic has a scope below device
  std::array<OtherFence, 2> other_fences_;  // by the memory that they do not order
  Synchronisation synchronisation_;
  AsyncCopies copies_;
  RaceShadow local_;
  bool local_is_new_ = true;  // no group of this launch has begun: the size is unknown
  std::vector<RaceShadow> buffers_;
  // Both orders of a pair of lines are one finding: the key under which it was reported.
  std::map<FindingKey, FindingKey> known_;
  std::vector<std::byte> scratch_;  // of one lane's store
};

}  // namespace lockstep::sim
