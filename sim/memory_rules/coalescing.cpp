// Converts one instruction of a warp into transactions of global memory. Each rule is written once, as a
// function that passes every transaction to `emit`. The counters add the transactions up, and the figures
// keep them.
#include "sim/memory_rules/access.hpp"
#include "sim/memory_rules/instruction.hpp"

namespace lockstep::sim {

namespace {

constexpr unsigned kHalfWarp = 16;
constexpr std::uint32_t kSmallestTransaction = 32;

// The rule of cc1.0. The access is coalesced if lane k of the half-warp accesses word k of a block of 16
// words, for every active lane. Otherwise there is a transaction of 32 bytes for every active lane.
template <class Emit>
void strict_half_warp(const WordInstruction& instruction, std::uint64_t lanes, Emit emit) {
  const std::uint64_t width = instruction.width;
  const auto rank = [](unsigned lane) { return lane % kHalfWarp; };
  const std::uint64_t base = instruction.address(lowest_lane(lanes)) - rank(lowest_lane(lanes)) * width;
  bool coalesced = width >= 4 && base % (kHalfWarp * width) == 0;
  for_each_lane(lanes, [&](unsigned lane) {
    coalesced = coalesced && instruction.address(lane) == base + rank(lane) * width;
  });
  if (!coalesced) {
    for_each_lane(lanes, [&](unsigned lane) {
      const std::uint64_t address = instruction.address(lane) & ~std::uint64_t{kSmallestTransaction - 1};
      emit(Transaction{address, kSmallestTransaction, lane_bit(lane)});
    });
    return;
  }
  if (width < 16) return emit(Transaction{base, static_cast<std::uint32_t>(kHalfWarp * width), lanes});
  std::uint64_t lower = 0;
  for_each_lane(lanes, [&](unsigned lane) { lower |= rank(lane) < 8 ? lane_bit(lane) : 0; });
  emit(Transaction{base, 128, lower});
  emit(Transaction{base + 128, 128, lanes & ~lower});
}

// Halves the segment if one half contains all used bytes.
void shrink(Transaction& segment, std::uint64_t used_begin, std::uint64_t used_end) {
  const std::uint64_t middle = segment.address + segment.bytes / 2;
  if (used_end <= middle) {
    segment.bytes /= 2;
  } else if (used_begin >= middle) {
    segment = {middle, segment.bytes / 2, segment.lanes};
  }
}

// The rule of cc1.2. The segment of the lowest pending lane serves all lanes whose addresses are in this
// segment. The segment is then shrunk to the part that is used.
template <class Emit>
void shrinking_segments(const WordInstruction& instruction, std::uint64_t lanes, Emit emit) {
  const std::uint32_t bytes = std::min(32u * instruction.width, 128u);
  for (std::uint64_t pending = lanes; pending != 0;) {
    const std::uint64_t base = instruction.address(lowest_lane(pending)) & ~std::uint64_t{bytes - 1};
    Transaction segment{base, bytes, 0};
    std::uint64_t used_begin = ~0ULL;
    std::uint64_t used_end = 0;
    for_each_lane(pending, [&](unsigned lane) {
      const std::uint64_t address = instruction.address(lane);
      if (address - base >= bytes) return;
      segment.lanes |= lane_bit(lane);
      used_begin = std::min(used_begin, address);
      used_end = std::max(used_end, address + instruction.width);
    });
    while (segment.bytes > kSmallestTransaction) {
      const std::uint32_t before = segment.bytes;
      shrink(segment, used_begin, used_end);
      if (segment.bytes == before) break;
    }
    pending &= ~segment.lanes;
    emit(segment);
  }
}

// The rule of Fermi and later generations: distinct aligned units.
template <class Emit>
void distinct_units(const WordInstruction& instruction, std::uint64_t lanes, std::uint32_t unit, Emit emit) {
  for (std::uint64_t pending = lanes; pending != 0;) {
    Transaction transaction{instruction.address(lowest_lane(pending)) & ~std::uint64_t{unit - 1}, unit, 0};
    for_each_lane(pending, [&](unsigned lane) {
      if (instruction.address(lane) - transaction.address < unit) transaction.lanes |= lane_bit(lane);
    });
    pending &= ~transaction.lanes;
    emit(transaction);
  }
}

// Returns the number of distinct units. If the addresses are ascending, which is the common pattern, one
// pass over the lanes is sufficient. For other addresses, a bitmap of units is used if the units are
// close together.
std::uint32_t count_distinct_units(const WordInstruction& instruction, std::uint64_t lanes,
                                   std::uint32_t unit) {
  const int shift = std::countr_zero(unit);
  std::uint64_t lowest = instruction.address(lowest_lane(lanes)) >> shift;
  std::uint64_t highest = lowest;
  std::uint64_t previous = lowest;
  std::uint32_t changes = 0;
  bool rising = true;
  for_each_lane(lanes, [&](unsigned lane) {
    const std::uint64_t index = instruction.address(lane) >> shift;
    changes += index != previous;
    rising = rising && index >= previous;
    lowest = std::min(lowest, index);
    highest = std::max(highest, index);
    previous = index;
  });
  if (rising) return changes + 1;
  std::uint32_t count = 0;
  if (highest - lowest < 64) {
    std::uint64_t used = 0;
    for_each_lane(lanes,
                  [&](unsigned lane) { used |= 1ULL << ((instruction.address(lane) >> shift) - lowest); });
    return static_cast<std::uint32_t>(std::popcount(used));
  }
  distinct_units(instruction, lanes, unit, [&](const Transaction&) { ++count; });
  return count;
}

// Counts how often each number has occurred so far, in the order of the lanes. It is a hash table with open
// addressing and twice as many entries as there are lanes.
class Tally {
 public:
  Tally() { counts_.fill(0); }
  std::uint8_t& of(std::uint64_t number) {
    std::size_t place = number * 0x9E3779B97F4A7C15u >> (64 - kBits);
    while (counts_[place] != 0 && numbers_[place] != number) place = (place + 1) % kPlaces;
    numbers_[place] = number;
    return counts_[place];
  }

