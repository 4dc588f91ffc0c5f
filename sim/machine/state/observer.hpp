// The hooks that the machine calls while it runs. All hooks are empty by default. The trace, the counters,
// the provenance and each detector of findings override only the hooks that they need, so counting alone
// is fast.
//
// The hooks for one instruction are called in this order: on_access*, on_branch | on_barrier_* |
// on_sub_group_barrier | on_collective | on_fence | on_copy_event, then on_instruction with the registers
// after the instruction. on_access and on_branch see memory, registers and masks before the instruction. A
// new group or launch begins at the end of the step that finished the previous one; the state is then already
// the state of the new group or launch. The first group and launch begin at the start of the first step.
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

// How often an instruction of a launch's program ran, and with how many lanes. The machine maintains these
// tallies for observers that request them, as a fast alternative to on_instruction.
struct InstructionTally {
  std::uint64_t executed = 0;
  std::uint64_t lanes = 0;  // sum of the active lanes
  // `executed` times the warp's width, so that lanes without a work-item count as idle.
  std::uint64_t slots = 0;
};

struct ObservedAccess {
  Space space = Space::global;  // global, constant, local; private accesses are not reported
  WarpAccess access;  // tagged addresses, as in the machine; they are aligned like the offset in the object
                      // `active` contains only lanes whose access is performed
  // Lanes that access memory outside their object, or forbidden memory. Nothing is read or written for these
  // lanes, but the hardware performs their transactions, too.
  std::uint64_t denied = 0;
  // The shape of the access for the lanes in access.active, if all addresses are in one object; null:
  // unknown. Valid until on_instruction is called.
  const AccessShape* shape = nullptr;
  // Returns the access that the hardware performs, including the denied lanes. It is used by counters.
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
  std::uint64_t taken = 0;  // lanes for which the condition was true
  bool divergent() const { return taken != 0 && taken != lanes; }
};

// A member of a collective function. Lists of members are in the order of the positions in the sub-group
// or work-group.
struct CollectiveMember {
  std::uint32_t warp = 0;
  std::uint32_t lane = 0;
  std::uint32_t position = 0;
  std::uint32_t cluster = 0;  // members of a cluster are consecutive and are combined with each other
  std::uint32_t source = 0;   // in an exchange: the member whose value this member receives
};

