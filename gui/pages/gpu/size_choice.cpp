#include "gui/pages/gpu/size_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

std::vector<std::uint64_t> powers_of_four() {
  std::vector<std::uint64_t> sizes;
  for (unsigned power = 10; power <= 30; power += 2) sizes.push_back(std::uint64_t{1} << power);
  return sizes;
}

std::set<std::uint64_t> offered_sizes(const AppState& state) {
  std::set<std::uint64_t> sizes(state.benchmark.sizes.begin(), state.benchmark.sizes.end());
  for (const std::uint64_t n : powers_of_four()) sizes.insert(n);
  return sizes;
}

std::string how_to_tick(std::uint64_t n) {
  return fmt::format("Run with {} elements. Shift: tick all sizes from the nearest ticked size to this one.",
                     count_text(n));
}

}  // namespace

const std::vector<SizeOffer>& SizeChoice::offers(const AppState& state, const measure::Device* device) {
  const BenchmarkChoice& choice = state.benchmark;
  Key key{device ? device->name + device->platform : "",
          benchmark_choice(state),
          choice.sizes,
          choice.group_size,
          state.op,
          state.type,
          state.exclusive,
          state.pattern_options};
  if (key == key_ && !offers_.empty()) return offers_;
  const auto without_sizes = [](Key some) {
    std::get<2>(some).clear();
    return some;
  };
  // The check is not repeated if only the ticked sizes have changed, because this does not change
  // which sizes fit.
  if (offers_.empty() || without_sizes(key) != without_sizes(key_))
    misfits_ = find_misfits(state, device, powers_of_four());
  key_ = std::move(key);
  offers_.clear();
  for (const std::uint64_t n : offered_sizes(state)) offers_.push_back(offer(n, state));
  return offers_;
}

SizeOffer SizeChoice::offer(std::uint64_t n, const AppState& state) const {
  SizeOffer offer;
  offer.n = n;
  offer.ticked = std::ranges::find(state.benchmark.sizes, n) != state.benchmark.sizes.end();
  offer.tooltip = how_to_tick(n);
  std::vector<const Misfit*> without;
  for (const Misfit& misfit : misfits_)
    if (misfit.least != 0 && n >= misfit.least) without.push_back(&misfit);
  if (without.empty()) return offer;
  const bool none = without.size() == misfits_.size();
  offer.fit = none ? SizeOffer::Fit::none : SizeOffer::Fit::some;
  offer.tooltip +=
      none ? "\nNo ticked row fits."
           : fmt::format("\n{} of {} ticked rows will be skipped.", without.size(), misfits_.size());
  offer.tooltip += fmt::format(" {}: {}", without.front()->id, without.front()->why);
  return offer;
}

std::vector<std::uint64_t> toggle_size(const std::vector<SizeOffer>& offers, std::uint64_t n,
                                       bool whole_range) {
  std::set<std::uint64_t> sizes;
  std::uint64_t nearest = 0;
  const auto distance = [n](std::uint64_t other) {
    return std::max(n, other) / std::max<std::uint64_t>(1, std::min(n, other));
  };
  for (const SizeOffer& offer : offers) {
    if (!offer.ticked) continue;
    sizes.insert(offer.n);
    if (offer.n != n && (nearest == 0 || distance(offer.n) < distance(nearest))) nearest = offer.n;
  }
  if (whole_range && nearest != 0) {
    for (const SizeOffer& offer : offers)
      if (offer.n >= std::min(n, nearest) && offer.n <= std::max(n, nearest)) sizes.insert(offer.n);
  } else if (sizes.erase(n) == 0) {
    sizes.insert(n);
  }
  return {sizes.begin(), sizes.end()};
}

bool are_all_ticked(const std::vector<SizeOffer>& offers) {
  return std::ranges::all_of(
      offers, [](const SizeOffer& offer) { return offer.ticked || offer.fit == SizeOffer::Fit::none; });
}

std::vector<std::uint64_t> all_that_fit(const std::vector<SizeOffer>& offers) {
  std::vector<std::uint64_t> sizes;
  for (const SizeOffer& offer : offers)
    if (offer.fit != SizeOffer::Fit::none) sizes.push_back(offer.n);
  if (are_all_ticked(offers) && !sizes.empty()) return {sizes.front()};
  return sizes;
}

}  // namespace lockstep::gui
