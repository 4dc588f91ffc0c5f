#include "sim/figure_rows/double_buffers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace lockstep::sim {

// Examines the two halves of an array, in each work-group.
class DoubleBuffers::Halves {
 public:
  Halves(Combination& combination, std::uint32_t array)
      : combination_(combination), array_(array), half_of_row_(combination.rows.size()) {
    for (std::uint32_t row = 0; row < combination.rows.size(); ++row)
      if (combination.rows[row].array == array) rows_.push_back(row);
    const CombinationArray& shown = combination.arrays[array];
    if (!shown.object.is_local || shown.of_registers || shown.object.elements % 2 != 0 || rows_.size() < 2)
      stage_ = Stage::done;
  }

  bool go_on(TimeSlice& slice) {
    while (stage_ != Stage::done) {
      std::size_t work = 0;
      switch (stage_) {
        case Stage::stores:
          work = look_at_stores(rows_[next_]);
          advance(rows_.size(), Stage::reads);
          break;
        case Stage::reads:
          work = look_at_reads(combination_.rows[next_]);
          advance(combination_.rows.size(), reads_half_ ? Stage::sources : Stage::done);
          break;
        case Stage::sources:
          work = number_source(combination_.sources[next_]);
          advance(combination_.sources.size(), Stage::split);
          break;
        case Stage::split:
          split();
          stage_ = Stage::done;
          break;
        case Stage::done:
          break;
      }
      if (slice.is_over(work)) return stage_ != Stage::done;
    }
    return false;
  }

 private:
  enum class Stage : std::uint8_t { stores, reads, sources, split, done };

  // Called after each visit of one of `count` objects. The visit may have ended the whole analysis.
  void advance(std::size_t count, Stage then) {
    if (stage_ == Stage::done || ++next_ < count) return;
    next_ = 0;
    stage_ = then;
  }

  std::uint64_t size() const { return elements_ / 2; }
  std::uint64_t half_of(std::uint64_t cell) const { return cell % elements_ / size(); }
  std::uint64_t cell_in_half(std::uint64_t cell) const {
    return cell / elements_ * size() + cell % elements_ % size();
  }

  // Checks that all stores of a row are in one half, and that the row above is in the other half.
  std::size_t look_at_stores(std::uint32_t row) {
    const CombinationRow& entry = combination_.rows[row];
    const auto half = [&](const CombinationWrite& write) { return half_of(write.cell); };
    const bool is_one_half =
        !entry.initial && !entry.writes.empty() &&
        std::ranges::all_of(entry.writes, [&, first = half(entry.writes.front())](const auto& write) {
          return half(write) == first;
        });
    if (is_one_half) half_of_row_[row] = half(entry.writes.front());
    if (!is_one_half || (next_ > 0 && half_of_row_[row] == half_of_row_[rows_[next_ - 1]]))
      stage_ = Stage::done;
    return entry.writes.size() / kOfRound;
  }

  // Checks that each source is in the half that its row shows, and notes whether some step reads the
  // other half.
  std::size_t look_at_reads(const CombinationRow& row) {
    std::size_t seen = 0;
    for (const CombinationWrite& write : row.writes) {
      for (const CombinationSource& source : combination_.sources_of(write)) {
        ++seen;
        const std::optional<std::uint64_t> half = half_of_row_[source.row];
        if (!half) continue;
        if (half_of(source.cell) != *half || half_of(source.cell + source.count - 1) != *half) {
          stage_ = Stage::done;
          return seen / kOfRound;
        }
        reads_half_ = reads_half_ || row.array == array_;
      }
    }
    return seen / kOfRound;
  }

  // Renumbers the cells of a source; split() renumbers the other cells afterwards.
  std::size_t number_source(CombinationSource& source) {
    if (half_of_row_[source.row]) source.cell = cell_in_half(source.cell);
    return next_ % kOfRound == 0 ? 1 : 0;
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

  static constexpr std::size_t kOfRound = 32;

  Combination& combination_;
  const std::uint32_t array_;
  const std::uint64_t elements_ = combination_.arrays[array_].object.elements;
  std::vector<std::uint32_t> rows_;                        // of the array
  std::vector<std::optional<std::uint64_t>> half_of_row_;  // 0 or 1; unset: a row of another array
  Stage stage_ = Stage::stores;
  std::size_t next_ = 0;  // index of the object that this stage visits next
  bool reads_half_ = false;
};

DoubleBuffers::DoubleBuffers(Combination& combination)
    : combination_(combination), arrays_(static_cast<std::uint32_t>(combination.arrays.size())) {}
DoubleBuffers::DoubleBuffers(DoubleBuffers&&) noexcept = default;
DoubleBuffers::~DoubleBuffers() = default;

bool DoubleBuffers::go_on(TimeSlice& slice) {
  while (true) {
    if (halves_ && halves_->go_on(slice)) return true;
    halves_.reset();
    if (next_ == arrays_) return false;
    halves_ = std::make_unique<Halves>(combination_, next_++);
  }
}

}  // namespace lockstep::sim
