// The queries about the prepared rows that are made for each frame. Each query examines only a few rows.
#include "sim/figure_rows/combination.hpp"

#include <algorithm>
#include <bit>
#include <set>

namespace lockstep::sim {
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

std::vector<std::size_t> Combination::newest_rows(const Moment& running, std::uint64_t position) const {
  std::vector<std::size_t> newest(arrays.size(), SIZE_MAX);
  const std::size_t begun = rows_at(position);
  for (std::size_t row = 0; row < begun; ++row) {
    const CombinationArray& array = array_of(row);
    const std::uint64_t first =
        array.object.is_local && array.launch == running.launch
            ? std::min<std::uint64_t>(running.group, array.groups - 1) * array.object.elements
            : 0;
    if (reached(row, first, position)) newest[rows[row].array] = row;
  }
  return newest;
}

std::set<std::pair<std::uint32_t, std::uint64_t>> accessed_cells(const Combination& combination,
                                                                 const Trace& trace, std::uint64_t position) {
  std::set<std::pair<std::uint32_t, std::uint64_t>> cells;
  constexpr std::uint16_t any = TraceRecord::local_access | TraceRecord::global_access;
  if (position >= trace.size() || (trace.at(position).flags & any) == 0) return cells;
  const Moment& moment = trace.at(position).moment;
  for (const AccessDetail& access : trace.accesses(position)) {
    for (std::uint32_t a = 0; a < combination.arrays.size(); ++a) {
      const CombinationArray& array = combination.arrays[a];
      if (array.object.is_local && array.launch != moment.launch) continue;
      for (std::uint64_t rest = access.lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        const auto index = array.object.index_of_address(access.addresses[lane]);
        if (index)
          cells.emplace(a, array.object.is_local ? moment.group * array.object.elements + *index : *index);
      }
    }
  }
  return cells;
}

CombinationCell Combination::cell_at(std::size_t row, std::uint64_t cell, std::uint64_t position) const {
  if (const CombinationWrite* write = write_before(row, cell, position))
    return {write->bits, write->provenance, true};
  const std::vector<CombinationCell>& initial = array_of(row).initial;
  return cell < initial.size() ? initial[cell] : CombinationCell{};
}

// If the source is not stale, its row shows the value that was read.
CombinationCell Combination::value_read(const CombinationSource& source, std::uint64_t index) const {
  return source.is_stale() ? stale_reads[source.stale].value
                           : cell_at(source.row, source.cell + index, UINT64_MAX);
}

std::optional<std::uint64_t> Combination::cell_of(std::size_t row, const CellId& id,
                                                  const Moment& running) const {
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

}  // namespace lockstep::sim
