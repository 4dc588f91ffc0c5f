// Counters are plain sums, so every operation iterates over the list in metrics.def.
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

Counters& Counters::operator+=(const Counters& other) {
#define M(name, title, unit, explanation) name += other.name;
#include "sim/observers/counters/metrics.def"
#undef M
  return *this;
}

Counters Counters::operator-(const Counters& earlier) const {
  Counters change;
#define M(name, title, unit, explanation) change.name = name - earlier.name;
#include "sim/observers/counters/metrics.def"
#undef M
  return change;
}

Counters Counters::operator*(std::uint64_t times) const {
  Counters product;
#define M(name, title, unit, explanation) product.name = name * times;
#include "sim/observers/counters/metrics.def"
#undef M
  return product;
}

bool holds_for_independent_lanes(std::string_view counter) {
  return counter == "launches" || counter == "work_groups" || counter == "steps" || counter == "work" ||
         counter == "useful_work" || counter == "barriers";
}

double Counters::lane_utilisation() const {
  if (lane_slots == 0) return 1.0;
  return static_cast<double>(active_lanes) / static_cast<double>(lane_slots);
}

}  // namespace lockstep::sim
