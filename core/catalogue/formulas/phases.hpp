// The steps that an algorithm's kernel executes, with the number of work-items that apply ⊕ in each step: p₁,
// p₂ … p_T with W = p₁ + p₂ + … + p_T. These numbers determine T, W and, by Brent's theorem, the time on
// fewer processors.
#pragma once

#include <cstdint>
#include <vector>

namespace lockstep {

// `steps` consecutive steps. In the first step `active` work-items apply ⊕ once each; in each further step
// there are `fewer` fewer work-items.
struct Phase {
  std::uint64_t active = 0;
  std::uint64_t steps = 1;
  std::uint64_t fewer = 0;  // 0 or 1
  bool operator==(const Phase&) const = default;
};

class Phases {
 public:
  // Adds `steps` equal steps. Steps without an active work-item do not count.
  void add(std::uint64_t active, std::uint64_t steps = 1);
  void add(const Phase& phase);
  // Adds steps with active, active / 2 … 1 work-items in each of `blocks` blocks: the tree over 2 ·
  // active values.
  void add_tree(std::uint64_t active, std::uint64_t blocks);
  // Distributes `count` units of work in turn among `items` work-items, with `steps` steps for each unit.
  void add_shares(std::uint64_t count, std::uint64_t items, std::uint64_t steps = 1);

  std::uint64_t steps() const;
  std::uint64_t work() const;
  // Returns the number of steps on p processors. Step i takes ⌈pᵢ / p⌉ steps, because each processor executes
  // several work-items one after another.
  std::uint64_t steps_on(std::uint64_t processors) const;
  std::uint64_t most_active() const;
  const std::vector<Phase>& list() const { return list_; }
  bool operator==(const Phases&) const = default;

 private:
  std::vector<Phase> list_;
};

}  // namespace lockstep