// A finding about the kernel. It is recorded as data and never aborts the run. The kinds have the same names
// in the JSON.
struct Finding {
  enum class Kind : std::uint8_t {
    data_race,
    out_of_bounds,
    misaligned,
    uninitialised_read,
    barrier_divergence,
    null_pointer,
    division_by_zero,
    step_budget,   // the run ended early, after too many instructions or too much time without progress
    endless_loop,  // it is proved that all iterations are the same and that no warp can change this
    asynchronous_copy,
    write_only_read,  // a read of a buffer that the host created for writes only
    unread_result,    // the result of a launch is not read, because another launch, or the host, reads the
                      // wrong buffer
    overflow,         // signed arithmetic
    narrowing,        // a value that does not fit its new type
    shift_width,      // a shift by at least as many bits as the value has
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
  // Of a race: the address in the machine of the location that both work-items access.
  std::uint64_t address = 0;
  std::uint32_t object = 0;         // of a single access: the accessed object in `space` (address.hpp)
  std::uint32_t other_barrier = 0;  // of a race: line of a barrier that orders only the other memory; 0: none
  std::uint32_t copy_line = 0;      // of a race: line of an asynchronous copy in flight; 0: none
  bool ends_with_independent_lanes = false;  // of an endless loop, as a trial run has shown
  std::uint64_t step = 0;         // warp instructions executed before the finding, over the whole plan
  std::uint64_t occurrences = 1;  // a finding that occurs again at the same lines is only counted
};
std::string_view kind_name(Finding::Kind kind);  // "data_race" …
std::size_t count_of(const std::vector<Finding>& findings, Severity severity);
// Returns whether the finding is a race that is an error. The race of a compare-and-swap loop is only a note.
inline bool is_harmful_race(const Finding& finding) {
  return finding.kind == Finding::Kind::data_race && finding.severity == Severity::error;
}
inline bool has_errors(const std::vector<Finding>& findings) {
  return count_of(findings, Severity::error) != 0;
}

// The key that identifies a finding. Two findings with the same kind and the same lines are the same. For
// findings about a single access or operation, the position in the line, the object, and whether the access
// writes must also be the same, so that no finding hides another finding in the same line. Lines are those of
// the launch's program.
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
// Returns whether findings of this kind are about one access or operation of one work-item.
bool concerns_single_access(Finding::Kind kind);

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_launch_begin(const MachineState&, std::uint32_t /*launch*/) {}
  virtual void on_launch_end(const MachineState&, std::uint32_t /*launch*/) {}
  virtual void on_group_begin(const MachineState&, std::uint32_t /*group*/) {}
  virtual void on_group_end(const MachineState&, std::uint32_t /*group*/) {}
  // A group that has begun waits for values that other groups write (on_group_leave), and continues later
  // (on_group_return). Its local memory and its warps are put aside and restored.
  virtual void on_group_leave(const MachineState&, std::uint32_t /*group*/) {}
  virtual void on_group_return(const MachineState&, std::uint32_t /*group*/) {}
  virtual void on_access(const MachineState&, const Moment&, const Instruction&, const ObservedAccess&) {}
  // An access to a texel of an image, given by the texel's bytes in a buffer of the plan. Called only for
  // observers that request texels.
  virtual void on_texel(const MachineState&, const Moment&, const ObservedTexel&) {}
  virtual void on_branch(const MachineState&, const Moment&, const Instruction&, const ObservedBranch&) {}
  // A warp arrives at a barrier. After the last warp of the group has arrived, the barrier releases
  // all warps.
  virtual void on_barrier_arrive(const MachineState&, const Moment&, const Instruction&) {}
  virtual void on_barrier_release(const MachineState&, std::uint32_t /*group*/, const Instruction&) {}
  // All members of a collective function have arrived. Their registers are still unchanged; each member gets
  // its result afterwards. The moment is the moment of the first member.
  virtual void on_collective(const MachineState&, const Moment&, const Instruction&,
                             std::span<const CollectiveMember>) {}
  // A sub-group, given by its index in the running group, passes a sub-group barrier.
  virtual void on_sub_group_barrier(const MachineState&, std::uint32_t /*sub_group*/, const Instruction&) {}
  virtual void on_instruction(const MachineState&, const Moment&, const Instruction&) {}
  virtual void on_finding(const MachineState&, const Finding&) {}
  // Called before on_finding. Returns true if the observer needs no message, because it takes no findings
  // (the default), or because it already has this finding and has counted it again. FindingLog is the usual
  // way to collect findings.
  virtual bool count_again(const FindingKey&, std::uint64_t /*occurrences*/) { return true; }
  // on_fence: a fence is executed. on_copy_event: an asynchronous copy begins, or lanes wait for a copy;
  // `events` contains the event of each lane.
  virtual void on_fence(const MachineState&, const Moment&, const Instruction&) {}
  virtual void on_copy_event(const MachineState&, const Moment&, const Instruction&,
                             std::span<const std::uint64_t> /*events*/) {}
  // The output of printf. Called once for each work-item, in order.
  virtual void on_print(const MachineState&, const Moment&, std::string_view /*text*/) {}
  // Returns whether the observer needs on_print. The machine formats the text only if an observer needs it.
  virtual bool wants_prints() const { return false; }
  // Returns where to tally the instructions of this launch: one entry for each instruction of its program, or
  // an empty span. Called at the start of a launch, after on_launch_begin, and at the start of each step()
  // and run().
  virtual std::span<InstructionTally> instruction_tally(std::uint32_t /*launch*/) { return {}; }
  // Observers that do not need on_instruction return false, so that the machine skips the call. The same
  // applies to on_access and on_branch.
  virtual bool wants_instructions() const { return true; }
  virtual bool wants_accesses() const { return true; }
  virtual bool wants_texels() const { return false; }
  virtual bool wants_branches() const { return true; }
  // Returns for which instructions of this launch on_instruction must be called: a byte for each
  // instruction of the program, 0 where the call may be omitted; an empty span means all. Called at the
  // same times as instruction_tally.
  virtual std::span<const std::uint8_t> wanted_instructions(std::uint32_t /*launch*/) { return {}; }
};

}  // namespace lockstep::sim
