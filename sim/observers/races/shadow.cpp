#include "sim/observers/races/shadow.hpp"

namespace lockstep::sim {
void RaceShadow::reset(std::uint64_t bytes) {
  pages_.clear();
  pages_.resize((bytes + kPageBytes - 1) / kPageBytes);
}

// Each byte inherits what is known about its word.
void RaceShadow::Page::split() {
  unit = 1;
  const auto byte_of = [](RaceEntry entry, unsigned k) {
    entry.value = (entry.value >> (8 * k)) & 0xFF;
    return entry;
  };
  for (auto& words : slots) {
    std::vector<RaceSlots> bytes(words.size() * 4);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const RaceSlots& word = words[i / 4];
      const auto k = static_cast<unsigned>(i % 4);
      bytes[i] = {byte_of(word.latest, k), byte_of(word.second, k), byte_of(word.other_sub_group, k),
                  byte_of(word.other_group, k)};
    }
    words = std::move(bytes);
  }
}

}  // namespace lockstep::sim
