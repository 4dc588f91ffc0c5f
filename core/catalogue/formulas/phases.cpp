#include "core/catalogue/formulas/phases.hpp"

#include <algorithm>

namespace lockstep {
namespace {

constexpr std::uint64_t up_to(std::uint64_t last) { return last * (last + 1) / 2; }

// ⌈1 / p⌉ + ⌈2 / p⌉ + … + ⌈last / p⌉
constexpr std::uint64_t shares_up_to(std::uint64_t last, std::uint64_t p) {
  const std::uint64_t whole = last / p;
  return p * up_to(whole) + last % p * (whole + 1);
}

}  // namespace

void Phases::add(std::uint64_t active, std::uint64_t steps) { add(Phase{active, steps, 0}); }

void Phases::add(const Phase& phase) {
  if (phase.active > 0 && phase.steps > 0) list_.push_back(phase);
}

void Phases::add_tree(std::uint64_t active, std::uint64_t blocks) {
  for (; active > 0; active /= 2) add(active * blocks);
}

void Phases::add_shares(std::uint64_t count, std::uint64_t items, std::uint64_t steps) {
  add(items, count / items * steps);
  add(count % items, steps);
}

std::uint64_t Phases::steps() const {
  std::uint64_t sum = 0;
  for (const Phase& phase : list_) sum += phase.steps;
  return sum;
}

std::uint64_t Phases::work() const { return steps_on(1); }

std::uint64_t Phases::steps_on(std::uint64_t processors) const {
  std::uint64_t sum = 0;
  for (const Phase& phase : list_)
    sum += phase.fewer == 0 ? phase.steps * ((phase.active + processors - 1) / processors)
                            : shares_up_to(phase.active, processors) -
                                  shares_up_to(phase.active - phase.steps, processors);
  return sum;
}

std::uint64_t Phases::most_active() const {
  std::uint64_t most = 0;
  for (const Phase& phase : list_) most = std::max(most, phase.active);
  return most;
}

}  // namespace lockstep
