// One number for everything that a position's state consists of. Two ways to the same position must give the
// same number; it is for comparing within one run of the program, never stored.
#include <bit>

#include "sim/trace/trace.hpp"

namespace lockstep::sim {

namespace {

class Hasher {
 public:
  void add(std::uint64_t value) {
    hash_ = std::rotl(hash_ ^ (value * 0x9E3779B97F4A7C15u), 29) * 0xBF58476D1CE4E5B9u;
  }
  template <class T>
  void add(const std::vector<T>& values) {
    add(values.size());
    for (const T& value : values) add(value);
  }
  std::uint64_t value() const { return hash_ ^ (hash_ >> 31); }

 private:
  std::uint64_t hash_ = 0x2545F4914F6CDD1Du;
};

}  // namespace

std::uint64_t TraceState::hash() const {
  Hasher hasher;
  hasher.add(position);
  hasher.add(lockstep::sim::hash(machine));
  hasher.add(buffer_provenance);
  hasher.add(local_provenance);
  hasher.add(register_provenance);
  hasher.add(private_provenance);
  hasher.add(input_lanes);
  hasher.add(clocks);
  hasher.add(launch_start);
  hasher.add(next_id);
#define M(name, title, unit, explanation) hasher.add(counters.name);
#include "sim/observers/metrics.def"
#undef M
  return hasher.value();
}

}  // namespace lockstep::sim
