#include "sim/memory_rules/bank_conflicts.hpp"

#include "sim/memory_rules/access.hpp"

namespace lockstep::sim {
namespace {

// How addresses map to banks. An aligned word that is as wide as several banks accesses all these banks, so
// `slots` is the number of banks in units of the access width. Two addresses in the same slot conflict if
// their keys differ.
struct BankMap {
  int slot_shift = 2;
  std::uint64_t slots = 32;
  int key_shift = 2;

  BankMap(const LocalRule& rule, const WordInstruction& instruction) {
    const std::uint32_t word = std::max(instruction.width, rule.bank_bytes);
    slot_shift = std::countr_zero(word);
    slots = std::uint64_t{rule.banks} * rule.bank_bytes / word;
    key_shift = std::countr_zero(rule.row_bytes != 0 ? rule.row_bytes : word);
  }
  std::size_t slot(std::uint64_t address) const { return (address >> slot_shift) % slots; }
  std::uint64_t key(std::uint64_t address) const { return address >> key_shift; }
};

// Returns whether all words are within one row of the banks, so that no two different words are in the
// same bank.
bool within_one_row(const BankMap& map, const WordInstruction& instruction, std::uint64_t lanes) {
  std::uint64_t lowest = ~0ULL;
  std::uint64_t highest = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    const std::uint64_t word = instruction.address(lane) >> map.slot_shift;
    lowest = std::min(lowest, word);
    highest = std::max(highest, word);
  });
  return highest - lowest < map.slots;
}

bool each_in_its_own_bank(const BankMap& map, const WordInstruction& instruction, std::uint64_t lanes) {
  std::uint64_t busy = 0;
  for_each_lane(lanes, [&](unsigned lane) { busy |= 1ULL << map.slot(instruction.address(lane)); });
  return std::popcount(busy) == std::popcount(lanes);
}

constexpr std::uint8_t kNone = 0xFF;

// For each slot, the lanes that started a new pass, as a linked list.
struct Chains {
  std::array<std::uint8_t, kMaxLanes> first;
  std::array<std::uint8_t, kMaxLanes> next;
  Chains() { first.fill(kNone); }
};

// Assigns lanes to passes, each of which serves one word of each bank and all lanes that access this word.
void serve_distinct_words(const BankMap& map, const WordInstruction& instruction, std::uint64_t lanes,
                          GroupPasses& passes) {
  Chains chains;
  for_each_lane(lanes, [&](unsigned lane) {
    const std::uint64_t address = instruction.address(lane);
    std::uint8_t* link = &chains.first[map.slot(address)];
    unsigned pass = 0;
    while (*link != kNone && map.key(instruction.address(*link)) != map.key(address)) {
      link = &chains.next[*link];
      ++pass;
    }
    if (*link == kNone) {
      *link = static_cast<std::uint8_t>(lane);
      chains.next[lane] = kNone;
    }
    passes.pass_of[lane] = static_cast<std::uint8_t>(pass);
    passes.count = std::max(passes.count, pass + 1);
  });
}

// Assigns the lanes of an atomic function to passes. Each pass serves one lane of each bank, because lanes
// that access the same word are serialised.
void serve_single_lanes(const BankMap& map, const WordInstruction& instruction, std::uint64_t lanes,
                        GroupPasses& passes) {
  std::array<std::uint8_t, kMaxLanes> served{};
  for_each_lane(lanes, [&](unsigned lane) {
    const unsigned pass = served[map.slot(instruction.address(lane))]++;
    passes.pass_of[lane] = static_cast<std::uint8_t>(pass);
    passes.count = std::max(passes.count, pass + 1);
  });
}

// Returns the lanes that access the broadcast word. It is not specified which word the hardware chooses; as
// in GPGPU-Sim, it is a word in the lowest bank in which several lanes access the same word.
std::uint64_t broadcast_lanes(const BankMap& map, const WordInstruction& instruction, std::uint64_t pending) {
  std::uint64_t best = pending & (~pending + 1);
  std::size_t best_slot = map.slots;
  for_each_lane(pending, [&](unsigned lane) {
    const std::uint64_t address = instruction.address(lane);
    if (map.slot(address) >= best_slot) return;
    std::uint64_t sharing = 0;
    for_each_lane(pending, [&](unsigned other) {
      if (map.key(instruction.address(other)) == map.key(address)) sharing |= lane_bit(other);
    });
    if (std::popcount(sharing) < 2) return;
    best = sharing;
    best_slot = map.slot(address);
  });
  return best;
}

// Assigns lanes to passes on cc1.x: each pass serves all lanes that access the broadcast word, and a single
// lane of every other bank.
void serve_one_broadcast(const BankMap& map, const WordInstruction& instruction, std::uint64_t lanes,
                         GroupPasses& passes) {
  for (std::uint64_t pending = lanes; pending != 0; ++passes.count) {
    std::uint64_t served = broadcast_lanes(map, instruction, pending);
    std::uint64_t busy = 1ULL << map.slot(instruction.address(lowest_lane(served)));
    for_each_lane(pending & ~served, [&](unsigned lane) {
      const std::uint64_t bank = 1ULL << map.slot(instruction.address(lane));
      if ((busy & bank) == 0) served |= lane_bit(lane);
      busy |= bank;
    });
    for_each_lane(served,
                  [&](unsigned lane) { passes.pass_of[lane] = static_cast<std::uint8_t>(passes.count); });
    pending &= ~served;
  }
}

