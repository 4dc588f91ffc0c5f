// Rows for values in registers, where work-items exchange them without memory: what each work-item brings to
// a shuffle, and what a reduction or scan of a sub-group or work-group gives it. To the builder they are
// stores to an array with a cell for each work-item, and a received value is a load from the giver's cell. So
// the rules of combination.hpp give the steps and the lines, and a value that is combined several times
// between two exchanges is one step.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/figure_rows/builder.hpp"
#include "sim/figure_rows/exchanges.hpp"
#include "sim/figure_rows/row_labels.hpp"

namespace lockstep::sim {

class RegisterRows {
 public:
  // `arrays`: those of the builder, by its numbers; the arrays of registers are added.
  RegisterRows(const Trace& trace, std::vector<Exchange> exchanges, CombinationBuilder& builder,
               RowLabels& labels, std::vector<CombinationArray>& arrays);

  void begin_launch();
  // After the accesses of the moment at `position`.
  void follow(std::uint64_t position);

 private:
  // A value of a work-item.
  struct Held {
    std::uint64_t bits = 0;
    ProvenanceId provenance = 0;
    std::uint64_t position = 0;  // of the moment that made it
  };
  struct Meeting {
    const Exchange& exchange;
    const Moment& moment;
    std::shared_ptr<const TraceState> before, after;
  };
  // When each register's lane of a group was written.
  using WrittenAt = std::unordered_map<std::uint64_t, std::uint64_t>;

  void exchange(const Exchange& exchange);
  Held operand_of(const Meeting& meeting, const CollectiveMember& member);
  Held result_of(const Meeting& meeting, const CollectiveMember& member) const;
  void bring(const Meeting& meeting, const CollectiveMember& member, Held value);
  void store(const Meeting& meeting, const CollectiveMember& member, const Held& value);
  void label_row(const CombinationBuilder::RowKey& key, const Meeting& meeting,
                 const CollectiveMember& member, std::uint64_t position);
  void add_array(const Exchange& exchange, std::uint32_t launch);
  CombinationPlace place_of(const Meeting& meeting, const CollectiveMember& member) const;
  void note_writes(std::uint64_t position);
  static std::uint64_t key_of(std::uint32_t warp, unsigned lane, Register reg) {
    return std::uint64_t{warp} << 40 | std::uint64_t{lane} << 32 | reg;
  }

  const Trace& trace_;
  CombinationBuilder& builder_;
  RowLabels& labels_;
  std::vector<CombinationArray>& arrays_;
  const std::vector<Exchange> exchanges_;
  std::size_t next_ = 0;                                  // of exchanges_
  std::optional<std::uint32_t> array_;                    // of this launch
  std::unordered_map<std::uint64_t, Held> held_;          // by cell of this launch's array
  std::unordered_map<std::uint32_t, WrittenAt> written_;  // by group of this launch
  std::map<CombinationBuilder::RowKey, unsigned> labelled_;
};

}  // namespace lockstep::sim
