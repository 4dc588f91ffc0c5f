// The memory accesses of a run, small enough to keep: lanes mostly touch addresses at one distance from each
// other, and then the first and the distance say all. What they cost on another device model is counted from
// these.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/machine/observer.hpp"
#include "sim/memory/access.hpp"

namespace lockstep::sim {

class AccessLog {
 public:
  // To be called in order of positions. Only global and local accesses are kept.
  void add(std::uint64_t position, const ObservedAccess& observed);
  std::size_t size() const { return entries_.size(); }

  // f(position, ObservedAccess), in order.
  template <class F>
  void each(F f) const {
    std::array<std::uint64_t, kMaxLanes> addresses{};
    for (const Entry& entry : entries_) {
      expand(entry, addresses);
      f(entry.position,
        ObservedAccess{entry.space, {entry.kind, entry.bytes, entry.active, std::span(addresses)}});
    }
  }

 private:
  struct Entry {
    std::uint64_t position = 0;
    std::uint64_t active = 0;
    std::uint64_t first = 0;    // address of the lowest active lane; irregular: its place in addresses_
    std::int64_t distance = 0;  // from one lane to the next
    std::uint32_t bytes = 4;
    Space space = Space::global;
    AccessKind kind = AccessKind::load;
    bool irregular = false;
  };
  void expand(const Entry& entry, std::array<std::uint64_t, kMaxLanes>& addresses) const;

  std::vector<Entry> entries_;
  std::vector<std::uint64_t> addresses_;  // of irregular entries, by active lane
};

}  // namespace lockstep::sim