 private:
  static constexpr unsigned kBits = 7;
  static constexpr std::size_t kPlaces = std::size_t{1} << kBits;
  static_assert(kPlaces == 2 * kMaxLanes);
  std::array<std::uint8_t, kPlaces> counts_;
  std::array<std::uint64_t, kPlaces> numbers_;
};

// Returns the sum of the numbers of distinct units over all rounds of an atomic function (take_round). A unit
// is needed in as many rounds as there are lanes that access the same word of the unit; the word with the
// most lanes counts.
template <class Count>
std::uint32_t count_units_of_rounds(const WordInstruction& instruction, std::uint64_t lanes,
                                    std::uint32_t unit, Count& at_word, Count& rounds) {
  std::uint32_t count = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    const std::uint64_t address = instruction.address(lane);
    const std::uint8_t met = ++at_word.of(address);
    std::uint8_t& most = rounds.of(address / unit);
    count += met > most ? 1 : 0;  // no branch is used, because it would be mispredicted half of the time
    most = std::max(met, most);
  });
  return count;
}

// A faster Tally for numbers whose differences are below kNear.
struct NearTally {
  static constexpr std::size_t kNear = 256;
  std::array<std::uint8_t, kNear> counts{};
  std::uint8_t& of(std::uint64_t number) { return counts[number % kNear]; }
};

std::uint32_t count_units_of_rounds(const WordInstruction& instruction, std::uint64_t lanes,
                                    std::uint32_t unit) {
  std::uint64_t lowest = UINT64_MAX, highest = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    lowest = std::min(lowest, instruction.address(lane));
    highest = std::max(highest, instruction.address(lane));
  });
  if (lanes != 0 && highest - lowest < NearTally::kNear) {
    NearTally at_word, rounds;
    return count_units_of_rounds(instruction, lanes, unit, at_word, rounds);
  }
  Tally at_word, rounds;
  return count_units_of_rounds(instruction, lanes, unit, at_word, rounds);
}

