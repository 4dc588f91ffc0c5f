// Counts how often warps wait for global memory. A warp continues after a load until it needs a value that
// has not arrived; all loads issued until then cause one wait. Two loads followed by an addition are
// therefore one wait, and a loop that adds the value just loaded waits in every iteration. If the device has
// a first-level cache, a load finds sectors there that the warp accessed shortly before. The order of loads
// is that of the source; a compiler may load earlier.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {

class MemoryWaitObserver final : public Observer {
 public:
  struct Tally {
    std::uint64_t waits = 0;
    std::uint64_t cached_waits = 0;  // waits for the first-level cache only
    // Bytes of the sectors of 32 bytes that each work-group touches, each sector counted once per work-group:
    // the traffic behind a perfect first-level cache.
    std::uint64_t touched_bytes = 0;
    std::uint64_t cached_bytes = 0;  // loaded bytes in sectors that the warp accessed shortly before
  };
  explicit MemoryWaitObserver(const Machine& machine);
  const std::vector<Tally>& launches() const { return launches_; }  // by Plan::launches index

  // Adds the sums of a launch in `part`, multiplied by `times`; clear() resets the sums of a launch.
  void merge(const MemoryWaitObserver& part, std::uint32_t launch, std::uint64_t times);
  void clear(std::uint32_t launch) { launches_[launch] = {}; }

  void on_group_begin(const MachineState& state, std::uint32_t group) override;
  void on_access(const MachineState&, const Moment&, const Instruction&, const ObservedAccess&) override;
  void on_instruction(const MachineState& state, const Moment& moment, const Instruction&) override;

 private:
  // The lines of 128 bytes that a warp accessed most recently, the latest first, with their sectors: the
  // warp's share of the first-level cache.
  class RecentLines {
   public:
    bool access(std::uint64_t sector);  // false: the sector was not in the cache

   private:
    struct Line {
      std::uint64_t number = 0;
      std::uint8_t sectors = 0;
    };
    std::vector<Line> lines_;
  };
  // The values that a warp has loaded but not yet used.
  struct Pending {
    std::vector<bool> registers;
    std::vector<std::uint64_t> private_addresses;  // addresses of these values in private memory
    bool any = false, misses = false;
    RecentLines recent;
    void clear();
  };
  bool hands_on(const MachineState& state, const Moment& moment, const Instruction& instruction);
  static bool is_read(const Pending& pending, const Instruction& instruction);
  struct Touched {
    std::uint64_t sectors = 0, of_them_new = 0;  // new: not in the warp's share of the cache
  };
  Touched touch(const WarpAccess& access, RecentLines& recent);

  const Machine& machine_;
  std::vector<Tally> launches_;
  std::vector<Pending> warps_;
  std::unordered_set<std::uint64_t> sectors_;   // of the running group
  bool loads_global_ = false, misses_ = false;  // for the current instruction
};

}  // namespace lockstep::sim
