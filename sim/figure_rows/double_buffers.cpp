#include "sim/figure_rows/double_buffers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace lockstep::sim {
namespace {

// The halves of an array in each of its work-groups.
class Halves {
 public:
  Halves(Combination& combination, std::uint32_t array) : combination_(combination), array_(array) {
    for (std::uint32_t row = 0; row < combination.rows.size(); ++row)
      if (combination.rows[row].array == array) rows_.push_back(row);
  }

  bool are_used_in_turns() {
    const CombinationArray& array = combination_.arrays[array_];
    if (!array.object.is_local || array.of_registers || array.object.elements % 2 != 0 || rows_.size() < 2)
      return false;
    half_of_row_.assign(combination_.rows.size(), std::nullopt);
    for (const std::uint32_t row : rows_)
      if (!find_half(row)) return false;
    for (std::size_t i = 1; i < rows_.size(); ++i)
      if (half_of_row_[rows_[i]] == half_of_row_[rows_[i - 1]]) return false;
    return reads_follow();
  }

  void split() {
    const auto second = static_cast<std::uint32_t>(combination_.arrays.size());
    combination_.arrays.push_back(combination_.arrays[array_]);
    MemoryObject& upper = combination_.arrays[second].object;
    MemoryObject& lower = combination_.arrays[array_].object;
    upper.elements = lower.elements = size();
    upper.first_element += size();
    upper.offset_bytes += size() * size_bytes(upper.type);
    for (const std::uint32_t half : {array_, second}) {
      CombinationArray& array = combination_.arrays[half];
      array.part =
          fmt::format("[{}..{}]", array.object.first_element, array.object.first_element + size() - 1);
    }
    // The cells that rows name are numbered anew: first those that sources and stale reads say.
    for (CombinationSource& source : combination_.sources)
      if (half_of_row_[source.row]) source.cell = cell_in_half(source.cell);
    for (StaleRead& read : combination_.stale_reads) {
      if (half_of_row_[read.row]) read.cell = cell_in_half(read.cell);
      if (half_of_row_[read.used_row]) read.used_cell = cell_in_half(read.used_cell);
    }
    for (const std::uint32_t row : rows_) {
      CombinationRow& entry = combination_.rows[row];
      entry.array = *half_of_row_[row] == 0 ? array_ : second;
      for (CombinationWrite& write : entry.writes) write.cell = cell_in_half(write.cell);
    }
  }

 private:
  std::uint64_t size() const { return elements_ / 2; }
  std::uint64_t half_of(std::uint64_t cell) const { return cell % elements_ / size(); }
  std::uint64_t cell_in_half(std::uint64_t cell) const {
    return cell / elements_ * size() + cell % elements_ % size();
  }

  bool find_half(std::uint32_t row) {
    const CombinationRow& entry = combination_.rows[row];
    if (entry.initial || entry.writes.empty()) return false;
    const std::uint64_t half = half_of(entry.writes.front().cell);
    half_of_row_[row] = half;
    return std::ranges::all_of(entry.writes,
                               [&](const CombinationWrite& write) { return half_of(write.cell) == half; });
  }

  // Each source is in the half that its row shows, and some step reads the other half.
  bool reads_follow() const {
    bool any = false;
    for (const CombinationRow& row : combination_.rows) {
      for (const CombinationWrite& write : row.writes) {
        for (const CombinationSource& source : combination_.sources_of(write)) {
          const std::optional<std::uint64_t> half = half_of_row_[source.row];
          if (!half) continue;
          if (half_of(source.cell) != *half || half_of(source.cell + source.count - 1) != *half) return false;
          any = any || row.array == array_;
        }
      }
    }
    return any;
  }

  Combination& combination_;
  const std::uint32_t array_;
  const std::uint64_t elements_ = combination_.arrays[array_].object.elements;
  std::vector<std::uint32_t> rows_;                        // of the array
  std::vector<std::optional<std::uint64_t>> half_of_row_;  // 0 or 1; unset: a row of another array
};

}  // namespace

void split_double_buffers(Combination& combination) {
  const auto arrays = static_cast<std::uint32_t>(combination.arrays.size());
  for (std::uint32_t array = 0; array < arrays; ++array)
    if (Halves halves(combination, array); halves.are_used_in_turns()) halves.split();
}

}  // namespace lockstep::sim