std::uint32_t unit_bytes(const GlobalRule& rule, AccessKind kind) {
  return kind == AccessKind::load ? rule.load_unit_bytes : rule.store_unit_bytes;
}

unsigned lanes_a_request(const DeviceModel& model, std::uint32_t width) {
  if (model.global.kind != GlobalRule::Kind::distinct_units) return kHalfWarp;
  if (!model.global.splits_wide_accesses || width <= 4) return kMaxLanes;
  // At least 1, because warps have one lane if lanes are independent.
  return std::max(1u, model.warp_width * 4 / width);
}

// Calls visit(lanes) for each set of lanes to which the rule applies separately.
template <class Visit>
void for_each_request(const DeviceModel& model, const WordInstruction& instruction, Visit visit) {
  for_each_group(instruction.active, lanes_a_request(model, instruction.width), [&](std::uint64_t lanes) {
    if (instruction.kind != AccessKind::atomic) return visit(lanes);
    while (lanes != 0) visit(take_round(instruction, lanes));
  });
}

template <class Emit>
void transactions_of_request(const DeviceModel& model, const WordInstruction& instruction,
                             std::uint64_t lanes, Emit emit) {
  switch (model.global.kind) {
    case GlobalRule::Kind::strict_half_warp:
      return strict_half_warp(instruction, lanes, emit);
    case GlobalRule::Kind::shrinking_segments:
      return shrinking_segments(instruction, lanes, emit);
    case GlobalRule::Kind::distinct_units:
      return distinct_units(instruction, lanes, unit_bytes(model.global, instruction.kind), emit);
  }
}

void add_request(const DeviceModel& model, const WordInstruction& instruction, std::uint64_t lanes,
                 GlobalCost& cost) {
  if (model.global.kind == GlobalRule::Kind::distinct_units) {
    const std::uint32_t unit = unit_bytes(model.global, instruction.kind);
    const std::uint32_t count = count_distinct_units(instruction, lanes, unit);
    cost.transactions += count;
    cost.bytes += std::uint64_t{count} * unit;
    return;
  }
  transactions_of_request(model, instruction, lanes, [&](const Transaction& transaction) {
    ++cost.transactions;
    cost.bytes += transaction.bytes;
  });
}

void add_rounds(const DeviceModel& model, const WordInstruction& instruction, GlobalCost& cost) {
  const std::uint32_t unit = unit_bytes(model.global, instruction.kind);
  for_each_group(instruction.active, lanes_a_request(model, instruction.width), [&](std::uint64_t lanes) {
    const std::uint32_t count = count_units_of_rounds(instruction, lanes, unit);
    cost.transactions += count;
    cost.bytes += std::uint64_t{count} * unit;
  });
}

}  // namespace

GlobalCost global_cost(const DeviceModel& model, const WarpAccess& access) {
  const InstructionList instructions = instructions_of(access);
  GlobalCost cost;
  cost.requests = instructions.count;
  for (std::uint32_t i = 0; i < instructions.count; ++i) {
    const WordInstruction instruction = instructions[i];
    if (instruction.kind == AccessKind::atomic && model.global.kind == GlobalRule::Kind::distinct_units)
      add_rounds(model, instruction, cost);
    else
      for_each_request(model, instruction,
                       [&](std::uint64_t lanes) { add_request(model, instruction, lanes, cost); });
  }
  return cost;
}

std::vector<Transaction> global_transactions(const DeviceModel& model, const WarpAccess& access) {
  const InstructionList instructions = instructions_of(access);
  std::vector<Transaction> transactions;
  for (std::uint32_t i = 0; i < instructions.count; ++i) {
    const WordInstruction instruction = instructions[i];
    for_each_request(model, instruction, [&](std::uint64_t lanes) {
      transactions_of_request(model, instruction, lanes,
                              [&](const Transaction& transaction) { transactions.push_back(transaction); });
    });
  }
  return transactions;
}

}  // namespace lockstep::sim
