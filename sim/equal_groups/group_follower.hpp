// Follows the execution of one work-group and determines which other work-groups of its launch behave in the
// same way, that is, take the same branches with the same lanes and make accesses of the same cost.
//
// For each value in a register, in local memory or in private memory, it computes how the value depends on
// the number of the work-group (dependence.hpp). Everything that affects the counts then becomes a condition
// on this number: the outcome of a branch remains the same, an index remains in bounds, an address moves by
// whole transactions, accesses to one buffer remain separate. The set of alike work-groups shrinks until it
// meets all conditions (group_set.hpp).
//
// Data in global memory may have any value. If these data influence a count, the whole launch must be run
// with its data.
#pragma once

#include <bit>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/equal_groups/group_set.hpp"
#include "sim/equal_groups/memory_dependence.hpp"
#include "sim/machine/launch/setup.hpp"
#include "sim/machine/machine.hpp"

namespace lockstep::sim {

constexpr bool is_signed(LaneType type) {
  return type == LaneType::int8 || type == LaneType::int16 || type == LaneType::int32 ||
         type == LaneType::int64;
}

class GroupFollower final : public Observer {
 public:
  explicit GroupFollower(const Machine& machine);

  // Must be called before a work-group of the state's launch runs. This work-group must be the first
  // of `set`.
  void begin(const MachineState& state, const GroupSet& set);
  // Requests the stop as soon as there is an obstacle.
  void stop_at_obstacle(std::stop_source stop) { stop_ = std::move(stop); }
  // Returns an empty string if the set is valid; otherwise states which decision depends on an unknown value.
  // Must be called after the work-group has run.
  const std::string& obstacle() const { return obstacle_; }
  // Returns a factor for each dimension. If it is not 1, more work-groups could be alike with a period that
  // is longer by this factor.
  const std::array<std::uint32_t, kDimensions>& longer() const { return longer_; }
  const GroupSet& set() const { return set_; }

  void on_instruction(const MachineState& state, const Moment& moment,
                      const Instruction& instruction) override;
  void on_group_end(const MachineState& state, std::uint32_t group) override;

 private:
  using Lanes = std::uint64_t;
  static constexpr std::uint32_t kSector = 32;
  // Each residue of the period is a separate class, so one work-group is executed for each.
  static constexpr std::uint64_t kLongestPeriod = 1 << 10;
  // Usually the same in all lanes.
  struct RegisterDependence {
    Dependence common;
    std::vector<Dependence> lanes;  // empty: equal to `common`
    const Dependence& at(unsigned lane) const { return lanes.empty() ? common : lanes[lane]; }
  };
  struct FollowedWarp {
    std::vector<RegisterDependence> registers;
    std::vector<std::byte> values;  // the registers before the current instruction
    MemoryDependence private_memory;
  };
  // The sectors of a buffer that accesses with the same steps reach, given as byte addresses in the
  // first work-group.
  struct Reached {
    std::uint64_t object = 0;
    Steps step{};
    std::uint64_t begin = 0, end = 0;
    bool is_any_alignment =
        false;  // some accesses did not require whole sectors, because each had only one lane
  };

  // The current instruction.
  struct Running {
    const MachineState& state;
    const Moment& moment;
    const Instruction& instruction;
    FollowedWarp& warp;
    const Warp& machine_warp;
    Lanes live;  // lanes that have not exited
  };

  std::uint64_t bits(const Running& x, Register reg, std::size_t bytes, unsigned lane) const;
  Wide value(const Running& x, Register reg, LaneType type, unsigned lane) const;
  Dependence operand(const Running& x, Register reg, LaneType type, unsigned lane) const;
  template <class F>
  void write(const Running& x, Register reg, F dependence_of);
  void write_all(const Running& x, Register reg, const Dependence& dependence);

