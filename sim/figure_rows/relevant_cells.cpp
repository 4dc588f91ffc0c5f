#include "sim/figure_rows/relevant_cells.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace lockstep::sim {
namespace {

constexpr std::size_t kMaxRelevant = 40;  // cells per array; no figure has space for more

void add_cell(std::vector<std::uint64_t>& cells, std::uint64_t cell) {
  if (cells.size() < kMaxRelevant && std::ranges::find(cells, cell) == cells.end()) cells.push_back(cell);
}

// Follows the chain of a result upwards, that is, the cells that hold the intermediate results in each row,
// and collects the cells from which they are combined.
struct Chains {
  const Combination& combination;
  std::uint32_t launch, group;
  std::vector<std::vector<std::uint64_t>> wanted;  // by array
  // Of the wanted cells, those for which all sources are wanted, too.
  std::vector<std::set<std::uint64_t>> principal;

  bool counts(const CombinationRow& row, const CombinationWrite& write) const {
    return row.launch < launch || (row.launch == launch && write.group == group);
  }

  const CombinationWrite* latest(const CombinationRow& row, std::uint64_t cell) const {
    const auto after = std::upper_bound(
        row.writes.begin(), row.writes.end(), cell,
        [](std::uint64_t wanted_cell, const CombinationWrite& write) { return wanted_cell < write.cell; });
    if (after == row.writes.begin() || (after - 1)->cell != cell) return nullptr;
    return counts(row, *(after - 1)) ? &*(after - 1) : nullptr;
  }

  void begin(const CombinationRow& row) {
    if (row.writes.empty()) return;
    std::size_t first = 0, last = row.writes.size() - 1;
    if (row.launch == launch) {
      const auto here =
          std::ranges::lower_bound(row.of_groups, group, {}, &CombinationRow::WritesOfGroup::group);
      if (here == row.of_groups.end() || here->group != group) return;
      first = here->first;
      last = here->last;
    }
    for (const std::size_t write : {first, last}) {
      add_cell(wanted[row.array], row.writes[write].cell);
      principal[row.array].insert(row.writes[write].cell);
    }
  }

  void follow(const CombinationRow& row) {
    const std::vector<std::uint64_t> cells = wanted[row.array];
    for (const std::uint64_t cell : cells) {
      const CombinationWrite* write = latest(row, cell);
      if (write == nullptr) continue;
      const bool is_principal = principal[row.array].contains(cell);
      bool first = true;
      for (const CombinationSource& source : combination.sources_of(*write)) {
        const std::uint32_t array = combination.rows[source.row].array;
        const bool in_place = combination.arrays[array].shares_memory(combination.arrays[row.array]);
        if (in_place && !is_principal) continue;
        add_cell(wanted[array], source.cell);
        add_cell(wanted[array], source.cell + source.count - 1);
        if (!is_principal) continue;
        // If there are two alternating buffers, the chain continues at the same index in the other buffer.
        const bool continues = in_place ? source.cell == cell : std::exchange(first, false);
        if (continues) principal[array].insert(source.cell);
      }
    }
  }
};

}  // namespace

std::vector<std::vector<std::uint64_t>> relevant_cells(const Combination& combination, std::uint32_t launch,
                                                       std::uint32_t group) {
  const std::size_t arrays = combination.arrays.size();
  Chains chains{combination, launch, group, std::vector<std::vector<std::uint64_t>>(arrays),
                std::vector<std::set<std::uint64_t>>(arrays)};
  bool begun = false;
  for (auto row = combination.rows.rbegin(); row != combination.rows.rend(); ++row) {
    if (row->launch > launch || row->initial) continue;
    if (!begun || chains.wanted[row->array].empty()) chains.begin(*row);
    begun = true;
    chains.follow(*row);
  }
  return std::move(chains.wanted);
}

}  // namespace lockstep::sim
