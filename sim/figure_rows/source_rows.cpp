// The last phase of the builder, which arranges all rows in order and finds the row at which each
// line starts.
#include <algorithm>

#include "sim/figure_rows/builder.hpp"

namespace lockstep::sim {
namespace {

constexpr std::size_t kStoresOfRound = 16;  // between two checks of the TimeSlice

}  // namespace

// Adds the initial rows. The content of an array before the run is a separate row, directly above the first
// row that reads or writes the array.
class CombinationBuilder::InitialRows {
 public:
  InitialRows(const CombinationBuilder& builder, Finished& finished)
      : builder_(builder),
        finished_(finished),
        shown_(builder.arrays_.size()),
        left_(std::ranges::count_if(builder.arrays_, &Array::read_initial)) {}

  // Returns false when all rows have been visited.
  bool go_on(TimeSlice& slice) {
    while (at_ < finished_.rows.size())
      if (slice.is_over(look())) return true;
    return false;
  }

 private:
  // Visits the next row and returns the number of its writes.
  std::size_t look() {
    const std::vector<CombinationWrite>& writes = finished_.rows[at_].writes;
    if (left_ == 0) return static_cast<std::size_t>(++at_ != 0);
    std::vector<bool> wanted(shown_.size());
    for (const CombinationWrite& write : writes)
      for (std::uint32_t s = 0; s < write.source_count; ++s)
        wanted[builder_.feeds_[write.first_source + s].array] = true;
    wanted[finished_.rows[at_].array] = true;
    const std::size_t seen = writes.size();
    for (std::uint32_t array = 0; array < shown_.size(); ++array) {
      if (!wanted[array] || shown_[array] || !builder_.arrays_[array].read_initial) continue;
      shown_[array] = true;
      --left_;
      CombinationRow row;
      row.array = array;
      row.launch = finished_.rows[at_].launch;
      row.initial = true;
      const auto place = static_cast<std::ptrdiff_t>(at_);
      finished_.keys.insert(finished_.keys.begin() + place, finished_.keys[at_]);
      finished_.rows.insert(finished_.rows.begin() + place, std::move(row));
      ++at_;
    }
    ++at_;
    return seen;
  }

  const CombinationBuilder& builder_;
  Finished& finished_;
  std::vector<bool> shown_;
  std::ptrdiff_t left_;  // number of arrays still to show
  std::size_t at_ = 0;
};

class CombinationBuilder::Placing {
 public:
  Placing(const CombinationBuilder& builder, const Judge& judge, Finished& finished)
      : builder_(builder),
        judge_(judge),
        finished_(finished),
        rows_of_(builder.arrays_.size()),
        row_at_(builder.rows_.size()),
        histories_(builder) {
    for (std::uint32_t i = 0; i < finished.rows.size(); ++i) {
      rows_of_[finished.rows[i].array].push_back(i);
      if (!finished.rows[i].initial) row_at_[builder.rows_.at(finished.keys[i]).number] = i;
    }
    above_.assign(builder_.arrays_.size(), kNone);
    finished_.sources.reserve(builder_.feeds_.size());
  }

  // Returns false when all sources are placed.
  bool go_on(TimeSlice& slice) {
    if (histories_.go_on(slice)) return true;
    for (; row_ < finished_.rows.size(); ++row_, write_ = 0) {
      if (row_ > 0) above_[finished_.rows[row_ - 1].array] = row_ - 1;
      std::vector<CombinationWrite>& writes = finished_.rows[row_].writes;
      while (write_ < writes.size()) {
        place(writes[write_++]);
        if (slice.is_over()) return true;
      }
    }
    return false;
  }

 private:
  void place(CombinationWrite& write) {
    const std::uint32_t begin = write.first_source, end = begin + write.source_count;
    write.first_source = static_cast<std::uint32_t>(finished_.sources.size());
    for (std::uint32_t i = begin; i < end; ++i) add(row_, write, builder_.feeds_[i]);
    write.source_count = static_cast<std::uint32_t>(finished_.sources.size()) - write.first_source;
  }

  // Finds the stores to each cell, in order.
  class Histories {
   public:
    explicit Histories(const CombinationBuilder& builder)
        : builder_(builder), array_of_row_(builder.rows_.size()), arrays_(builder.arrays_.size()) {
      for (const auto& [key, row] : builder.rows_) array_of_row_[row.number] = std::get<3>(key);
      for (std::size_t i = 0; i < arrays_.size(); ++i)
        if (!builder.arrays_[i].latest.empty()) arrays_[i].begin.resize(builder.arrays_[i].latest.size() + 1);
    }
    // Returns false when all stores are known.
    bool go_on(TimeSlice& slice) {
      for (; stage_ != Stage::done; next_ = 0, stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1)) {
        if (stage_ == Stage::place) add_up();
        while (next_ < builder_.stores_.size()) {
          const std::size_t end = std::min(builder_.stores_.size(), next_ + kStoresOfRound);
          for (; next_ < end; ++next_) visit(static_cast<std::uint32_t>(next_));
          if (slice.is_over()) return true;
        }
      }
      return false;
    }
    // The values that most searches need are copied next to the index of the store, because the stores
    // themselves are far apart in memory.
    struct Entry {
      std::uint32_t store = 0;
      std::uint32_t row = 0;  // number of the row
      std::uint64_t position = 0;
    };
    std::span<const Entry> of(std::uint32_t array, std::uint64_t cell) const {
      const OfArray& found = arrays_[array];
      const std::uint32_t begin = cell == 0 ? 0 : found.begin[cell - 1];
      return std::span(found.stores).subspan(begin, found.begin[cell] - begin);
    }

