// What a frame asks of the prepared rows; each answer looks at few of them.
#include "sim/dataflow/combination.hpp"

#include <algorithm>

namespace lockstep::gui {
namespace {

bool began_before(const CombinationRow& row, std::uint64_t position) {
  return row.initial || (!row.positions.empty() && row.positions.front() < position);
}

}  // namespace

std::size_t Combination::rows_at(std::uint64_t position) const {
  std::size_t begun = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (began_before(rows[i], position)) begun = i + 1;
  }
  return begun;
}

std::size_t Combination::focus(std::uint64_t position) const {
  std::size_t focus = 0;
  std::uint64_t latest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<std::uint64_t>& positions = rows[i].positions;
    const auto after = std::lower_bound(positions.begin(), positions.end(), position);
    if (after == positions.begin() || *(after - 1) < latest) continue;
    latest = *(after - 1);
    focus = i;
  }
  return focus;
}

bool Combination::reached(std::size_t row, std::uint64_t cell, std::uint64_t position) const {
  const CombinationRow& entry = rows[row];
  if (entry.initial) return true;
  const std::uint64_t group = array_of(row).group_of(cell);
  return group < entry.group_begin.size() && entry.group_begin[group] < position;
}

const CombinationWrite* Combination::write_in(std::size_t row, std::uint64_t cell,
                                              std::uint64_t position) const {
  const std::vector<CombinationWrite>& writes = rows[row].writes;
  const auto after = std::lower_bound(writes.begin(), writes.end(), std::pair{cell, position},
                                      [](const CombinationWrite& write, const auto& wanted) {
                                        return std::pair{write.cell, write.position} < wanted;
                                      });
  if (after == writes.begin() || (after - 1)->cell != cell) return nullptr;
  return &*(after - 1);
}

const CombinationWrite* Combination::write_before(std::size_t row, std::uint64_t cell,
                                                  std::uint64_t position) const {
  for (std::size_t i = row + 1; i-- > 0;) {
    if (rows[i].array != rows[row].array) continue;
    if (const CombinationWrite* write = write_in(i, cell, position)) return write;
  }
  return nullptr;
}

CombinationCell Combination::cell_at(std::size_t row, std::uint64_t cell, std::uint64_t position) const {
  if (const CombinationWrite* write = write_before(row, cell, position))
    return {write->bits, write->provenance, true};
  const std::vector<CombinationCell>& initial = array_of(row).initial;
  return cell < initial.size() ? initial[cell] : CombinationCell{};
}

std::optional<std::uint64_t> Combination::cell_of(std::size_t row, const CellId& id,
                                                  const sim::Moment& running) const {
  const CombinationArray& array = array_of(row);
  const auto index = array.object.index_of(id);
  if (!index || !array.object.is_local) return index;
  if (array.launch != running.launch) return std::nullopt;
  return running.group * array.object.elements + *index;
}

CellId Combination::id_of(std::size_t row, std::uint64_t cell) const {
  const CombinationArray& array = array_of(row);
  return array.object.cell(array.object.is_local ? cell % array.object.elements : cell);
}

}  // namespace lockstep::gui
