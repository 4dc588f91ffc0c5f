// The last phase of the builder: all rows in order, and the row at which each line begins.
#include <algorithm>

#include "sim/figure_rows/builder.hpp"

namespace lockstep::sim {

// The content before the run is a row of its own, directly above the first launch that reads or writes the
// array.
void CombinationBuilder::insert_initial_rows(Finished& finished) const {
  std::vector<bool> shown(arrays_.size());
  for (std::size_t i = 0; i < finished.rows.size(); ++i) {
    std::vector<std::uint32_t> wanted;
    for (const CombinationWrite& write : finished.rows[i].writes) {
      for (std::uint32_t s = 0; s < write.source_count; ++s)
        wanted.push_back(feeds_[write.first_source + s].array);
    }
    wanted.push_back(finished.rows[i].array);
    std::sort(wanted.begin(), wanted.end());
    for (const std::uint32_t array : wanted) {
      if (shown[array] || !arrays_[array].read_initial) continue;
      shown[array] = true;
      CombinationRow row;
      row.array = array;
      row.launch = finished.rows[i].launch;
      row.initial = true;
      finished.keys.insert(finished.keys.begin() + static_cast<std::ptrdiff_t>(i), finished.keys[i]);
      finished.rows.insert(finished.rows.begin() + static_cast<std::ptrdiff_t>(i), std::move(row));
      ++i;
    }
  }
}

class CombinationBuilder::Placing {
 public:
  Placing(const CombinationBuilder& builder, const Judge& judge, Finished& finished)
      : builder_(builder), judge_(judge), finished_(finished), rows_of_(builder.arrays_.size()) {
    for (std::uint32_t i = 0; i < finished.rows.size(); ++i) {
      rows_of_[finished.rows[i].array].push_back(i);
      if (!finished.rows[i].initial) row_at_[finished.keys[i]] = i;
    }
  }

  void place() {
    for (std::uint32_t i = 0; i < finished_.rows.size(); ++i) {
      for (CombinationWrite& write : finished_.rows[i].writes) {
        const auto feeds = std::span(builder_.feeds_).subspan(write.first_source, write.source_count);
        write.first_source = static_cast<std::uint32_t>(finished_.sources.size());
        for (const Feed& feed : feeds) add(i, write, feed);
        write.source_count = static_cast<std::uint32_t>(finished_.sources.size()) - write.first_source;
      }
    }
  }

 private:
  // The last row of an array above row `below`; `below` where there is none.
  std::uint32_t row_above(std::uint32_t array, std::uint32_t below) const {
    const std::vector<std::uint32_t>& rows = rows_of_[array];
    const auto after = std::lower_bound(rows.begin(), rows.end(), below);
    return after == rows.begin() ? below : *(after - 1);
  }

  void add(std::uint32_t row, const CombinationWrite& write, const Feed& feed) {
    if (builder_.arrays_[feed.array].history.empty()) {
      finished_.sources.push_back(
          {row_above(feed.array, row), feed.cell, feed.count, feed.has_input, CombinationSource::kFresh});
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
    const std::vector<Past>& history = builder_.arrays_[feed.array].history[cell];
    const std::uint32_t nearest = row_above(feed.array, row);
    CombinationSource found{nearest, cell, 1, feed.has_input, CombinationSource::kFresh};
    const std::size_t version =
        feed.version != Feed::kNewest
            ? feed.version
            : static_cast<std::size_t>(
                  std::ranges::lower_bound(history, write.position, {}, &Past::position) - history.begin());
    if (version >= history.size()) return found;
    const Past& next = history[version];
    const std::uint32_t replaced_in = row_at_.at(next.row);
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
      const Past& past = entry.history[cell][version - 1];
      return {past.bits, past.provenance, true};
    }
    return cell < entry.initial.size() ? entry.initial[cell] : CombinationCell{};
  }

  const CombinationBuilder& builder_;
  const Judge& judge_;
  Finished& finished_;
  std::vector<std::vector<std::uint32_t>> rows_of_;  // by array, ascending
  std::map<RowKey, std::uint32_t> row_at_;
};

CombinationBuilder::Finished CombinationBuilder::finish(const Judge& judge) {
  Finished finished;
  for (auto& [key, row] : rows_) {
    if (row.writes.empty()) continue;
    row.launch = std::get<0>(key);
    row.array = std::get<3>(key);
    std::sort(row.writes.begin(), row.writes.end(), [](const CombinationWrite& a, const CombinationWrite& b) {
      return std::tie(a.cell, a.position) < std::tie(b.cell, b.position);
    });
    finished.keys.push_back(key);
    finished.rows.push_back(std::move(row));
  }
  rows_.clear();
  insert_initial_rows(finished);
  Placing(*this, judge, finished).place();
  feeds_.clear();
  return finished;
}

}  // namespace lockstep::sim