   private:
    enum class Stage : std::uint8_t { count, place, done };
    struct OfArray {
      std::vector<std::uint32_t>
          begin;  // by cell: the beginning of the cell's stores; after all are placed, their end
      std::vector<Entry> stores;
    };
    void visit(std::uint32_t index) {
      const Store& store = builder_.stores_[index];
      if (store.row == Store::kReplaced) return;
      OfArray& array = arrays_[array_of_row_[store.row]];
      if (stage_ == Stage::count)
        ++array.begin[store.write.cell + 1];
      else
        array.stores[array.begin[store.write.cell]++] = {index, store.row, store.write.position};
    }
    void add_up() {
      if (next_ != 0) return;
      for (OfArray& array : arrays_) {
        for (std::size_t cell = 1; cell < array.begin.size(); ++cell)
          array.begin[cell] += array.begin[cell - 1];
        if (!array.begin.empty()) array.stores.resize(array.begin.back());
      }
    }

    const CombinationBuilder& builder_;
    std::vector<std::uint32_t> array_of_row_;  // by number
    std::vector<OfArray> arrays_;
    Stage stage_ = Stage::count;
    std::size_t next_ = 0;  // index into the builder's stores
  };

  // Returns the last row of an array above row `below`; returns `below` if there is no such row.
  std::uint32_t row_above(std::uint32_t array, std::uint32_t below) const {
    const std::vector<std::uint32_t>& rows = rows_of_[array];
    const auto after = std::lower_bound(rows.begin(), rows.end(), below);
    return after == rows.begin() ? below : *(after - 1);
  }

  // Returns the same for the row being placed, but faster.
  std::uint32_t row_above_placed(std::uint32_t array, std::uint32_t row) const {
    return above_[array] == kNone ? row : above_[array];
  }
  void add(std::uint32_t row, const CombinationWrite& write, const Feed& feed) {
    if (builder_.arrays_[feed.array].latest.empty()) {
      finished_.sources.push_back({row_above_placed(feed.array, row), feed.cell, feed.count, feed.has_input,
                                   CombinationSource::kFresh});
      return;
    }
    const std::uint64_t end = feed.cell + feed.count;
    for (std::uint64_t cell = feed.cell; cell < end;) {
      const CombinationSource next = source(row, write, feed, cell, end);
      const bool first = finished_.sources.size() == write.first_source;
      CombinationSource* last = first ? nullptr : &finished_.sources.back();
      if (last != nullptr && !last->is_stale() && !next.is_stale() && last->row == next.row &&
          last->cell + last->count == cell && last->has_input == next.has_input) {
        last->count += next.count;
      } else {
        finished_.sources.push_back(next);
      }
      cell += next.count;
    }
  }

  // Returns the source that consists of this cell and of the following cells before `end` to which nothing
  // has been stored since.
  CombinationSource source(std::uint32_t row, const CombinationWrite& write, const Feed& feed,
                           std::uint64_t cell, std::uint64_t end) {
    const std::uint32_t nearest = row_above_placed(feed.array, row);
    CombinationSource found{nearest, cell, 1, feed.has_input, CombinationSource::kFresh};
    const std::vector<Version>& versions = builder_.arrays_[feed.array].versions;
    const auto is_kept = [&](std::uint64_t at) {
      return !versions[at].written() || versions[at].position < write.position;
    };
    const bool is_newest = feed.version == Feed::kNewest;
    if (is_newest && is_kept(cell)) {
      while (cell + found.count < end && is_kept(cell + found.count)) ++found.count;
      return found;
    }
    const std::span<const Histories::Entry> history = histories_.of(feed.array, cell);
    const std::size_t version =
        is_newest ? static_cast<std::size_t>(
                        std::ranges::lower_bound(history, write.position, {}, &Histories::Entry::position) -
                        history.begin())
                  : feed.version;
    if (version >= history.size()) return found;
    const Histories::Entry& next = history[version];
    const std::uint32_t replaced_in = row_at_[next.row];
    if (replaced_in > nearest) return found;
    if (const auto verdict = verdict_of(row, write, {feed.array, cell}, next.position)) {
      found.stale = static_cast<std::uint32_t>(finished_.stale_reads.size());
      finished_.stale_reads.push_back({nearest, cell, value_of(feed.array, cell, version), verdict->read,
                                       next.position, row, write.cell, write.position,
                                       finished_.rows[row].launch, write.group, write.warp, write.lane,
                                       verdict->finding});
    } else {
      found.row = row_above(feed.array, replaced_in);
    }
    return found;
  }

