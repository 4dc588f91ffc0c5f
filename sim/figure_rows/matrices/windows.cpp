#include "sim/figure_rows/matrices/windows.hpp"

#include <algorithm>
#include <set>

namespace lockstep::sim {
namespace {

constexpr std::size_t kMaxOffsets = 256, kLeastOffsets = 3, kLeastWhole = 2;
// The maximum number of moments that are searched for the reads of an output's work-item.
constexpr std::uint64_t kMaxSearched = 200'000;

// Returns the number of rows that write each array.
std::vector<std::size_t> writing_rows(const Combination& combination) {
  std::vector<std::size_t> counts(combination.arrays.size());
  for (const CombinationRow& row : combination.rows)
    if (!row.initial) ++counts[row.array];
  return counts;
}

// Returns, for each array, whether no moment writes it, so that it has only an initial row.
std::vector<bool> unwritten_arrays(const Combination& combination, const std::vector<std::size_t>& writing) {
  std::vector<bool> unwritten(combination.arrays.size());
  for (std::size_t i = 0; i < unwritten.size(); ++i)
    unwritten[i] =
        writing[i] == 0 && !combination.arrays[i].object.is_local && !combination.arrays[i].initial.empty();
  return unwritten;
}

// Returns whether the row writes each cell of its array exactly once. The row must be the only one that
// writes the array.
bool writes_all_once(const Combination& combination, std::size_t number) {
  const CombinationRow& row = combination.rows[number];
  if (combination.array_of(number).object.is_local) return false;
  if (row.writes.size() != combination.array_of(number).cells()) return false;
  for (std::size_t i = 0; i < row.writes.size(); ++i)
    if (row.writes[i].cell != i) return false;
  return true;
}

// Tests whether the outputs of one row have windows in one input.
class Attempt {
 public:
  Attempt(const Combination& combination, Windows windows)
      : combination_(combination),
        windows_(std::move(windows)),
        writes_(combination.rows[windows_.out_row].writes) {}

  // Returns false when the attempt has ended.
  bool go_on(TimeSlice& slice) {
    for (; next_ < writes_.size(); ++next_) {
      const std::set<std::uint64_t> cells = sources_in_input(writes_[next_]);
      sizes_.push_back(cells.size());
      for (const std::uint64_t cell : cells) offsets_.insert(between(writes_[next_].cell, cell));
      if (cells.empty() || offsets_.size() > kMaxOffsets) return false;
      if (slice.is_over(1 + cells.size())) return ++next_, true;
    }
    if (checked_ == 0 && !has_offsets()) return false;
    // If an output lacks cells of the window, these cells must be outside the input.
    for (; checked_ < writes_.size(); ++checked_) {
      if (sizes_[checked_] != inside(writes_[checked_].cell)) return false;
      if (slice.is_over(1 + offsets_.size() / kOffsetsOfRound)) return ++checked_, true;
    }
    return false;
  }

  std::optional<Windows> found() {
    return !writes_.empty() && checked_ == writes_.size() ? std::optional(std::move(windows_)) : std::nullopt;
  }

 private:
  static constexpr std::size_t kOffsetsOfRound = 16;

  bool has_offsets() {
    windows_.offsets.assign(offsets_.begin(), offsets_.end());
    const auto whole = static_cast<std::size_t>(std::ranges::count(sizes_, offsets_.size()));
    return offsets_.size() >= kLeastOffsets && whole >= kLeastWhole;
  }

  WindowPlace between(std::uint64_t output, std::uint64_t cell) const {
    const WindowPlace from = windows_.place_of(output), to = windows_.place_of(cell);
    return {to.row - from.row, to.column - from.column};
  }

  std::size_t inside(std::uint64_t output) const {
    const WindowPlace at = windows_.place_of(output);
    return static_cast<std::size_t>(std::ranges::count_if(windows_.offsets, [&](const WindowPlace& offset) {
      return windows_.cell_at({at.row + offset.row, at.column + offset.column}).has_value();
    }));
  }

