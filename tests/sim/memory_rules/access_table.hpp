// An access that owns its addresses, and functions that write its counts as text.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>

#include "sim/memory_rules/access.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {

struct TestAccess {
  AccessKind kind = AccessKind::load;
  std::uint32_t bytes = 4;
  std::uint64_t active = 0xFFFFFFFF;
  std::array<std::uint64_t, kMaxLanes> addresses{};

  WarpAccess view() const { return {.kind = kind, .bytes = bytes, .active = active, .addresses = addresses}; }
};

template <class AddressOf>
TestAccess make_access(AccessKind kind, std::uint32_t bytes, std::uint64_t active, AddressOf address_of) {
  TestAccess access{.kind = kind, .bytes = bytes, .active = active, .addresses = {}};
  for (unsigned lane = 0; lane < kMaxLanes; ++lane)
    access.addresses[lane] = static_cast<std::uint64_t>(address_of(lane));
  return access;
}

inline AccessKind access_kind(const std::string& op) {
  if (op == "ld") return AccessKind::load;
  return op == "st" ? AccessKind::store : AccessKind::atomic;
}

// "2x128+1x32": the number of transactions of each size, the largest size first.
inline std::string sizes_of(const std::vector<Transaction>& transactions, const std::string& unit = "") {
  std::map<std::uint32_t, unsigned, std::greater<>> counts;
  for (const Transaction& transaction : transactions) ++counts[transaction.bytes];
  std::string text;
  for (const auto& [bytes, count] : counts)
    text += (text.empty() ? "" : "+") + std::to_string(count) + "x" + std::to_string(bytes) + unit;
  return text;
}

}  // namespace lockstep::sim
