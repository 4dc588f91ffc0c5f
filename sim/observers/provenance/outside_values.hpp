// Records values without any input that operations combine with values that contain inputs, such as the 1
// of x + 1, an index, or a size. These values should not depend on the inputs. If such a value changes
// when the inputs change, the inputs have influenced it through pointers, comparisons or branches, which
// are not followed.
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
  // Returns the first place at which the same run with other inputs has other values.
  std::optional<Place> changed_in(const OutsideValues& other) const;

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 20;  // the first values of the run, in order
  std::map<std::array<std::uint32_t, 3>, std::vector<std::uint64_t>> values_;  // by launch, pc and work-item
  std::size_t count_ = 0;
};

}  // namespace lockstep::sim
