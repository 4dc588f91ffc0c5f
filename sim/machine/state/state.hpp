// Everything that changes while a plan runs, as a value that can be copied, hashed and compared. Time travel
// restores a copy of this value. The constant parts (plan, programs, model) are in the Machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/copy_on_write.hpp"
#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/memory_rules/access.hpp"

namespace lockstep::sim {

// An entry of a warp's control stack; opcodes.def describes what each instruction does with it.
struct ControlFrame {
  enum class Kind : std::uint8_t { if_, loop, switch_, call };
  Kind kind = Kind::if_;
  bool split = false;           // whether the branch was counted as divergent
  std::uint32_t pc = 0;         // of the instruction that pushed the frame; its line is named in findings
  std::uint64_t other = 0;      // if: lanes of the other arm, later lanes that continue after the if; switch:
                                // lanes that wait for their label
  std::uint64_t left = 0;       // loop, switch: lanes that left; call: lanes that returned
  std::uint64_t continued = 0;  // loop: lanes that wait for loop_join
  std::uint64_t matched = 0;    // switch: lanes that found their label
  bool operator==(const ControlFrame&) const = default;
};

// Lanes that ended the kernel by an early `return`, and the pc of the return; for findings at barriers.
struct EarlyReturn {
  std::uint32_t pc = 0;
  std::uint64_t lanes = 0;
  bool operator==(const EarlyReturn&) const = default;
};

// The state of a warp in an earlier iteration of a loop. It contains everything on which the warp's next
// instructions depend, except the memory of the group and of the launch.
struct EarlierTurn {
  std::uint32_t pc = 0;
  std::uint64_t active = 0;
  std::vector<ControlFrame> stack;
  std::vector<std::byte> registers;
  std::vector<std::byte> private_memory;
  std::uint64_t changes = 0;   // MachineState::changes at that time
  std::uint64_t meetings = 0;  // WorkGroupState::meetings at that time
  bool operator==(const EarlierTurn&) const = default;
};

// A value that the copies of a state share because it never changes. Values are compared by content.
template <class T>
class SharedValue {
 public:
  SharedValue() = default;
  explicit SharedValue(T value) : value_(std::make_shared<const T>(std::move(value))) {}
  explicit operator bool() const { return value_ != nullptr; }
  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  bool operator==(const SharedValue& other) const {
    return value_ == other.value_ || (value_ && other.value_ && *value_ == *other.value_);
  }

 private:
  std::shared_ptr<const T> value_;
};

// How the loops of a warp, or the barriers of a group, repeat (loop_watch.hpp).
template <class T>
struct Repetition {
  std::uint64_t turns = 0;       // of a warp: iterations of its loops so far; of a group: released barriers
  std::uint64_t replace_at = 0;  // the value of `turns` at which `earlier` is replaced
  std::uint64_t window = 0;      // number of turns until the next replacement
  SharedValue<T> earlier;
  bool operator==(const Repetition&) const = default;
};

struct Warp {
  // waits_in_loop: all iterations of the warp's loop are the same until another warp changes memory.
  enum class Status : std::uint8_t { ready, at_barrier, finished, waits_in_loop };
  Status status = Status::ready;
  std::uint32_t pc = 0;
  std::uint64_t existing = 0;  // lanes that are work-items (the last warp of a group may be partial)
  std::uint64_t active = 0;
  std::uint64_t finished = 0;  // lanes that returned from the kernel
  std::vector<ControlFrame> stack;
  std::vector<std::byte> registers;       // register r begins at r * 8 * warp_width; its lanes are contiguous
  std::vector<std::byte> private_memory;  // lane l begins at l * Program::private_bytes
  // For each byte, whether it was ever written; empty: not tracked.
  std::vector<std::uint8_t> private_written;
  std::vector<EarlyReturn> returns;
  Repetition<EarlierTurn> loops;
  std::uint32_t loop = 0;        // start of the outermost loop that has repeated since loops.earlier was kept
  std::uint32_t loop_depth = 0;  // depth of the frame of this loop; 0: no loop has repeated
  std::uint64_t waits_since = 0;  // waits_in_loop: MachineState::changes when the warp began to wait
  std::uint32_t copies = 0;       // number of asynchronous copies that the warp has begun
  bool operator==(const Warp&) const = default;
};

struct WorkGroupState {
  std::uint32_t group = 0;  // flat index; the launch's group count when the launch is done
  std::uint32_t turn = 0;   // number of groups of the launch that began before this group
  std::vector<Warp> warps;
  std::vector<std::byte> local_memory;
  std::vector<std::uint8_t> local_written;  // for each byte, whether it was ever written; empty: not tracked
  std::uint64_t barriers = 0;               // number of barriers released so far in this group
  std::uint64_t meetings = 0;               // the same, including barriers of the group's sub-groups
  Repetition<std::vector<EarlierTurn>> rounds;  // the states of all warps at a released barrier
  bool operator==(const WorkGroupState&) const = default;
};

// Why a run ended before all its work-groups had ended.
enum class EarlyEnd : std::uint8_t {
  none,
  endless_loop,  // an endless loop is proved; a finding states where
  step_budget,   // MachineOptions::step_budget is used up; a finding states where
  stalled,       // no work-group ended for some time; a finding states where
  requested,     // the user pressed Ctrl+C or Cancel; there is no finding
  paused,        // the run has not ended, but RunWatch requests a pause; never in a MachineState
};

struct MachineState {
  std::uint32_t launch = 0;        // Plan::launches.size() at the end
  std::uint64_t executed = 0;      // warp instructions so far, over the whole plan; during the hooks of
                                   // an instruction: those before it
  std::uint32_t current_warp = 0;  // the warp that executes next
  WorkGroupState group;            // the current work-group; work-groups run one after another, except
                                   // the groups in `waiting`, which wait in loops for values that
                                   // others write
  std::vector<WorkGroupState> waiting;
  std::uint32_t next_turn = 1;  // number of groups of the launch that have begun
  std::vector<CopyOnWrite<std::byte>> buffers;
  // For each byte of a buffer, whether it was ever written; empty for fully initialised buffers.
  std::vector<CopyOnWrite<std::uint8_t>> buffer_written;
  unsigned warp_width = 32;
  EarlyEnd early_end = EarlyEnd::none;
  // Whether changes to local and global memory are counted, and the number of changes. Counting begins when a
  // loop seems to repeat. Only writes of a different value are changes.
  bool counts_changes = false;
  std::uint64_t changes = 0;

  bool operator==(const MachineState&) const = default;
  // Returns the value of a lane in a register of a warp, as raw bits extended to 64 bits.
  std::uint64_t register_bits(const Warp& warp, Register reg, LaneType type, unsigned lane) const;
  bool ended_early() const { return early_end != EarlyEnd::none; }
  // Returns whether all launches are done.
  bool done(std::size_t launches) const { return launch >= launches; }
};

// Returns a hash of everything on which the rest of the run depends: registers, masks, control
// stacks, memories.
std::uint64_t hash(const MachineState& state);
std::vector<std::vector<std::byte>> buffers_of(const MachineState& state);
// Moves the contents of all buffers out of the state.
std::vector<std::vector<std::byte>> take_buffers(MachineState& state);

}  // namespace lockstep::sim
