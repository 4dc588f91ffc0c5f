#include "runtime/objects/byte_set.hpp"

#include <algorithm>

namespace lockstep::runtime {

ByteSet::ByteSet(std::size_t offset, const Box& box, const Triple& region) {
  std::vector<Stretch> rows;
  for (std::size_t z = 0; z < region[2]; ++z)
    for (std::size_t y = 0; y < region[1]; ++y)
      rows.emplace_back(offset + box.row(y, z), offset + box.row(y, z) + region[0]);
  std::ranges::sort(rows);
  for (const Stretch& row : rows) add(row);
}

void ByteSet::add(Stretch stretch) {
  if (stretch.first == stretch.second) return;
  if (!stretches_.empty() && stretches_.back().second >= stretch.first)
    stretches_.back().second = std::max(stretches_.back().second, stretch.second);
  else
    stretches_.push_back(stretch);
}

bool ByteSet::contains(const ByteSet& other) const {
  return std::ranges::all_of(other.stretches_, [&](const Stretch& part) {
    const auto after = std::ranges::upper_bound(stretches_, part.first, {}, &Stretch::first);
    return after != stretches_.begin() && std::prev(after)->second >= part.second;
  });
}

std::optional<ByteSet::Stretch> ByteSet::common(const ByteSet& other) const {
  auto a = stretches_.begin(), b = other.stretches_.begin();
  while (a != stretches_.end() && b != other.stretches_.end()) {
    const Stretch both{std::max(a->first, b->first), std::min(a->second, b->second)};
    if (both.first < both.second) return both;
    if (a->second < b->second)
      ++a;
    else
      ++b;
  }
  return std::nullopt;
}

}  // namespace lockstep::runtime
