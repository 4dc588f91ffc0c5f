// Values without any input that operations combine with values of inputs: the 1 of x + 1, an index, a size.
// They do not depend on the inputs. If such a value changes with the inputs, the inputs have influenced it
// without the followed operations: through pointers, comparisons or branches.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace lockstep::sim {

class OutsideValues {
 public:
  struct Place {
    std::uint32_t launch = 0, pc = 0;
  };
  bool empty() const { return values_.empty(); }
  void note(const Place& place, std::uint32_t item, std::uint64_t bits);
  // The first place at which the same run with other inputs has other values.
  std::optional<Place> changed_in(const OutsideValues& other) const;

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 20;  // the first values of the run, in order
  std::map<std::array<std::uint32_t, 3>, std::vector<std::uint64_t>> values_;  // by launch, pc and work-item
  std::size_t count_ = 0;
};

}  // namespace lockstep::sim
