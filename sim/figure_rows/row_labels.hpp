// Labels the rows of a Combination by the source variable that changes from row to row, if the run has one.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/figure_rows/builder.hpp"

namespace lockstep::sim {

// Watches the integers that are in scope when a row is written. A variable that is the same for all lanes
// that write a row, and different in every row, is the counter of the loop (or of the host). If there is
// none, one that differs from each row to the next is chosen, as with a loop that counts up and another that
// counts down.
class RowLabels {
 public:
  using RowKey = CombinationBuilder::RowKey;
  // The store instruction at `pc` wrote `key` with `lanes` of `warp`; `state` is just after it.
  void observe(const RowKey& key, const Program& program, const Kernel& kernel, std::uint32_t pc,
               const MachineState& state, const Warp& warp, std::uint64_t lanes);
  // The row's values of one name; unset: it differs between the lanes. For tests and observe().
  void note(const RowKey& key, const std::string& name, std::optional<std::int64_t> value);

  // "s = 4" for each key, or "" if the chosen variable has no value.
  std::vector<std::string> choose(std::span<const RowKey> keys) const;

 private:
  using Values = std::map<RowKey, std::optional<std::int64_t>>;
  std::vector<std::pair<std::string, Values>> variables_;  // in the order in which they were first seen
  std::map<RowKey, unsigned> observed_;
};

// Labels all rows; `keys` are the builder's. Only rows that ⊕ made are steps.
void name_rows(const Plan& plan, const ProvenanceGraph& graph, const RowLabels& labels,
               const std::vector<RowLabels::RowKey>& keys, Combination& combination);

}  // namespace lockstep::sim
