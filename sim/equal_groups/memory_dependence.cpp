#include "sim/equal_groups/memory_dependence.hpp"

#include <algorithm>

namespace lockstep::sim {
namespace {

constexpr std::uint16_t kNone = 0, kOfData = 1;
constexpr std::size_t kMaxKinds = 4096;

Dependence in_some_way(std::size_t bytes) {
  Dependence r;
  r.factor = {0, 0, 0};
  r.bytes = static_cast<std::uint8_t>(bytes);
  return r;
}

}  // namespace

void MemoryDependence::clear(std::size_t bytes) {
  numbers_.assign(bytes, kNone);
  kinds_.resize(2);
}

std::uint16_t MemoryDependence::number_of(const Dependence& value) {
  if (value.is_none()) return kNone;
  if (value.is_data) return kOfData;
  const auto found = std::ranges::find(kinds_.rbegin(), kinds_.rend(), value);
  if (found != kinds_.rend()) return static_cast<std::uint16_t>(kinds_.rend() - found - 1);
  if (kinds_.size() == kMaxKinds) return kOfData;  // treated as unknown
  kinds_.push_back(value);
  return static_cast<std::uint16_t>(kinds_.size() - 1);
}

Dependence MemoryDependence::load(std::uint64_t place, std::size_t bytes) const {
  const auto* first = numbers_.data() + place;
  if (std::all_of(first, first + bytes, [&](std::uint16_t number) { return number == *first; })) {
    const Dependence& kind = kinds_[*first];
    return kind.bytes == 0 || (kind.bytes == bytes && place % bytes == 0) ? kind : in_some_way(bytes);
  }
  return std::find(first, first + bytes, kOfData) != first + bytes ? kData : in_some_way(bytes);
}

void MemoryDependence::store(std::uint64_t place, std::size_t bytes, const Dependence& value) {
  const Dependence kept = value.bytes == 0 || place % bytes == 0 ? value : in_some_way(bytes);
  std::fill_n(numbers_.begin() + static_cast<std::ptrdiff_t>(place), bytes, number_of(kept));
}

}  // namespace lockstep::sim
