// Labels the rows of a Combination by the source variable that changes from row to row, if there is such
// a variable.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/figure_rows/builder.hpp"

namespace lockstep::sim {

// Observes the integers that are in scope when a row is written. A variable that is the same for all lanes
// that write a row, and different in every row, is the counter of the loop (or of the host). If there is no
// such variable, a variable that differs from each row to the next is chosen, for example if one loop counts
// up and another counts down.
class RowLabels {
 public:
  using RowKey = CombinationBuilder::RowKey;
  // Called when `lanes` of `warp` have written to the row `key` with the store instruction at `pc`; `state`
  // is the state directly after this instruction.
  void observe(const RowKey& key, const Program& program, const Kernel& kernel, std::uint32_t pc,
               const MachineState& state, const Warp& warp, std::uint64_t lanes);
  // Adds the value of a named variable in a row; an unset value means that it differs between the lanes.
  // Called by observe() and by tests.
  void note(const RowKey& key, const std::string& name, std::optional<std::int64_t> value);

  // Returns a label such as "s = 4" for each key, or "" if the chosen variable has no value.
  std::vector<std::string> choose(std::span<const RowKey> keys) const;

 private:
  using Values = std::map<RowKey, std::optional<std::int64_t>>;
  std::vector<std::pair<std::string, Values>> variables_;  // in the order of the first observation
  std::map<RowKey, unsigned> observed_;
};

// Labels all rows; `keys` are the keys of the builder. Only rows that ⊕ produced are labelled as steps.
void name_rows(const Plan& plan, const ProvenanceGraph& graph, const RowLabels& labels,
               const std::vector<RowLabels::RowKey>& keys, Combination& combination);

}  // namespace lockstep::sim
