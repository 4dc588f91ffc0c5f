// Adds rows for values in registers that work-items exchange without memory: the value that each work-item
// contributes to a shuffle, and the result that each work-item gets from a reduction or scan of a sub-group
// or work-group. For the builder, such a value is a store to an array with one cell per work-item, and a
// received value is a load from the cell of the work-item that provided the value. The rules of
// combination.hpp then determine the steps and the lines. If a value is combined several times between two
// exchanges, these combinations are one step.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/figure_rows/builder.hpp"
#include "sim/figure_rows/exchanges.hpp"
#include "sim/figure_rows/row_labels.hpp"

namespace lockstep::sim {

class RegisterRows {
 public:
  // `arrays` are the arrays of the builder, by number; the arrays of registers are added to them.
  RegisterRows(const Trace& trace, CombinationBuilder& builder, RowLabels& labels,
               std::vector<CombinationArray>& arrays);

  void begin_launch(std::uint32_t launch);
  void end_group(std::uint32_t group);
  // Called when all members of an exchange have arrived at `position`; `state` is the state before
  // this moment.
  void meet(const TraceState& state, std::uint64_t position, const Moment& moment,
            const Instruction& instruction, std::span<const CollectiveMember> members);
  // Called after the accesses of the moment at `position`; `state` is the state after this moment.
  void follow(const TraceState& state, std::uint64_t position, const Moment& moment);

 private:
  static constexpr std::uint64_t kNever = UINT64_MAX;
  // A value of a work-item.
  struct Held {
    std::uint64_t bits = 0;
    ProvenanceId provenance = 0;
    std::uint64_t position = kNever;  // of the moment that made the value
  };
  struct Meeting {
    Exchange exchange;
    std::vector<Held> operands;
  };
  // Which registers of a program are exchanged, and which instructions write such a register.
  struct Exchanged {
    static constexpr std::uint32_t kNone = UINT32_MAX;
    // By register: the number of the register among the exchanged registers.
    std::vector<std::uint32_t> slots;
    std::uint32_t count = 0;
    std::vector<bool> writes;  // by instruction
  };
  // Positions at which the lanes of a group's exchanged registers were written: [(warp * count + slot) *
  // width + lane]
  using WrittenAt = std::vector<std::uint64_t>;

  const Exchanged& exchanged_of(std::size_t program);
  void exchange(const Meeting& meeting, const TraceState& after, const Moment& moment);
  Held operand_of(const TraceState& state, const Exchange& exchange, const Moment& moment,
                  const CollectiveMember& member);
  Held result_of(const TraceState& after, const Exchange& exchange, const Moment& moment,
                 const CollectiveMember& member) const;
  void bring(const Exchange& exchange, const TraceState& after, const Moment& moment,
             const CollectiveMember& member, Held value);
  void store(const Exchange& exchange, const TraceState& after, const Moment& moment,
             const CollectiveMember& member, const Held& value);
  void label_row(const CombinationBuilder::RowKey& key, const TraceState& after, std::uint32_t launch,
                 const CollectiveMember& member, std::uint64_t position);
  void add_array(const Exchange& exchange, std::uint32_t launch);
  CombinationPlace place_of(const Moment& moment, const CollectiveMember& member) const;
  void note_writes(std::uint64_t position, const Moment& moment);
  WrittenAt& written_in(std::uint32_t group);
  std::size_t written_place(std::uint32_t warp, std::uint32_t slot) const {
    return (std::size_t{warp} * exchanged_->count + slot) * width_;
  }

  const Trace& trace_;
  CombinationBuilder& builder_;
  RowLabels& labels_;
  std::vector<CombinationArray>& arrays_;
  const unsigned width_;
  std::vector<std::optional<Exchanged>> programs_;
  const Exchanged* exchanged_ = nullptr;                  // of this launch; null: no exchanges
  std::size_t warps_ = 0;                                 // of its work-groups
  std::vector<Meeting> meetings_;                         // of the current moment
  std::optional<std::uint32_t> array_;                    // of this launch
  std::vector<Held> held_;                                // by cell of this launch's array
  std::unordered_map<std::uint32_t, WrittenAt> written_;  // by group of this launch
  WrittenAt* written_now_ = nullptr;                      // the entry of the group that wrote last
  std::uint32_t group_now_ = 0;
  std::map<CombinationBuilder::RowKey, unsigned> labelled_;
  std::pair<const CombinationBuilder::RowKey, unsigned>* latest_labelled_ = nullptr;
};

}  // namespace lockstep::sim
