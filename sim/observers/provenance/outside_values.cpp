#include "sim/observers/provenance/outside_values.hpp"

#include <algorithm>

namespace lockstep::sim {

void OutsideValues::note(const Place& place, std::uint32_t item, std::uint64_t bits) {
  if (count_ == kMost) return;
  values_[{place.launch, place.pc, item}].push_back(bits);
  ++count_;
}

// The number of times that a work-item reaches a place may depend on the inputs, so only the first values
// are compared.
std::optional<OutsideValues::Place> OutsideValues::changed_in(const OutsideValues& other) const {
  for (const auto& [place, values] : values_) {
    const auto found = other.values_.find(place);
    if (found == other.values_.end()) continue;
    const auto common = static_cast<std::ptrdiff_t>(std::min(values.size(), found->second.size()));
    if (!std::equal(values.begin(), values.begin() + common, found->second.begin()))
      return Place{place[0], place[1]};
  }
  return std::nullopt;
}

}  // namespace lockstep::sim
