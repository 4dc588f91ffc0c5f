// Follows every value from the input through registers and memory.
//
// The rules depend on the shape of an opcode, never on a kernel. Copies (mov, convert, select, load, store,
// unary operations) pass the id on. An operation on two values of the algorithm, which come from the input or
// are identities, creates a new node: one unit of work W, and one unit of useful work if both have input. If
// one operand is an index or another constant, the id of the other operand is passed on if it has input.
// Comparisons produce conditions, which contain no input.
//
// Time T: each work-item applies one operation at a time and waits for its operands, so ready = max(when the
// work-item is free, ready of the operands) + 1; a launch starts when the previous launch has ended.
//
// With a graph, ids refer to its nodes, which are created in a fixed order; a replay from a copied state
// finds the nodes that the first run created. Without a graph (counting only), an id is ready + 1, with an
// additional bit for values that consist of identities only, so that large arrays need no nodes.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/observers/provenance/identities.hpp"
#include "sim/observers/provenance/outside_values.hpp"
#include "sim/observers/provenance/state.hpp"

namespace lockstep::sim {

class ProvenanceObserver final : public Observer {
 public:
  // Counting only. `shadow` is set to the start of the plan and must outlive the observer. Without
  // identities, only operations between inputs count as steps and work.
  ProvenanceObserver(const Machine& machine, ProvenanceState& shadow,
                     std::shared_ptr<const Identities> identities);
  // The same for a part of a launch that `whole` has begun.
  ProvenanceObserver(const ProvenanceObserver& whole, ProvenanceState& shadow);
  // Builds `graph`; `shadow` is set to the start of the plan.
  ProvenanceObserver(const Machine& machine, ProvenanceState& shadow, ProvenanceGraph& graph);
  // Replay: `shadow` is a copy of a state of the observer above, and `graph` is the graph that it built.
  ProvenanceObserver(const Machine& machine, ProvenanceState& shadow, const ProvenanceGraph& graph);
  // The same without examining the programs again: `like` is an observer of the same machine.
  ProvenanceObserver(const ProvenanceObserver& like, ProvenanceState& shadow, const ProvenanceGraph& graph);

  // For a replay that examines only memory and the values that work-items exchange: from now on, instructions
  // that change no ids there are skipped.
  void follow_only_ids();
  // Records outside values from now on; requires a graph.
  void note_outside(OutsideValues& values) { outside_ = &values; }

  // Adds the work and time of a part of a launch, counted with a copy of this observer's shadow that started
  // with no work. The caller merges the values that the part wrote to buffers.
  void merge(const ProvenanceObserver& part);

  std::uint64_t work() const { return shadow_.work; }
  std::uint64_t useful_work() const { return shadow_.useful_work; }
  // Returns whether an atomic function has combined ids in global memory.
  bool atomics_meet_ids() const { return atomics_meet_ids_; }
  std::uint32_t steps() const { return shadow_.latest; }
  // Work of a launch, by instruction of its program. Empty in a replay.
  struct Work {
    std::uint64_t all = 0, useful = 0;
  };
  std::span<const Work> work_by_instruction(std::uint32_t launch) const;

  void on_launch_begin(const MachineState&, std::uint32_t launch) override;
  void on_launch_end(const MachineState&, std::uint32_t launch) override;
  void on_group_begin(const MachineState&, std::uint32_t group) override;
  void on_group_leave(const MachineState&, std::uint32_t group) override;
  void on_group_return(const MachineState&, std::uint32_t group) override;
  void on_access(const MachineState&, const Moment&, const Instruction&, const ObservedAccess&) override;
  void on_collective(const MachineState&, const Moment&, const Instruction&,
                     std::span<const CollectiveMember>) override;
  void on_instruction(const MachineState&, const Moment&, const Instruction&) override;
  bool wants_branches() const override { return false; }
  std::span<const std::uint8_t> wanted_instructions(std::uint32_t launch) override;

 private:
  // The current instruction.
  struct Step {
    const MachineState& state;
    const Moment& moment;
    const Instruction& instruction;
    const ProvenanceLayout& layout;
  };
  // The access that on_access has recorded for on_instruction.
  struct PendingAccess {
    std::uint64_t lanes = 0;
    // Null: unknown. Otherwise `first` is the address of the lowest lane, and `addresses` are computed when
    // they are needed.
    const AccessShape* shape = nullptr;
    std::uint64_t first = 0;
    std::array<std::uint64_t, kMaxLanes> addresses{};
    std::array<std::uint64_t, kMaxLanes> expected{};  // of compare_exchange
  };

  // The ids of one object in memory, each of which represents 2^unit_shift bytes. Id is ProvenanceId, or its
  // const version for reading only; buffers that a state shares with others then remain shared.
  template <class Id>
  struct Cells {
    std::span<Id> ids;
    std::int64_t base = 0;  // bytes from ids[0] to the first byte of the object
    unsigned unit_shift = 0;
    // The ids that cover [address, address + bytes); empty outside the object.
    std::span<Id> at(std::uint64_t address, std::size_t bytes) const;
  };

  static constexpr ProvenanceId kWithoutInput = ProvenanceId{1} << 31;  // of ids without a graph

