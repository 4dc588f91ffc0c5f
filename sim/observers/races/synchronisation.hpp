// Order by atomics and fences: happens-before of the memory model of OpenCL 2.0 (OpenCL API specification,
// "Memory Consistency Model"), which is that of C11 with scopes.
//
// * A release publishes, at the atomic variable, the knowledge of its work-item: its own accesses, the
//   accesses that barriers order before them, and the knowledge that it acquired itself. An acquire that
//   reads the released value, or the value of later read-modify-write functions (the release sequence),
//   obtains this knowledge.
// * A release fence publishes at the relaxed atomics after it; knowledge that relaxed atomics have read
//   becomes known after an acquire fence. A fence orders the memories in its flags.
// * Both scopes must include the other work-item. memory_scope_device includes all work-items,
//   memory_scope_work_group those of the group.
// * An ordered atomic orders local and global memory. The specification orders them separately; no
//   implementation does.
// * Barriers pass the knowledge of each work-item to the other work-items of the group, for the memories in
//   their flags.
//
// OpenCL 1.x has no memory orders. Its atomic functions are relaxed, and mem_fence() orders the accesses of
// its work-item only from the view of that work-item (OpenCL 1.2, 6.12.9). Programs use it like CUDA's
// __threadfence(), and the compilers of NVIDIA and AMD implement it as a fence for the whole device: "Memory
// Fence Functions" in the CUDA C++ Programming Guide shows the pattern (sample threadFenceReduction).
// Therefore mem_fence() is treated as a fence of device scope that releases and acquires, read_mem_fence()
// acquires, and write_mem_fence() releases. In this pattern the last work-group reads without another fence
// after its atomic; an atomic that follows a mem_fence() of the same work-item therefore also acquires.
//
// In this pattern the last work-group also sets the counter to zero with a plain store. Coherence orders the
// atomics of the other work-groups before this store: the last work-group has read their result, through
// read-modify-writes alone, and no atomic has followed ("causality order" in the memory consistency model of
// PTX: observed by an operation that program order and barriers place before the store).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/bytecode/ordering.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/observers/races/clock.hpp"
#include "sim/observers/races/knowledge.hpp"

namespace lockstep::sim {

class Synchronisation {
 public:
  // Maximum number of knowledge nodes visited in a launch. Beyond this limit, all accesses count as ordered
  // for work-items that acquire: races may be missed, but there are no false reports.
  static constexpr std::uint64_t kWork = 20'000'000;

  struct Actor {
    std::uint32_t item = 0;  // in its group
    std::uint32_t sub_group = 0;
  };
  struct Atomic {
    std::uint64_t address = 0;
    std::uint32_t site = 0;
    bool is_local = false;
    bool reads = true, writes = true;
    Ordering ordering;
  };

  // Returns whether an instruction of the program can release or acquire.
  static bool is_used(const Program& program);

  void begin_launch(bool is_active, std::uint64_t groups, std::uint32_t group_items);
  void begin_group();
  // Groups may alternate, so the knowledge of a group is put aside and restored.
  struct Group;
  Group leave_group();
  void return_to_group(Group group);
  bool is_active() const { return is_active_; }

  // The functions return true if knowledge was published: time must then advance before the next access.
  bool atomic(const RaceClock& clock, const Actor& actor, const Atomic& atomic);
  bool fence(const RaceClock& clock, const Actor& actor, const Ordering& ordering, std::int64_t flags);
  void barrier(const RaceClock& clock, const Instruction& barrier, std::uint32_t sub_group_width);
  void sub_group_barrier(const RaceClock& clock, std::uint32_t sub_group, std::uint32_t sub_group_width,
                         std::int64_t flags);

  // An earlier access of which a work-item of the running group may know.
  struct Earlier {
    OrderedMemory memory = OrderedMemory::global;
    std::uint32_t turn = 0;
    Actor actor;
    std::uint32_t time = 0;
  };
  bool knows(std::uint32_t item, const Earlier& earlier) const;
  // Whether an atomic of the work-item, or of another work-item before a barrier, has read the variable after
  // all other atomics on it.
  bool has_observed(std::uint32_t item, std::uint64_t address, bool is_local) const;
  // The site of a relaxed read of the running group that would have made the access known if it had acquired;
  // otherwise null.
  const std::uint32_t* relaxed_read(const Earlier& earlier) const;

 private:
  using Known = std::array<Knowledge, 2>;  // by OrderedMemory
  using ByScope = std::array<Known, 3>;    // sub_group, work_group, device
  // By address, the number of atomics that had changed a variable when it was read.
  using Observed = std::unordered_map<std::uint64_t, std::uint64_t>;
  struct Item {
    Known known;
    ByScope pending;  // read by relaxed atomics: known after a fence of that scope
    std::uint32_t pending_site = 0;
    Known fenced;  // at the latest release fence
    MemoryScope fence_scope = MemoryScope::work_item;
    bool has_mem_fence = false;
    bool has_acquired = false;
    Observed observed;
  };
  // The knowledge that the value of an atomic variable publishes: to all work-items, to the latest group, and
  // to its sub-group.
  struct Location {
    ByScope published;
    std::uint32_t turn = 0, sub_group = 0;
    std::uint64_t writer = 0;  // of the latest store
    std::uint64_t changes = 0;
    // An atomic store has ended the sequence of read-modify-writes, or the scope of an atomic does not
    // include all others.
    bool is_broken = false;
  };

  Item& item_at(std::uint32_t item);
  Location& location_of(const Atomic& atomic);
  void add(Known& to, const Known& from, std::int64_t flags);
  Known own(const RaceClock& clock, const Actor& actor, const Item& item);
  Known visible(const RaceClock& clock, const Actor& actor, const Location& location, MemoryScope scope);
  void read(const RaceClock& clock, const Actor& actor, const Atomic& atomic, const Location& location,
            bool acquires);
  bool publish(const RaceClock& clock, const Actor& actor, Location& location, const Known& known,
               MemoryScope scope);
  bool covers(const Known& known, const Earlier& earlier) const;
  void observe(const Actor& actor, const Atomic& atomic, Location& location);

  bool is_active_ = false;
  unsigned levels_ = 1;
  std::uint64_t visited_ = 0;
  std::vector<std::unique_ptr<Item>> items_;
  bool has_items_ = false;
  Known group_known_;
  Observed group_observed_;
  std::unordered_map<std::uint64_t, Location> global_locations_, local_locations_;  // by address

 public:
  struct Group {
    std::vector<std::unique_ptr<Item>> items;
    bool has_items = false;
    Known known;
    Observed observed;
    std::unordered_map<std::uint64_t, Location> local_locations;
  };
};

}  // namespace lockstep::sim
