#include "sim/trace/accesses.hpp"

#include <bit>

#include "sim/memory/access.hpp"

namespace lockstep::sim {
namespace {

// The distance from one lane to the next that explains all addresses, or none.
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
  Entry& entry = entries_.emplace_back();
  entry.position = position;
  entry.lanes = access.active;
  entry.denied = observed.denied;
  entry.bytes = access.bytes;
  entry.space = observed.space;
  entry.kind = access.kind;
  entry.irregular = !find_distance(access, entry.distance);
  entry.first = access.addresses[static_cast<unsigned>(std::countr_zero(access.active))];
  if (!entry.irregular) return;
  entry.first = addresses_.size();
  for_each_lane(access.active, [&](unsigned lane) { addresses_.push_back(access.addresses[lane]); });
}

void AccessLog::expand(const Entry& entry, std::array<std::uint64_t, kMaxLanes>& addresses) const {
  const auto lowest = static_cast<unsigned>(std::countr_zero(entry.lanes));
  std::uint64_t next = entry.first;
  for_each_lane(entry.lanes, [&](unsigned lane) {
    addresses[lane] = entry.irregular
                          ? addresses_[next++]
                          : entry.first + (lane - lowest) * static_cast<std::uint64_t>(entry.distance);
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
