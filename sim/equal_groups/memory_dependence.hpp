// Records for each byte of a work-group's memory (local memory, or the private memory of its lanes) how the
// value depends on the number of the work-group.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/equal_groups/dependence.hpp"

namespace lockstep::sim {

class MemoryDependence {
 public:
  void clear(std::size_t bytes);  // after this call, no value depends on the number
  Dependence load(std::uint64_t place, std::size_t bytes) const;
  void store(std::uint64_t place, std::size_t bytes, const Dependence& value);

 private:
  std::uint16_t number_of(const Dependence& value);

  std::vector<std::uint16_t> numbers_;                  // for each byte, an index into kinds_
  std::vector<Dependence> kinds_{Dependence{}, kData};  // from index 2 on: of aligned values
};

}  // namespace lockstep::sim