  // Returns the cells of the input that contribute to a write, directly or through one local array. If there
  // are too many, returns only the first of them.
  std::set<std::uint64_t> sources_in_input(const CombinationWrite& write) {
    std::set<std::uint64_t> cells;
    for (const CombinationSource& source : combination_.sources_of(write)) {
      const std::uint32_t array = combination_.rows[source.row].array;
      for (std::uint64_t cell = source.cell; cell < source.cell + source.count; ++cell) {
        if (cells.size() > kMaxOffsets) return cells;
        if (array == windows_.in) {
          cells.insert(cell);
        } else if (combination_.arrays[array].object.is_local) {
          windows_.tile = array;
          if (const CombinationWrite* stored = combination_.write_in(source.row, cell, UINT64_MAX))
            add_direct(*stored, cells);
        }
      }
    }
    return cells;
  }

  void add_direct(const CombinationWrite& write, std::set<std::uint64_t>& cells) const {
    for (const CombinationSource& source : combination_.sources_of(write))
      if (combination_.rows[source.row].array == windows_.in)
        for (std::uint64_t i = 0; i < source.count; ++i) cells.insert(source.cell + i);
  }

  const Combination& combination_;
  Windows windows_;
  const std::vector<CombinationWrite>& writes_;
  std::size_t next_ = 0, checked_ = 0;  // indices into writes_
  std::set<WindowPlace> offsets_;
  std::vector<std::size_t> sizes_;
};

// A cell that a lane read for a store, and the position of the read.
struct Read {
  std::uint32_t array = 0;
  std::uint64_t cell = 0;
  std::uint64_t position = 0;
};

std::vector<Read> reads_before(const Trace& trace, const Combination& combination,
                               const CombinationWrite& write) {
  std::vector<Read> reads;
  const Moment stored = trace.at(write.position).moment;
  const std::uint64_t bit = std::uint64_t{1} << write.lane;
  const std::uint64_t first = write.position - std::min(write.position, kMaxSearched);
  for (std::uint64_t p = write.position; p-- > first;) {
    const TraceRecord& record = trace.at(p);
    if (record.moment.launch != stored.launch || (record.flags & TraceRecord::launch_end) != 0) break;
    if (record.moment.group != stored.group || record.moment.warp != stored.warp) continue;
    // Accesses to constant memory have no flag in the record.
    const Opcode op = trace.instruction_at(p).op;
    if (op != Opcode::load && op != Opcode::store && op != Opcode::atomic) continue;
    for (const AccessDetail& access : trace.accesses(p)) {
      if ((access.lanes & ~access.denied & bit) == 0) continue;
      if (access.kind != AccessKind::load) {
        std::ranges::reverse(reads);
        return reads;
      }
      for (std::uint32_t a = 0; a < combination.arrays.size(); ++a) {
        const CombinationArray& array = combination.arrays[a];
        if (array.object.is_local && array.launch != stored.launch) continue;
        const auto index = array.object.index_of_address(access.addresses[write.lane]);
        if (index)
          reads.push_back(
              {a, array.object.is_local ? stored.group * array.object.elements + *index : *index, p});
      }
    }
  }
  std::ranges::reverse(reads);
  return reads;
}

// The reads of the cells of the window, and the reads of the mask.
struct WindowReads {
  std::vector<Read> cells, mask;
};

WindowReads window_reads(const Trace& trace, const Combination& combination, const Windows& windows,
                         const CombinationWrite& write) {
  WindowReads found;
  for (const Read& read : reads_before(trace, combination, write)) {
    if (read.array == windows.in || read.array == windows.tile) found.cells.push_back(read);
    if (read.array == windows.mask) found.mask.push_back(read);
  }
  return found;
}

std::optional<std::uint64_t> stored_from(const Combination& combination, const Windows& windows,
                                         std::uint64_t tile_cell) {
  for (std::size_t row = combination.rows.size(); row-- > 0;) {
    if (combination.rows[row].array != windows.tile) continue;
    const CombinationWrite* write = combination.write_in(row, tile_cell, UINT64_MAX);
    if (write == nullptr) continue;
    for (const CombinationSource& source : combination.sources_of(*write))
      if (combination.rows[source.row].array == windows.in) return source.cell;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> input_cell(const Combination& combination, const Windows& windows,
                                        const Read& read) {
  return read.array == windows.in ? std::optional(read.cell) : stored_from(combination, windows, read.cell);
}

// Returns whether the whole window of the output is inside the input.
bool is_whole(const Windows& windows, std::uint64_t output) {
  const WindowPlace at = windows.place_of(output);
  return std::ranges::all_of(windows.offsets, [&](const WindowPlace& offset) {
    return windows.cell_at({at.row + offset.row, at.column + offset.column}).has_value();
  });
}

// Returns the array from which one element was read for each cell of a whole window, if there is such
// an array.
std::optional<std::uint32_t> mask_of(const Trace& trace, const Combination& combination,
                                     const Windows& windows, const std::vector<bool>& unwritten) {
  for (const CombinationWrite& write : combination.rows[windows.out_row].writes) {
    if (!is_whole(windows, write.cell)) continue;
    std::map<std::uint32_t, std::size_t> reads;
    for (const Read& read : reads_before(trace, combination, write)) ++reads[read.array];
    for (const auto& [array, count] : reads)
      if (unwritten[array] && array != windows.in && count == windows.offsets.size()) return array;
    return std::nullopt;
  }
  return std::nullopt;
}

// Returns the offsets in the order in which work-items read the cells, taken from an output whose whole
// window is inside the input.
std::vector<WindowPlace> reading_order(const Trace& trace, const Combination& combination,
                                       const Windows& windows) {
  for (const CombinationWrite& write : combination.rows[windows.out_row].writes) {
    if (!is_whole(windows, write.cell)) continue;
    const WindowPlace at = windows.place_of(write.cell);
    std::vector<WindowPlace> order;
    for (const Read& read : window_reads(trace, combination, windows, write).cells)
      if (const auto cell = input_cell(combination, windows, read)) {
        const WindowPlace to = windows.place_of(*cell);
        order.push_back({to.row - at.row, to.column - at.column});
      }
    return order;
  }
  return {};
}

}  // namespace

std::optional<std::uint64_t> Windows::cell_at(const WindowPlace& place) const {
  if (place.row < 0 || place.column < 0 || place.row >= static_cast<std::int64_t>(rows) ||
      place.column >= static_cast<std::int64_t>(columns))
    return std::nullopt;
  return static_cast<std::uint64_t>(place.row) * columns + static_cast<std::uint64_t>(place.column);
}

std::uint64_t Windows::max_distance() const {
  std::int64_t most = 0;
  for (const WindowPlace& offset : offsets)
    most = std::max({most, offset.row, -offset.row, offset.column, -offset.column});
  return static_cast<std::uint64_t>(most);
}

// The state of the search, which tries all inputs for each row.
struct WindowSearch::Impl {
  const Trace& trace;
  const Combination& combination;
  const std::map<std::uint32_t, RowLength>& row_lengths;
  std::vector<std::size_t> writing{};
  std::vector<bool> unwritten{};
  std::size_t row = 0;
  std::uint32_t in = 0;
  std::optional<Attempt> attempt{};
  std::optional<Windows> found{};

  std::optional<Windows> next();
};

// Returns the next row and input that may have windows.
std::optional<Windows> WindowSearch::Impl::next() {
  for (; row < combination.rows.size(); ++row, in = 0) {
    const bool is_only_one = !combination.rows[row].initial && writing[combination.rows[row].array] == 1;
    if (!is_only_one || (in == 0 && !writes_all_once(combination, row))) continue;
    while (in < combination.arrays.size()) {
      const std::uint32_t tried = in++;
      const MemoryObject& object = combination.arrays[tried].object;
      if (!unwritten[tried] || object.elements != combination.array_of(row).object.elements) continue;
      Windows windows;
      windows.in = tried;
      windows.out = combination.rows[row].array;
      windows.out_row = row;
      const auto length = row_lengths.find(object.buffer);
      windows.columns = length == row_lengths.end() ? object.elements : length->second.elements;
      windows.rows = (object.elements + windows.columns - 1) / windows.columns;
      return windows;
    }
  }
  return std::nullopt;
}

WindowSearch::WindowSearch(const Trace& trace, const Combination& combination,
                           const std::map<std::uint32_t, RowLength>& row_lengths)
    : impl_(std::make_unique<Impl>(Impl{trace, combination, row_lengths})) {
  impl_->writing = writing_rows(combination);
  impl_->unwritten = unwritten_arrays(combination, impl_->writing);
}
WindowSearch::WindowSearch(WindowSearch&&) noexcept = default;
WindowSearch::~WindowSearch() = default;

bool WindowSearch::go_on(TimeSlice& slice) {
  Impl& all = *impl_;
  if (all.trace.size() == 0) return false;
  while (!all.found) {
    if (!all.attempt) {
      auto windows = all.next();
      if (!windows) return false;
      all.attempt.emplace(all.combination, std::move(*windows));
    }
    if (all.attempt->go_on(slice)) return true;
    all.found = all.attempt->found();
    all.attempt.reset();
  }
  all.found->mask = mask_of(all.trace, all.combination, *all.found, all.unwritten);
  return false;
}

std::optional<Windows> WindowSearch::take() { return std::move(impl_->found); }

std::optional<Windows> find_windows(const Trace& trace, const Combination& combination,
                                    const std::map<std::uint32_t, RowLength>& row_lengths) {
  WindowSearch search(trace, combination, row_lengths);
  TimeSlice whole;
  search.go_on(whole);
  return search.take();
}

OutputWindow window_of(const Trace& trace, const Combination& combination, const Windows& windows,
                       std::uint64_t output) {
  OutputWindow window;
  window.output = output;
  window.write = &combination.rows[windows.out_row].writes[output];
  const WindowPlace at = windows.place_of(output);
  for (const WindowPlace& offset : windows.offsets) {
    WindowCell cell;
    cell.place = {at.row + offset.row, at.column + offset.column};
    cell.cell = windows.cell_at(cell.place);
    window.cells.push_back(cell);
  }
  const WindowReads reads = window_reads(trace, combination, windows, *window.write);
  const std::vector<WindowPlace> order = reading_order(trace, combination, windows);
  const bool all = reads.cells.size() == order.size();  // true if ghost cells are read, too (from the tile)
  for (std::size_t i = 0; i < reads.cells.size(); ++i) {
    const Read& read = reads.cells[i];
    std::optional<WindowPlace> place;
    if (const auto cell = input_cell(combination, windows, read)) place = windows.place_of(*cell);
    if (!place && all) place = WindowPlace{at.row + order[i].row, at.column + order[i].column};
    if (!place) continue;
    const auto found = std::ranges::find(window.cells, *place, &WindowCell::place);
    if (found == window.cells.end()) continue;
    found->read = read.position;
    if (read.array == windows.tile) found->tile_cell = read.cell;
    if (reads.mask.size() == reads.cells.size()) found->mask_cell = reads.mask[i].cell;
  }
  return window;
}

std::vector<std::uint64_t> outputs_of(const Combination& combination, const Windows& windows,
                                      std::uint32_t group) {
  std::vector<std::uint64_t> outputs;
  for (const CombinationWrite& write : combination.rows[windows.out_row].writes)
    if (write.group == group) outputs.push_back(write.cell);
  return outputs;
}

}  // namespace lockstep::sim