  void reset();
  ProvenanceId leaf(std::uint32_t buffer, std::uint64_t index);
  // host_calls.cpp
  void apply_host_calls(std::size_t launch);
  void write_inputs(const HostCall& call, std::span<ProvenanceId> ids, std::uint64_t first);
  void copy_buffer(const HostCall& call);
  ProvenanceId combine(const Step& step, unsigned lane, ProvenanceId left, ProvenanceId right) {
    return combine(step, step.moment.warp, lane, left, right);
  }
  ProvenanceId combine(const Step& step, std::uint32_t warp, unsigned lane, ProvenanceId left,
                       ProvenanceId right);
  // Combines two values of the algorithm; the result is ready after step `clock`.
  ProvenanceId combine_until(const Step& step, std::uint32_t warp, unsigned lane, ProvenanceId left,
                             ProvenanceId right, std::uint32_t clock);
  std::uint32_t start_of(const Step& step, std::span<const CollectiveMember> members) const;
  std::uint32_t ready(ProvenanceId id) const {
    return graph_ ? graph_->ready(id) : (id & ~kWithoutInput) - 1;
  }
  bool has_input(ProvenanceId id) const {
    return graph_ ? graph_->has_input(id) : id != 0 && (id & kWithoutInput) == 0;
  }
  ProvenanceId identity() const { return graph_ ? ProvenanceId{1} : kWithoutInput | 1; }
  void add_work(const Step& step, std::uint64_t count, bool useful);

  std::size_t register_at(const Step& step, Register reg) const;
  // Returns the ids of a register, by lane.
  ProvenanceId* row(const Step& step, Register reg) {
    return shadow_.register_provenance.data() + register_at(step, reg) * width_;
  }
  ProvenanceId get(const Step& step, Register reg, unsigned lane) const;
  void set(const Step& step, Register reg, unsigned lane, ProvenanceId id);
  void follow(const Step& step);
  void access(const Step& step);
  void clear(const Step& step, Register reg);
  void clear_written(const Step& step);
  std::uint64_t lanes_with_input(const Step& step, Register reg) const;

  template <class Id>
  Cells<Id> cells_of_object(const Step& step, unsigned lane, std::uint64_t address);
  template <class Id, class F>
  void each_access(const Step& step, F f);
  template <class Id>
  std::span<Id> cells(const Step& step, unsigned lane, std::uint64_t address, std::size_t bytes);

  void set_constant(const Step& step);
  void pass_on(const Step& step, Register from);
  void choose(const Step& step);
  void take_extremum(const Step& step, std::uint64_t lanes);
  void combine_registers(const Step& step, std::span<const Register> operands);
  void note_outside(const Step& step, std::span<const Register> operands);
  // `other`: the only other operand; together with the result, it determines the operand if the result has
  // overwritten `reg`.
  void note_outside(const Step& step, std::uint32_t warp, unsigned lane, Register reg,
                    std::optional<Register> other);
  void combine_pairs(const Step& step, Register a, Register b);
  bool combine_counted(const Step& step, const ProvenanceId* lefts, const ProvenanceId* rights,
                       ProvenanceId* results);
  bool combine_three(const Step& step, std::span<const Register> operands);
  bool is_inside_combiner(const Step& step) const;
  void call(const Step& step);
  bool combine_as_one(const Step& step, std::span<const ProvenanceId> lefts,
                      std::span<const ProvenanceId> rights, std::span<std::uint32_t> clocks,
                      std::span<ProvenanceId> results);
  void find_addresses(const Step& step);
  struct PrivateCells {
    ProvenanceId* first = nullptr;  // of lane 0; null: not known
    std::size_t of_lane = 0;        // distance to the first cell of the next lane
  };
  PrivateCells private_cells(const Step& step);
  template <class Id>
  Id* cells_by_shape(const Step& step);
  void set_with_input(const Step& step, Register reg, std::uint64_t with_input);
  void load_private(const Step& step, Register to, const ProvenanceId* cells, std::size_t of_lane);
  void load_row(const Step& step, Register to, const ProvenanceId* cells, int shift, unsigned step_cells);
  bool load_by_shape(const Step& step);
  bool store_by_shape(const Step& step);
  bool is_without_ids(const Step& step);
  void load(const Step& step);
  void note_loads(const Step& step);
  std::uint32_t item_of(const Step& step, std::uint32_t warp, unsigned lane) const;
  void load_component(const Step& step, unsigned component);
  bool is_broadcast(const Step& step) const;
  void store(const Step& step);
  void update(const Step& step);
  void copy_memory(const Step& step);
  std::uint64_t address_in(const Step& step, const Warp& warp, Register reg, unsigned lane) const;
  void combine_cluster(const Step& step, std::span<const CollectiveMember> members);
  ProvenanceId get(const Step& step, const CollectiveMember& member) const;
  void set(const Step& step, const CollectiveMember& member, ProvenanceId id);

  const Machine& machine_;
  ProvenanceState& shadow_;
  ProvenanceGraph* building_ = nullptr;     // null: counting or replaying
  const ProvenanceGraph* graph_ = nullptr;  // null: counting
  unsigned width_ = 32;
  std::vector<ProvenanceLayout> layouts_;          // by launch
  std::vector<std::vector<std::uint8_t>> wanted_;  // likewise; empty with a graph (relevance.hpp)
  std::vector<ProvenanceId> first_leaves_;         // by buffer: leaf of element 0, with a graph
  std::shared_ptr<const Identities> identities_;   // null: identities are not followed
  std::vector<std::vector<Work>> work_by_pc_;
  PendingAccess pending_;
  bool atomics_meet_ids_ = false;
  OutsideValues* outside_ = nullptr;  // null: not recorded
  // A node of the graph, usually the latest: only the members that is_same_combination() compares.
  ProvenanceId latest_ = 0;
  ProvenanceNode latest_node_;
  // For the running group, while counting: false if no part of its memory has an id.
  bool local_has_ids_ = true, private_has_ids_ = true;
};

}  // namespace lockstep::sim