  std::optional<StaleVerdict> verdict_of(std::uint32_t row, const CombinationWrite& write,
                                         CombinationPlace place, std::uint64_t next_write) const {
    if (!judge_) return std::nullopt;
    return judge_(
        {finished_.rows[row].launch, write.group, write.warp, write.lane, write.position, place, next_write});
  }

  CombinationCell value_of(std::uint32_t array, std::uint64_t cell, std::size_t version) const {
    const Array& entry = builder_.arrays_[array];
    if (version > 0) {
      const CombinationWrite& past = builder_.stores_[histories_.of(array, cell)[version - 1].store].write;
      return {past.bits, past.provenance, true};
    }
    return cell < entry.initial.size() ? entry.initial[cell] : CombinationCell{};
  }

  const CombinationBuilder& builder_;
  const Judge& judge_;
  Finished& finished_;
  static constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::vector<std::uint32_t>> rows_of_;  // by array, ascending
  std::vector<std::uint32_t> above_;                 // by array: the last row above the row being placed
  std::vector<std::uint32_t> row_at_;                // by number
  Histories histories_;
  std::uint32_t row_ = 0;  // the row being placed
  std::size_t write_ = 0;  // the next write of this row
};

struct CombinationBuilder::Finishing::Impl {
  Impl(CombinationBuilder& the_builder, Judge the_judge);

  bool take_rows(TimeSlice& slice);
  bool sort_rows(TimeSlice& slice);

  CombinationBuilder& builder;
  Judge judge;
  Finished finished;
  std::vector<std::uint32_t> row_at;  // by number
  std::size_t next_store = 0, next_row = 0;
  std::optional<InitialRows> initial;
  std::optional<Placing> placing;
};

CombinationBuilder::Finishing::Impl::Impl(CombinationBuilder& the_builder, Judge the_judge)
    : builder(the_builder), judge(std::move(the_judge)), row_at(builder.rows_.size()) {
  for (auto& [key, numbered] : builder.rows_) {
    if (numbered.writes == 0) continue;
    CombinationRow& row = numbered.row;
    row.launch = std::get<0>(key);
    row.array = std::get<3>(key);
    row.writes.reserve(numbered.writes);
    row_at[numbered.number] = static_cast<std::uint32_t>(finished.rows.size());
    finished.keys.push_back(key);
    finished.rows.push_back(std::move(row));
  }
}

bool CombinationBuilder::Finishing::Impl::take_rows(TimeSlice& slice) {
  while (next_store < builder.stores_.size()) {
    const Store& store = builder.stores_[next_store++];
    if (store.row != Store::kReplaced) finished.rows[row_at[store.row]].writes.push_back(store.write);
    if (next_store % kStoresOfRound == 0 && slice.is_over()) return true;
  }
  return false;
}

bool CombinationBuilder::Finishing::Impl::sort_rows(TimeSlice& slice) {
  const auto by_cell = [](const CombinationWrite& a, const CombinationWrite& b) {
    return std::tie(a.cell, a.position) < std::tie(b.cell, b.position);
  };
  while (next_row < finished.rows.size()) {
    std::vector<CombinationWrite>& writes = finished.rows[next_row++].writes;
    if (!std::ranges::is_sorted(writes, by_cell)) std::ranges::sort(writes, by_cell);
    if (slice.is_over(writes.size())) return true;
  }
  return false;
}

CombinationBuilder::Finishing::Finishing(CombinationBuilder& builder, Judge judge)
    : impl_(std::make_unique<Impl>(builder, std::move(judge))) {}
CombinationBuilder::Finishing::Finishing(Finishing&&) noexcept = default;
CombinationBuilder::Finishing::~Finishing() = default;

bool CombinationBuilder::Finishing::go_on(TimeSlice& slice) {
  Impl& all = *impl_;
  if (!all.initial) {
    if (all.take_rows(slice) || all.sort_rows(slice)) return true;
    all.initial.emplace(all.builder, all.finished);
  }
  if (!all.placing) {
    if (all.initial->go_on(slice)) return true;
    all.placing.emplace(all.builder, all.judge, all.finished);
  }
  return all.placing->go_on(slice);
}

CombinationBuilder::Finished CombinationBuilder::Finishing::take() {
  impl_->builder.rows_.clear();
  impl_->builder.latest_row_ = nullptr;
  impl_->builder.feeds_ = {};
  impl_->builder.stores_ = {};
  return std::move(impl_->finished);
}

CombinationBuilder::Finished CombinationBuilder::finish(Judge judge) {
  Finishing finishing(*this, std::move(judge));
  TimeSlice whole;
  while (finishing.go_on(whole)) {
  }
  return finishing.take();
}

}  // namespace lockstep::sim
