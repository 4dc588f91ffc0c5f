#include "sim/frontend/preprocess/macro.hpp"

#include <algorithm>
#include <iterator>

namespace lockstep::sim::language {

std::uint32_t HideSets::find(Names names) {
  const auto [place, is_new] =
      numbers_.try_emplace(std::move(names), static_cast<std::uint32_t>(sets_.size()));
  if (is_new) sets_.push_back(&place->first);
  return place->second;
}

bool HideSets::contains(std::uint32_t set, std::string_view macro) const {
  return std::ranges::binary_search(*sets_[set], macro);
}

std::uint32_t HideSets::with(std::uint32_t set, std::string_view macro) {
  Names names = *sets_[set];
  const auto place = std::ranges::lower_bound(names, macro);
  if (place == names.end() || *place != macro) names.insert(place, macro);
  return find(std::move(names));
}

std::uint32_t HideSets::unite(std::uint32_t a, std::uint32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  const auto known = unions_.find({a, b});
  if (known != unions_.end()) return known->second;
  Names names;
  std::ranges::set_union(*sets_[a], *sets_[b], std::back_inserter(names));
  return unions_[{a, b}] = find(std::move(names));
}

std::uint32_t HideSets::intersect(std::uint32_t a, std::uint32_t b) {
  if (a == b) return a;
  if (a == 0 || b == 0) return 0;
  Names names;
  std::ranges::set_intersection(*sets_[a], *sets_[b], std::back_inserter(names));
  return find(std::move(names));
}

}  // namespace lockstep::sim::language
