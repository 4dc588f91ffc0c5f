// The time of accesses, which the race detector uses. Time is a number that increases at every barrier,
// release, asynchronous copy and work-group, and when a group that waited for another continues, so each time
// belongs to one group.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace lockstep::sim {

// The two memories that barriers and fences order separately. The values are also the bit numbers in the
// flags of barriers and fences.
enum class OrderedMemory : std::uint8_t { local, global };
inline constexpr std::array kOrderedMemories{OrderedMemory::local, OrderedMemory::global};
constexpr std::size_t index_of(OrderedMemory memory) { return static_cast<std::size_t>(memory); }
constexpr bool is_in(OrderedMemory memory, std::int64_t flags) {
  return (flags >> index_of(memory) & 1) != 0;
}

// The work-item, time and instruction of an access. Eight bytes, because each word of memory has an entry.
struct RaceEntry {
  static constexpr unsigned kItemBits = 14;
  static constexpr std::uint32_t kSites = 1u << (32 - kItemBits);

  std::uint32_t time = 0;  // 0: no access
  std::uint32_t who = 0;

  static RaceEntry make(std::uint32_t time, std::uint32_t item, std::uint32_t site) {
    return {time, site << kItemBits | item};
  }
  std::uint32_t item() const { return who & ((1u << kItemBits) - 1); }  // in its group or kFirstCopy + …
  std::uint32_t site() const { return who >> kItemBits; }               // the instruction
};

// Asynchronous copies count as separate work-items, numbered after those of the group. The detector does not
// search for races in larger groups, which no device supports.
inline constexpr std::uint32_t kFirstCopy = 8192;
inline constexpr std::uint32_t kCopies = (1u << RaceEntry::kItemBits) - kFirstCopy;

struct RaceClock {
  std::uint32_t now = 1;
  std::uint32_t launch_begin = 1;
  std::uint32_t group_begin = 1;
  std::uint32_t continued = 1;  // the time at which the running group began or last continued
  std::uint32_t turn = 0;       // number of groups of the launch that began before it
  // By memory: the latest barrier of the group that orders this memory, and the latest such barrier of
  // each sub-group.
  std::array<std::uint32_t, 2> barrier{1, 1};
  std::array<std::vector<std::uint32_t>, 2> sub_group_barrier;
};

}  // namespace lockstep::sim
