// The hooks that the machine calls while it runs. All are empty by default: the trace, the counters, the
// provenance and each detector of findings override the hooks they need, so counting alone is fast.
//
// Hooks for one instruction come in this order: on_access*, on_branch | on_barrier_* | on_sub_group_barrier |
// on_collective | on_fence | on_copy_event, then on_instruction with the registers after the instruction.
// on_access and on_branch see memory, registers and masks before the instruction. A new group or launch
// begins at the end of the step that finished the previous one, when the state is already that of the new
// group or launch (the first begins at the start of the first step).
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/severity.hpp"
#include "sim/bytecode/address.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/memory_rules/access.hpp"
#include "sim/memory_rules/access_shape.hpp"

namespace lockstep::sim {

struct MachineState;

// The current point of execution. `lanes` are the lanes that execute the instruction (before it changes
// the mask).
struct Moment {
  std::uint32_t launch = 0;  // index into Plan::launches
  std::uint32_t group = 0;   // flat index of the work-group in its launch
  std::uint32_t warp = 0;    // index in its work-group
  std::uint32_t pc = 0;      // index into Program::code
  std::uint64_t lanes = 0;
};

// How often each instruction of a launch's program ran, and with how many lanes: a fast alternative to
// on_instruction, which the machine maintains for observers that request it.
struct InstructionTally {
  std::uint64_t executed = 0;
  std::uint64_t lanes = 0;  // sum of the active lanes
  std::uint64_t slots = 0;  // executed times the warp's width: lanes without a work-item count as idle
};

struct ObservedAccess {
  Space space = Space::global;  // global, constant, local; private accesses are not reported
  WarpAccess access;            // tagged addresses, as in the machine; alignment is that of the offset
                                // active: only lanes whose access is performed
  // Lanes that access memory outside their object, or forbidden memory: nothing is read or written for them,
  // but the hardware performs their transactions too.
  std::uint64_t denied = 0;
  // The shape of the access for the lanes in access.active, if all are in one object; null: unknown. Valid
  // until on_instruction.
  const AccessShape* shape = nullptr;
  // The access that the hardware sees: that of all lanes, including denied lanes. For counters.
  WarpAccess demand() const {
    WarpAccess all = access;
    all.active |= denied;
    return all;
  }
};

struct ObservedTexel {
  std::uint32_t buffer = 0;  // index into Plan::buffers
  std::uint64_t offset = 0;
  std::uint32_t bytes = 0;
  bool is_store = false;
};

struct ObservedBranch {
  std::uint64_t lanes = 0;  // lanes that evaluated the condition
  std::uint64_t taken = 0;  // lanes for which it was true
  bool divergent() const { return taken != 0 && taken != lanes; }
};

// A member of a collective function; members are in the order of their positions in the sub-group
// or work-group.
struct CollectiveMember {
  std::uint32_t warp = 0;
  std::uint32_t lane = 0;
  std::uint32_t position = 0;
  std::uint32_t cluster = 0;  // members of a cluster are consecutive and are combined with each other
  std::uint32_t source = 0;   // the member whose value it receives, in exchanges
};

// A finding about the kernel: it is recorded as data and never aborts the run. The kinds are those of
// the JSON.
struct Finding {
  enum class Kind : std::uint8_t {
    data_race,
    out_of_bounds,
    misaligned,
    uninitialised_read,
    barrier_divergence,
    null_pointer,
    division_by_zero,
    step_budget,   // ended early: too many instructions, or too long without progress
    endless_loop,  // proved: all iterations are the same, and no warp can change that
    asynchronous_copy,
    write_only_read,  // a read of a buffer that the host created for writes only
    unread_result,    // of a launch: another launch, or the host, reads the wrong buffer
    overflow,         // signed arithmetic
    narrowing,        // a value that does not fit its new type
    shift_width,      // by as many bits as the value has, or more
    lane_mask,        // the mask of a warp function differs from the lanes that call it
  };
  struct Party {
    std::uint64_t work_item = 0;  // flat global id
    std::uint32_t launch = 0;
    SourceRange range;
    bool is_store = false;
    bool present = false;
  };
  Kind kind = Kind::out_of_bounds;
  Severity severity = Severity::error;
  Space space = Space::null;
  std::uint32_t program = 0;  // index into Plan::programs
  std::string message;        // one sentence with both parties, the object and the index
  Party first, second;
  std::uint64_t address = 0;        // of a race: the machine's address of the location that both access
  std::uint32_t object = 0;         // of a single access: its object, in `space` (address.hpp)
  std::uint32_t other_barrier = 0;  // of a race: line of a barrier that orders only other memory; 0: none
  std::uint32_t copy_line = 0;      // of a race: line of an asynchronous copy in flight; 0: none
  bool ends_with_independent_lanes = false;  // of an endless loop: a trial run has shown it
  std::uint64_t step = 0;                    // executed warp instructions before it, over the whole plan
  std::uint64_t occurrences = 1;  // the same finding at the same lines is reported once and counted
};
std::string_view kind_name(Finding::Kind kind);  // "data_race" …
std::size_t count_of(const std::vector<Finding>& findings, Severity severity);
// False for the race of a compare-and-swap loop, which is a note.
inline bool is_harmful_race(const Finding& finding) {
  return finding.kind == Finding::Kind::data_race && finding.severity == Severity::error;
}
inline bool has_errors(const std::vector<Finding>& findings) {
  return count_of(findings, Severity::error) != 0;
}

// Two findings with the same kind and lines are the same. For a single access or operation, its position in
// the line, its object, and whether it writes must also agree, so no finding hides another in the same line.
// Lines are those of the launch's program.
struct FindingKey {
  Finding::Kind kind = Finding::Kind::out_of_bounds;
  std::uint32_t program = 0;  // index into Plan::programs
  std::uint32_t file = 0, line = 0;
  std::uint32_t second_file = 0, second_line = 0;
  std::uint32_t column = 0, end_line = 0, end_column = 0;
  Space space = Space::null;
  std::uint32_t object = 0;
  bool is_store = false;
  auto operator<=>(const FindingKey&) const = default;
};
FindingKey key_of(const Finding& finding);
// Whether findings of this kind are about one access or operation of one work-item.
bool concerns_single_access(Finding::Kind kind);

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_launch_begin(const MachineState&, std::uint32_t /*launch*/) {}
  virtual void on_launch_end(const MachineState&, std::uint32_t /*launch*/) {}
  virtual void on_group_begin(const MachineState&, std::uint32_t /*group*/) {}
  virtual void on_group_end(const MachineState&, std::uint32_t /*group*/) {}
  // A group that has begun waits for values that other groups write, and continues later: its local memory
  // and warps are put aside and restored.
  virtual void on_group_leave(const MachineState&, std::uint32_t /*group*/) {}
  virtual void on_group_return(const MachineState&, std::uint32_t /*group*/) {}
  virtual void on_access(const MachineState&, const Moment&, const Instruction&, const ObservedAccess&) {}
  // A texel of an image: its bytes in a buffer of the plan. Only for observers that request texels.
  virtual void on_texel(const MachineState&, const Moment&, const ObservedTexel&) {}
  virtual void on_branch(const MachineState&, const Moment&, const Instruction&, const ObservedBranch&) {}
  // A warp arrives; after the last warp of the group, the barrier releases all.
  virtual void on_barrier_arrive(const MachineState&, const Moment&, const Instruction&) {}
  virtual void on_barrier_release(const MachineState&, std::uint32_t /*group*/, const Instruction&) {}
  // All members have arrived; their registers are unchanged, and each gets its result afterwards. The moment
  // is the moment of the first member.
  virtual void on_collective(const MachineState&, const Moment&, const Instruction&,
                             std::span<const CollectiveMember>) {}
  // A sub-group, given by its index in the running group, passes a sub-group barrier.
  virtual void on_sub_group_barrier(const MachineState&, std::uint32_t /*sub_group*/, const Instruction&) {}
  virtual void on_instruction(const MachineState&, const Moment&, const Instruction&) {}
  virtual void on_finding(const MachineState&, const Finding&) {}
  // Called before on_finding: true if the observer needs no message, because it takes no findings (the
  // default) or already has this finding and has counted it again. FindingLog is the usual way to
  // collect findings.
  virtual bool count_again(const FindingKey&, std::uint64_t /*occurrences*/) { return true; }
  // on_fence: a fence. on_copy_event: an asynchronous copy begins, or lanes wait for it; `events` holds the
  // event of each lane.
  virtual void on_fence(const MachineState&, const Moment&, const Instruction&) {}
  virtual void on_copy_event(const MachineState&, const Moment&, const Instruction&,
                             std::span<const std::uint64_t> /*events*/) {}
  // Output of printf: one call for each work-item, in order.
  virtual void on_print(const MachineState&, const Moment&, std::string_view /*text*/) {}
  // Observers that do not need on_print return false; the machine formats the text only if an observer
  // needs it.
  virtual bool wants_prints() const { return false; }
  // Where to tally the instructions of this launch: one entry for each instruction of its program, or empty.
  // Called at the start of a launch, after on_launch_begin, and at the start of each step() and run().
  virtual std::span<InstructionTally> instruction_tally(std::uint32_t /*launch*/) { return {}; }
  // Observers that do not need on_instruction return false, so that the machine skips the call; likewise
  // on_access and on_branch.
  virtual bool wants_instructions() const { return true; }
  virtual bool wants_accesses() const { return true; }
  virtual bool wants_texels() const { return false; }
  virtual bool wants_branches() const { return true; }
  // The instructions of this launch for which on_instruction must be called: a byte for each instruction of
  // its program, 0 where the call may be omitted; empty: all. Called when instruction_tally is.
  virtual std::span<const std::uint8_t> wanted_instructions(std::uint32_t /*launch*/) { return {}; }
};

}  // namespace lockstep::sim
