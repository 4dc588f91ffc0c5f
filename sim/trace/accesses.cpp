#include "sim/trace/accesses.hpp"

#include <algorithm>
#include <bit>

#include "sim/memory_rules/access.hpp"

namespace lockstep::sim {
namespace {

constexpr int kWordBits = 16;
constexpr std::int64_t kWordsOfAddress = 4;

// Finds a constant distance between neighbouring lanes that gives all addresses. Returns false if there is no
// such distance.
bool find_distance(const WarpAccess& access, std::int64_t& distance) {
  const auto lowest = static_cast<unsigned>(std::countr_zero(access.active));
  const std::uint64_t others = access.active & (access.active - 1);
  distance = 0;
  if (others == 0) return true;
  const auto next = static_cast<unsigned>(std::countr_zero(others));
  const auto apart = static_cast<std::int64_t>(access.addresses[next] - access.addresses[lowest]);
  const auto lanes = static_cast<std::int64_t>(next - lowest);
  if (apart % lanes != 0) return false;
  distance = apart / lanes;
  bool regular = true;
  for_each_lane(others, [&](unsigned lane) {
    const auto steps = static_cast<std::uint64_t>(lane - lowest);
    regular &=
        access.addresses[lane] == access.addresses[lowest] + steps * static_cast<std::uint64_t>(distance);
  });
  return regular;
}

}  // namespace

void AccessLog::add(std::uint64_t position, const ObservedAccess& observed) {
  const WarpAccess access = observed.demand();
  if (access.active == 0) return;
  Entry entry;
  entry.position = static_cast<std::uint32_t>(position);
  Shape shape;
  shape.lanes = access.active;
  shape.denied = observed.denied;
  shape.bytes = access.bytes;
  shape.space = observed.space;
  shape.kind = access.kind;
  shape.irregular = !find_distance(access, shape.distance);
  entry.first = access.addresses[static_cast<unsigned>(std::countr_zero(access.active))];
  if (shape.irregular) add_irregular(entry, shape, access);
  entry.shape = shapes_.add(shape);
  entries_.push_back(entry);
}

void AccessLog::add_irregular(Entry& entry, Shape& shape, const WarpAccess& access) {
  std::uint64_t lowest = UINT64_MAX, highest = 0;
  for_each_lane(access.active, [&](unsigned lane) {
    lowest = std::min(lowest, access.addresses[lane]);
    highest = std::max(highest, access.addresses[lane]);
  });
  const std::int64_t words = (std::bit_width(highest - lowest) + kWordBits - 1) / kWordBits;
  const auto push = [&](std::uint64_t value, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
      distances_.push_back(static_cast<std::uint16_t>(value >> (i * kWordBits)));
  };
  shape.distance = words;
  entry.first = distances_.size();
  push(lowest, kWordsOfAddress);
  for_each_lane(access.active, [&](unsigned lane) { push(access.addresses[lane] - lowest, words); });
}

std::uint64_t AccessLog::read_words(std::uint64_t& next, std::int64_t words) const {
  std::uint64_t value = 0;
  for (std::int64_t i = 0; i < words; ++i) value |= std::uint64_t{distances_[next++]} << (i * kWordBits);
  return value;
}

void AccessLog::expand(const Entry& entry, const Shape& shape,
                       std::array<std::uint64_t, kMaxLanes>& addresses) const {
  std::uint64_t next = entry.first;
  if (shape.irregular) {
    const std::uint64_t lowest = read_words(next, kWordsOfAddress);
    for_each_lane(shape.lanes,
                  [&](unsigned lane) { addresses[lane] = lowest + read_words(next, shape.distance); });
    return;
  }
  const auto first = static_cast<unsigned>(std::countr_zero(shape.lanes));
  for_each_lane(shape.lanes, [&](unsigned lane) {
    addresses[lane] = entry.first + (lane - first) * static_cast<std::uint64_t>(shape.distance);
  });
}

AccessDetail detail_of(const DeviceModel& model, const ObservedAccess& observed) {
  const WarpAccess access = observed.demand();
  AccessDetail detail;
  detail.space = observed.space;
  detail.kind = access.kind;
  detail.bytes = access.bytes;
  detail.lanes = access.active;
  detail.denied = observed.denied;
  detail.addresses.assign(access.addresses.begin(), access.addresses.begin() + model.warp_width);
  if (observed.space == Space::global) {
    detail.transactions = global_transactions(model, access);
    detail.global = global_cost(model, access);
  }
  if (observed.space == Space::local) {
    detail.passes = local_passes(model, access);
    detail.local = local_cost(model, access);
  }
  if (observed.space == Space::constant) {
    detail.passes = constant_passes(model, access);
    detail.constant = constant_cost(model, access);
  }
  return detail;
}

}  // namespace lockstep::sim
