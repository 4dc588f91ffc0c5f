#include "sim/trace/traveller.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace lockstep::sim {
namespace {

// The distances before its goal at which a replay keeps states: 32 moments, 128, 512 …, so that stepping back
// to the start replays each moment only a few times.
constexpr std::uint64_t kNearest = 32, kMaxDistances = 5;
constexpr std::size_t kMaxStates = 12;
// Large states are kept at larger distances: copying a state takes as long as executing many moments.
constexpr std::uint64_t kMaxCopied = std::uint64_t{16} << 20;
constexpr std::uint64_t kMaxBytes = std::uint64_t{48} << 20;

std::uint64_t distance(std::uint64_t one, std::uint64_t other) {
  return one > other ? one - other : other - one;
}

std::uint64_t position_of(const std::shared_ptr<const TraceState>& state) { return state->position; }

}  // namespace

Traveller::Traveller(const Machine& machine, const ProvenanceObserver& recorded, const ProvenanceGraph& graph,
                     const Snapshots& snapshots)
    : machine_(machine), graph_(graph), snapshots_(snapshots), pattern_(recorded, unused_, graph) {}

std::shared_ptr<const TraceState> Traveller::go_to(std::uint64_t position) {
  if (current_ && current_->position == position) return current_;
  const State* const near = left_behind(position);
  const std::uint64_t kept = std::max(snapshots_.position_before(position), near ? (*near)->position : 0);
  if (current_ && current_->position >= kept && current_->position < position) {
    // A caller may still use a state returned earlier.
    if (current_.use_count() > 1) begin_at(*current_);
  } else {
    const bool is_near = near != nullptr && (*near)->position == kept;
    begin_at(is_near ? **near : snapshots_.before(position));
    leave_behind(position);
  }
  replay_->advance(position);
  return current_;
}

const Traveller::State* Traveller::left_behind(std::uint64_t position) const {
  const auto after = std::ranges::upper_bound(left_behind_, position, {}, position_of);
  return after == left_behind_.begin() ? nullptr : &*std::prev(after);
}

void Traveller::begin_at(TraceState state) {
  current_ = std::make_shared<TraceState>(std::move(state));
  replay_ = std::make_unique<Replay>(machine_, pattern_, graph_, *current_);
}

void Traveller::leave_behind(std::uint64_t position) {
  const std::uint64_t begin = current_->position;
  const std::uint64_t most =
      std::clamp<std::uint64_t>(kMaxCopied / size_in_memory(*current_), 1, kMaxDistances);
  for (std::uint64_t i = most; i-- > 0;) {
    const std::uint64_t before = kNearest << (kMaxDistances - most) << (2 * i);
    if (position < begin + before) continue;
    const std::uint64_t place = position - before;
    if (const State* const known = left_behind(place); known && (*known)->position == place) continue;
    replay_->advance(place);
    if (current_->position != place) break;
    auto state = std::make_shared<const TraceState>(*current_);
    const auto after = std::ranges::upper_bound(left_behind_, place, {}, position_of);
    left_behind_.insert(after, std::move(state));
  }
  forget_far_ones(position);
}

void Traveller::forget_far_ones(std::uint64_t position) {
  const std::uint64_t most = std::clamp<std::uint64_t>(kMaxBytes / size_in_memory(*current_), 2, kMaxStates);
  while (left_behind_.size() > most) {
    const bool first_is_farther = distance(left_behind_.front()->position, position) >
                                  distance(left_behind_.back()->position, position);
    left_behind_.erase(first_is_farther ? left_behind_.begin() : std::prev(left_behind_.end()));
  }
}

}  // namespace lockstep::sim
