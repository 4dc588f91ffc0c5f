// The last phase of the builder: all rows in order, and the row at which each line begins.
#include <algorithm>

#include "sim/figure_rows/builder.hpp"

namespace lockstep::sim {

// The content before the run is a row of its own, directly above the first launch that reads or writes the
// array.
class CombinationBuilder::InitialRows {
 public:
  InitialRows(const CombinationBuilder& builder, Finished& finished)
      : builder_(builder), finished_(finished), shown_(builder.arrays_.size()) {}

  // False: all rows are seen.
  bool go_on(TimeSlice& slice) {
    while (at_ < finished_.rows.size())
      if (slice.is_over(look())) return true;
    return false;
  }

 private:
  // At the next row, which is behind then; returns how many writes it has.
  std::size_t look() {
    const std::vector<CombinationWrite>& writes = finished_.rows[at_].writes;
    std::vector<bool> wanted(shown_.size());
    for (const CombinationWrite& write : writes)
      for (std::uint32_t s = 0; s < write.source_count; ++s)
        wanted[builder_.feeds_[write.first_source + s].array] = true;
    wanted[finished_.rows[at_].array] = true;
    const std::size_t seen = writes.size();
    for (std::uint32_t array = 0; array < shown_.size(); ++array) {
      if (!wanted[array] || shown_[array] || !builder_.arrays_[array].read_initial) continue;
      shown_[array] = true;
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
  std::size_t at_ = 0;
};

class CombinationBuilder::Placing {
 public:
  Placing(const CombinationBuilder& builder, const Judge& judge, Finished& finished)
      : builder_(builder),
        judge_(judge),
        finished_(finished),
        rows_of_(builder.arrays_.size()),
        row_at_(builder.rows_.size()) {
    for (std::uint32_t i = 0; i < finished.rows.size(); ++i) {
      rows_of_[finished.rows[i].array].push_back(i);
      if (!finished.rows[i].initial) row_at_[builder.rows_.at(finished.keys[i]).number] = i;
    }
    above_.assign(builder_.arrays_.size(), kNone);
    finished_.sources.reserve(builder_.feeds_.size());
  }

  // False: all are placed.
  bool go_on(TimeSlice& slice) {
    while (histories_.size() < builder_.arrays_.size()) {
      const Array& array = builder_.arrays_[histories_.size()];
      histories_.emplace_back(array);
      if (slice.is_over(array.history.size() / kStoresOfRound)) return true;
    }
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
  static constexpr std::size_t kStoresOfRound = 16;

  void place(CombinationWrite& write) {
    const auto feeds = std::span(builder_.feeds_).subspan(write.first_source, write.source_count);
    write.first_source = static_cast<std::uint32_t>(finished_.sources.size());
    for (const Feed& feed : feeds) add(row_, write, feed);
    write.source_count = static_cast<std::uint32_t>(finished_.sources.size()) - write.first_source;
  }

  // The stores to an array by cell, those of one cell in their order.
  class Histories {
   public:
    explicit Histories(const Array& array) {
      if (array.history.empty()) return;
      begin_.resize(array.versions.size() + 1);
      for (const Past& past : array.history) ++begin_[past.cell + 1];
      for (std::size_t cell = 1; cell < begin_.size(); ++cell) begin_[cell] += begin_[cell - 1];
      std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
      stores_.resize(array.history.size());
      for (const Past& past : array.history) stores_[next[past.cell]++] = past;
    }
    std::span<const Past> of(std::uint64_t cell) const {
      return std::span(stores_).subspan(begin_[cell], begin_[cell + 1] - begin_[cell]);
    }

   private:
    std::vector<std::uint32_t> begin_;
    std::vector<Past> stores_;
  };

  // The last row of an array above row `below`; `below` where there is none.
  std::uint32_t row_above(std::uint32_t array, std::uint32_t below) const {
    const std::vector<std::uint32_t>& rows = rows_of_[array];
    const auto after = std::lower_bound(rows.begin(), rows.end(), below);
    return after == rows.begin() ? below : *(after - 1);
  }

  // The same for the row that is being placed.
  std::uint32_t row_above_placed(std::uint32_t array, std::uint32_t row) const {
    return above_[array] == kNone ? row : above_[array];
  }
  void add(std::uint32_t row, const CombinationWrite& write, const Feed& feed) {
    if (builder_.arrays_[feed.array].history.empty()) {
      finished_.sources.push_back({row_above_placed(feed.array, row), feed.cell, feed.count, feed.has_input,
                                   CombinationSource::kFresh});
      return;
    }
    for (std::uint64_t cell = feed.cell; cell < feed.cell + feed.count; ++cell) {
      const CombinationSource next = source(row, write, feed, cell);
      const bool first = finished_.sources.size() == write.first_source;
      CombinationSource* last = first ? nullptr : &finished_.sources.back();
      if (last != nullptr && !last->is_stale() && !next.is_stale() && last->row == next.row &&
          last->cell + last->count == cell && last->has_input == next.has_input) {
        ++last->count;
      } else {
        finished_.sources.push_back(next);
      }
    }
  }

  CombinationSource source(std::uint32_t row, const CombinationWrite& write, const Feed& feed,
                           std::uint64_t cell) {
    const std::span<const Past> history = histories_[feed.array].of(cell);
    const std::uint32_t nearest = row_above_placed(feed.array, row);
    CombinationSource found{nearest, cell, 1, feed.has_input, CombinationSource::kFresh};
    const std::size_t version =
        feed.version != Feed::kNewest
            ? feed.version
            : static_cast<std::size_t>(
                  std::ranges::lower_bound(history, write.position, {}, &Past::position) - history.begin());
    if (version >= history.size()) return found;
    const Past& next = history[version];
    const std::uint32_t replaced_in = row_at_[next.row];
    if (replaced_in > nearest) return found;
    if (const auto verdict = verdict_of(row, write, {feed.array, cell}, next)) {
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
                                         CombinationPlace place, const Past& next) const {
    if (!judge_) return std::nullopt;
    return judge_({finished_.rows[row].launch, write.group, write.warp, write.lane, write.position, place,
                   next.position});
  }

  CombinationCell value_of(std::uint32_t array, std::uint64_t cell, std::size_t version) const {
    const Array& entry = builder_.arrays_[array];
    if (version > 0) {
      const Past& past = histories_[array].of(cell)[version - 1];
      return {past.bits, past.provenance, true};
    }
    return cell < entry.initial.size() ? entry.initial[cell] : CombinationCell{};
  }

  const CombinationBuilder& builder_;
  const Judge& judge_;
  Finished& finished_;
  static constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::vector<std::uint32_t>> rows_of_;  // by array, ascending
  std::vector<std::uint32_t> above_;                 // by array: its last row above the one being placed
  std::vector<std::uint32_t> row_at_;                // by number
  std::vector<Histories> histories_;                 // by array
  std::uint32_t row_ = 0;                            // that is being placed,
  std::size_t write_ = 0;                            // from this write on
};

struct CombinationBuilder::Finishing::Impl {
  Impl(CombinationBuilder& the_builder, Judge the_judge)
      : builder(the_builder), judge(std::move(the_judge)), next(builder.rows_.begin()) {}

  bool take_rows(TimeSlice& slice);

  CombinationBuilder& builder;
  Judge judge;
  Finished finished;
  std::map<RowKey, Row>::iterator next;
  std::optional<InitialRows> initial;
  std::optional<Placing> placing;
};

bool CombinationBuilder::Finishing::Impl::take_rows(TimeSlice& slice) {
  const auto by_cell = [](const CombinationWrite& a, const CombinationWrite& b) {
    return std::tie(a.cell, a.position) < std::tie(b.cell, b.position);
  };
  while (next != builder.rows_.end()) {
    auto& [key, numbered] = *next++;
    CombinationRow& row = numbered.row;
    if (row.writes.empty()) continue;
    row.launch = std::get<0>(key);
    row.array = std::get<3>(key);
    if (!std::ranges::is_sorted(row.writes, by_cell)) std::ranges::sort(row.writes, by_cell);
    finished.keys.push_back(key);
    finished.rows.push_back(std::move(row));
    if (slice.is_over(finished.rows.back().writes.size())) return true;
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
    if (all.take_rows(slice)) return true;
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
  impl_->builder.feeds_.clear();
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