  void follow_value(const Running& x);
  void keep_for_all_lanes(const Running& x);
  void keep_all_in_range(const Running& x, Register reg, LaneType type);
  bool follow(const Running& x);
  static Lanes deciding_lanes(const Running& x);
  Dependence result_of(const Running& x, unsigned lane);
  Dependence joined_operands(const Running& x, unsigned lane);
  Dependence compared(const Running& x, unsigned lane);
  struct Parts {
    Dependence quotient, remainder;
  };
  Parts parts_of(Wide value, const Dependence& a, std::uint64_t unit);
  Dependence divided(const Running& x, unsigned lane);
  Dependence masked(const Running& x, unsigned lane);
  Dependence multiplied(const Running& x, unsigned lane);
  Dependence smaller_or_larger(const Running& x, unsigned lane);
  Dependence converted(const Running& x, unsigned lane);
  Dependence selected(const Running& x, unsigned lane);
  static Dependence choice(const Dependence& condition, const Dependence& chosen, const Dependence& other);
  // Returns the dependence of a register's value as a number, and requires that the value remains in the
  // range of its type, so that numbers and bits have the same step.
  Dependence number(const Running& x, Register reg, LaneType type, unsigned lane);
  void keep_in_range(Wide value, const Dependence& dependence, LaneType type);
  // keep_ordered() requires that low <= high remains true; keep_comparison() requires that a and b keep their
  // order or remain equal.
  void keep_ordered(Wide low, const Dependence& of_low, Wide high, const Dependence& of_high);
  void keep_comparison(Wide a, const Dependence& of_a, Wide b, const Dependence& of_b);

  void follow_query(const Running& x);
  void follow_collective(const Running& x);
  void decide(const Running& x, Register reg, Lanes lanes);

  void follow_load(const Running& x);
  void follow_store(const Running& x);
  void follow_atomic(const Running& x);
  void follow_copy(const Running& x);
  void place_access(const Running& x, Register reg, std::uint32_t bytes);
  struct Stretch {
    std::uint64_t first = 0, last = 0;  // addresses; if `last` is 0, there is no stretch
  };
  void place_stretch(const Running& x, const Stretch& stretch, std::uint32_t bytes,
                     const Dependence& address);
  std::uint64_t bytes_of_object(const Running& x, std::uint64_t address) const;
  // Returns the offset of an address in local memory, or in the private memory of all lanes; empty if the
  // access is out of bounds.
  std::optional<std::uint64_t> place_of(const Running& x, std::uint64_t address, std::uint64_t bytes,
                                        unsigned lane) const;
  MemoryDependence& memory_of(const Running& x, std::uint64_t address);
  void note_reached(const Reached& access);
  void keep_apart(const Reached& a, const Reached& b);

  // Requests a period that is longer by `factor` in the dimension, or keeps only the first work-group of
  // the dimension.
  void require_factor(std::size_t dimension, std::uint32_t factor);
  void require_linear(const Dependence& dependence);
  void require_multiples(const Steps& step, std::uint64_t unit);
  void fail(const Running& x, const char* what);

  const Setup& setup_;
  std::uint64_t unit_ = kSector;  // global accesses that move by a multiple of this unit have the same cost
  bool moves_single_words_freely_ = false;  // an access of one lane costs the same at all aligned addresses
  const BoundLaunch* launch_ = nullptr;
  std::vector<FollowedWarp> warps_;
  MemoryDependence local_;
  std::vector<Reached> reached_;
  std::vector<Dependence> results_;  // of the lanes of one instruction
  GroupSet set_;
  std::array<std::uint32_t, kDimensions> longer_{1, 1, 1};
  std::string obstacle_;
  std::stop_source stop_;
};

template <class F>
void GroupFollower::write(const Running& x, Register reg, F dependence_of) {
  std::vector<Dependence>& results = results_;
  results.resize(setup_.width());
  const auto first = static_cast<unsigned>(std::countr_zero(x.moment.lanes));
  bool same = true;
  for_each_lane(x.moment.lanes, [&](unsigned lane) {
    results[lane] = dependence_of(lane);
    same = same && results[lane] == results[first];
  });
  if (same) return write_all(x, reg, Dependence(results[first]));
  RegisterDependence& r = x.warp.registers[reg];
  if (r.lanes.empty()) r.lanes.assign(setup_.width(), r.common);
  for_each_lane(x.moment.lanes, [&](unsigned lane) { r.lanes[lane] = results[lane]; });
}

}  // namespace lockstep::sim