void serve(const LocalRule& rule, const BankMap& map, const WordInstruction& instruction, std::uint64_t lanes,
           GroupPasses& passes) {
  if (instruction.kind == AccessKind::atomic) return serve_single_lanes(map, instruction, lanes, passes);
  if (rule.broadcasts_one_word) return serve_one_broadcast(map, instruction, lanes, passes);
  serve_distinct_words(map, instruction, lanes, passes);
}

bool needs_serial_quarters(const LocalRule& rule, const WordInstruction& instruction) {
  return rule.serial_quarters && instruction.width == 16;
}

// Assigns the lanes of a half-warp to passes if its two quarters are serialised. The half-warp takes one pass
// more than the quarter that takes the most passes. The second quarter is served in the last passes.
void serve_quarters(const LocalRule& rule, const BankMap& map, const WordInstruction& instruction,
                    std::uint64_t lanes, GroupPasses& passes) {
  const unsigned quarter = lanes_a_group(rule, instruction) / 2;
  const std::uint64_t upper =
      lanes & lane_range(lowest_lane(lanes) / (2 * quarter) * (2 * quarter) + quarter, quarter);
  GroupPasses first;
  GroupPasses second;
  serve(rule, map, instruction, lanes & ~upper, first);
  serve(rule, map, instruction, upper, second);
  passes.count = 1 + std::max(first.count, second.count);
  for_each_lane(lanes & ~upper, [&](unsigned lane) { passes.pass_of[lane] = first.pass_of[lane]; });
  const auto later = static_cast<std::uint8_t>(passes.count - second.count);
  for_each_lane(upper, [&](unsigned lane) {
    passes.pass_of[lane] = static_cast<std::uint8_t>(second.pass_of[lane] + later);
  });
}

// Returns whether neighbouring lanes agree: for x = 1 or for x = 2, and for all active lanes, lane ^ x is
// inactive or has the same address as the lane.
bool neighbours_agree(const WordInstruction& instruction) {
  const auto agree = [&](unsigned x) {
    bool all = true;
    for_each_lane(instruction.active, [&](unsigned lane) {
      const unsigned other = lane ^ x;
      const bool active = (instruction.active & lane_bit(other)) != 0;
      all = all && (!active || instruction.address(other) == instruction.address(lane));
    });
    return all;
  };
  return agree(1) || agree(2);
}

// Returns whether a fast check shows that one pass serves all lanes. No lanes are assigned to passes.
bool serves_in_one_pass(const LocalRule& rule, const WordInstruction& instruction, std::uint64_t lanes) {
  if (needs_serial_quarters(rule, instruction)) return false;
  const BankMap map(rule, instruction);
  if (instruction.kind == AccessKind::atomic || rule.broadcasts_one_word)
    return each_in_its_own_bank(map, instruction, lanes);
  return within_one_row(map, instruction, lanes);
}

}  // namespace

unsigned lanes_a_group(const LocalRule& rule, const WordInstruction& instruction) {
  const unsigned pass_bytes = std::max(rule.row_bytes, rule.banks * rule.bank_bytes);
  const unsigned lanes = std::min(rule.lanes_per_access, pass_bytes / instruction.width);
  if (needs_serial_quarters(rule, instruction)) return 2 * lanes;
  const bool may_merge = rule.wide == LocalRule::Wide::merging && lanes < rule.lanes_per_access &&
                         instruction.kind == AccessKind::load;
  return may_merge && neighbours_agree(instruction) ? 2 * lanes : lanes;
}

GroupPasses assign_passes(const LocalRule& rule, const WordInstruction& instruction, std::uint64_t lanes) {
  const BankMap map(rule, instruction);
  GroupPasses passes;
  if (needs_serial_quarters(rule, instruction))
    serve_quarters(rule, map, instruction, lanes, passes);
  else
    serve(rule, map, instruction, lanes, passes);
  return passes;
}

unsigned passes_of_group(const LocalRule& rule, const WordInstruction& instruction, std::uint64_t lanes) {
  if (serves_in_one_pass(rule, instruction, lanes)) return 1;
  return assign_passes(rule, instruction, lanes).count;
}

// The functions for local memory, which add up the passes of all groups of an access for the counters, or
// list them for the figures.

LocalCost local_cost(const DeviceModel& model, const WarpAccess& access) {
  const InstructionList instructions = instructions_of(access);
  LocalCost cost;
  for (std::uint32_t i = 0; i < instructions.count; ++i)
    for_each_local_group(model.local, instructions[i], [&](const WordInstruction& part, std::uint64_t lanes) {
      const unsigned passes = passes_of_group(model.local, part, lanes);
      cost.wavefronts += passes;
      cost.minimum += 1;
      cost.degree = std::max(cost.degree, passes);
    });
  return cost;
}

std::vector<LocalPass> local_passes(const DeviceModel& model, const WarpAccess& access) {
  const InstructionList instructions = instructions_of(access);
  std::vector<LocalPass> all;
  for (std::uint32_t i = 0; i < instructions.count; ++i)
    for_each_local_group(model.local, instructions[i], [&](const WordInstruction& part, std::uint64_t lanes) {
      const GroupPasses group = assign_passes(model.local, part, lanes);
      const std::size_t first = all.size();
      all.resize(first + group.count);
      for_each_lane(lanes, [&](unsigned lane) { all[first + group.pass_of[lane]].lanes |= lane_bit(lane); });
    });
  return all;
}

}  // namespace lockstep::sim
