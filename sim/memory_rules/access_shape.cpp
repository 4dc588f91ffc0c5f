#include "sim/memory_rules/access_shape.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

#include "core/base/vectors.hpp"
#include "sim/memory_rules/wide.hpp"

namespace lockstep::sim {
namespace {

// Number of accesses of an instruction after which the search for shapes may end.
constexpr std::uint64_t kTrials = 64;

// Returns the bits in which the distances of the active lanes differ from the distances of the shape; 0 if
// they are equal.
inline std::uint64_t difference(const AccessShape& shape, const std::uint64_t* addresses, std::uint64_t first,
                                unsigned width) {
  std::uint64_t differs = 0;
  if (width == 32) {
    for (unsigned lane = 0; lane < 32; ++lane)
      differs |= ((addresses[lane] - first) ^ shape.distance[lane]) & shape.mask[lane];
  } else {
    for (unsigned lane = 0; lane < width; ++lane)
      differs |= ((addresses[lane] - first) ^ shape.distance[lane]) & shape.mask[lane];
  }
  return differs;
}

using Difference = std::uint64_t (*)(const AccessShape&, const std::uint64_t*, std::uint64_t, unsigned);

#if LOCKSTEP_HAS_WIDE
[[LOCKSTEP_AVX2]] std::uint64_t difference_avx2(const AccessShape& shape, const std::uint64_t* addresses,
                                                std::uint64_t first, unsigned width) {
  return difference(shape, addresses, first, width);
}
[[LOCKSTEP_AVX512]] std::uint64_t difference_avx512(const AccessShape& shape, const std::uint64_t* addresses,
                                                    std::uint64_t first, unsigned width) {
  return difference(shape, addresses, first, width);
}
#endif

Difference choose_difference() {
#if LOCKSTEP_HAS_WIDE
  if (vectors_here() == Vectors::avx512) return difference_avx512;
  if (vectors_here() == Vectors::avx2) return difference_avx2;
#endif
  return difference;
}

const Difference kDifference = choose_difference();

void find_stretches(AccessShape& shape) {
  std::uint32_t count = 0;
  LaneStretch* last = nullptr;
  unsigned before = kMaxLanes;
  for_each_lane(shape.active, [&](unsigned lane) {
    const auto distance = static_cast<std::int64_t>(shape.distance[lane]);
    if (last != nullptr && lane == before + 1 && count <= AccessShape::kMaxStretches) {
      const std::int64_t step = distance - static_cast<std::int64_t>(shape.distance[before]);
      const bool is_next = step == shape.bytes, is_same = step == 0;
      if (last->count == 1 ? is_next || is_same : (last->is_same ? is_same : is_next)) {
        last->is_same = is_same;
        ++last->count;
        before = lane;
        return;
      }
    }
    if (count < AccessShape::kMaxStretches) {
      last = &shape.stretches[count];
      *last = {static_cast<std::uint8_t>(lane), 1, false, distance};
    }
    ++count;
    before = lane;
  });
  shape.stretch_count = count <= AccessShape::kMaxStretches ? count : 0;
}

void fill(AccessShape& shape, const std::uint64_t* addresses, std::uint64_t first) {
  static std::atomic<std::uint64_t> numbers{1};
  shape.number = numbers.fetch_add(1, std::memory_order_relaxed);
  shape.distance.fill(0);
  shape.mask.fill(0);
  shape.lowest = shape.highest = 0;
  shape.low_bits = 0;
  for_each_lane(shape.active, [&](unsigned lane) {
    const std::uint64_t distance = addresses[lane] - first;
    shape.distance[lane] = distance;
    shape.mask[lane] = ~std::uint64_t{0};
    shape.lowest = std::min(shape.lowest, static_cast<std::int64_t>(distance));
    shape.highest = std::max(shape.highest, static_cast<std::int64_t>(distance));
    shape.low_bits |= distance;
  });
  find_stretches(shape);
}

}  // namespace

void ShapeTable::reset(std::size_t instructions) {
  entries_.clear();
  entries_.resize(instructions);
}

AccessShape& ShapeTable::make(Entry& entry, std::size_t slot) {
  if (entry.shapes.empty()) entry.shapes.resize(std::size_t{1} << kShapeBits);
  const bool is_taken = entry.shapes[slot] != nullptr;
  auto& place =
      entry
          .shapes[is_taken && (entry.shapes[slot ^ 1] == nullptr || entry.missed % 2 == 0) ? slot ^ 1 : slot];
  if (!place) place = std::make_unique<AccessShape>();
  place->place = static_cast<std::uint32_t>(&place - entry.shapes.data());
  return *place;
}

const AccessShape* ShapeTable::find(std::size_t instruction, const std::uint64_t* addresses,
                                    std::uint64_t active, unsigned width, std::uint32_t bytes) {
  Entry& entry = entries_[instruction];
  if (entry.is_hopeless) return nullptr;
  const std::uint64_t first = addresses[std::countr_zero(active)];
  const std::uint64_t span = addresses[63 - std::countl_zero(active)] - first;
  const std::uint64_t mixed = active * 0x9E3779B97F4A7C15u ^ span * 0xBF58476D1CE4E5B9u;
  const std::size_t slot = (mixed ^ mixed >> 29) * 0x94D049BB133111EBu >> (64 - kShapeBits);
  for (const std::size_t at : {slot, slot ^ 1}) {
    if (entry.shapes.empty()) break;
    const AccessShape* shape = entry.shapes[at].get();
    if (shape == nullptr || shape->active != active || shape->bytes != bytes ||
        kDifference(*shape, addresses, first, width) != 0)
      continue;
    ++entry.found;
    return shape;
  }
  if (++entry.missed > kTrials && entry.missed > entry.found / 2) {
    entry.is_hopeless = true;
    return nullptr;
  }
  AccessShape& shape = make(entry, slot);
  shape.active = active;
  shape.bytes = bytes;
  shape.place |= static_cast<std::uint32_t>(instruction << kShapeBits);
  fill(shape, addresses, first);
  return &shape;
}

}  // namespace lockstep::sim
