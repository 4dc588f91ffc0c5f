// Describes an access and its cost in words.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/text/text.hpp"
#include "gui/figures/memory/access.hpp"

namespace lockstep::gui {
namespace {

using sim::AccessKind;
using sim::Space;

std::string list_numbers(const std::vector<unsigned>& numbers) {
  constexpr std::size_t most = 6;
  if (numbers.size() == 1) return fmt::format("{}", numbers.front());
  if (numbers.size() > most)
    return fmt::format("{}, {}, {} … {}", numbers[0], numbers[1], numbers[2], numbers.back());
  return fmt::format("{} and {}", fmt::join(numbers.begin(), numbers.end() - 1, ", "), numbers.back());
}

std::string segment_word(const MemoryAccess& access) {
  const std::uint32_t bytes = access.segments.front().bytes;
  const bool same = std::all_of(access.segments.begin(), access.segments.end(),
                                [&](const AccessSegment& segment) { return segment.bytes == bytes; });
  const std::uint64_t count = access.segments.size();
  if (!same) return plural(count, access.unit);
  return fmt::format("{} of {} bytes", plural(count, access.unit), bytes);
}

// Explains why an atomic function moves a segment several times. A load or a store would move it once.
std::string turns_sentence(const MemoryAccess& access) {
  std::set<std::pair<std::uint32_t, std::int64_t>> different;
  for (const AccessSegment& segment : access.segments) different.emplace(segment.object, segment.offset);
  if (access.detail.kind != AccessKind::atomic || different.size() == access.segments.size()) return {};
  return fmt::format(" Lanes take turns; each turn counts its {} again ({} different).", access.unit,
                     different.size());
}

std::string global_sentence(const MemoryAccess& access) {
  std::string text =
      fmt::format("{} for {} requested", segment_word(access), plural(access.asked_bytes, "byte"));
  const std::uint64_t idle = access.moved_bytes - std::min(access.moved_bytes, access.asked_bytes);
  if (idle == 0) return text + ": all transferred bytes are used." + turns_sentence(access);
  text += fmt::format(": {} of {} transferred bytes are unused", idle, access.moved_bytes);
  if (access.costs) text += fmt::format("; {} with contiguous addresses", access.fewest_transactions);
  return text + "." + turns_sentence(access);
}

std::size_t count_words(const MemoryAccess& access) {
  std::size_t words = 0;
  for (const AccessBank& bank : access.asked_banks) words += bank.words.size();
  return words;
}

std::string conflict_sentence(const MemoryAccess& access) {
  std::size_t worst = 0;
  for (const AccessBank& bank : access.asked_banks) worst = std::max(worst, bank.words.size());
  std::vector<unsigned> crowded;
  for (const AccessBank& bank : access.asked_banks) {
    if (bank.words.size() == worst) crowded.push_back(bank.bank);
  }
  std::string text =
      crowded.size() == 1
          ? fmt::format("Bank {} serves {} different words", crowded.front(), worst)
          : fmt::format("Banks {} serve {} different words each", list_numbers(crowded), worst);
  text += fmt::format(", so {} passes", access.passes);
  const std::size_t idle = access.banks - std::min<std::size_t>(access.banks, access.asked_banks.size());
  return text + (idle > 0 ? fmt::format("; {} stay idle.", plural(idle, "bank")) : ".");
}

// Describes atomic updates. Updates of one word are serialised even if the bank serves no other word.
std::string update_sentence(const MemoryAccess& access) {
  if (access.asked_banks.size() == 1 && count_words(access) == 1)
    return fmt::format("{} lanes update one word in bank {}, one after another: {}.", access.lanes.size(),
                       access.asked_banks.front().bank, plural(access.passes, "pass"));
  return fmt::format("{} lanes update {} in {}; updates of one word are serialised: {}.", access.lanes.size(),
                     plural(count_words(access), "word"), plural(access.asked_banks.size(), "bank"),
                     plural(access.passes, "pass"));
}

std::string local_sentence(const MemoryAccess& access) {
  const bool crowded =
      std::ranges::any_of(access.asked_banks, [](const AccessBank& bank) { return bank.words.size() > 1; });
  if (access.costs) return crowded ? conflict_sentence(access) : update_sentence(access);
  const std::size_t words = count_words(access);
  const std::size_t lanes = access.lanes.size();
  const std::string passes =
      access.passes == 1 ? "one pass" : fmt::format("{} passes, the minimum", access.passes);
  if (words == 1 && lanes > 1)
    return access.detail.kind == AccessKind::store
               ? fmt::format("{} lanes write the same word, which keeps only one of their values: {}.", lanes,
                             passes)
               : fmt::format("{} lanes request the same word, which is read once for all: {}.", lanes,
                             passes);
  if (lanes == 1)
    return fmt::format("1 lane requests {} in bank {}: {}.", words == 1 ? "one word" : "its words",
                       access.asked_banks.empty() ? 0 : access.asked_banks.front().bank, passes);
  return fmt::format("{} lanes request {} in {} different banks: no conflict, {}.", lanes,
                     plural(words, "word"), access.asked_banks.size(), passes);
}

// Describes lanes whose addresses are before the beginning of the memory. The numbers of their words are
// negative modulo 2^64, as in hardware.
std::string before_memory_sentence(const MemoryAccess& access) {
  std::vector<unsigned> lanes;
  for (const AccessLane& lane : access.lanes)
    if (lane.offset < 0) lanes.push_back(lane.lane);
  if (lanes.empty()) return {};
  return fmt::format(" The {} of {} {} before the beginning of the memory: {} out of bounds.",
                     lanes.size() == 1 ? "address" : "addresses",
                     access.warp_width == 1
                         ? fmt::format("work-item {}", access.warp)
                         : fmt::format("{} {}", lanes.size() == 1 ? "lane" : "lanes", list_numbers(lanes)),
                     lanes.size() == 1 ? "lies" : "lie", lanes.size() == 1 ? "it is" : "they are");
}

std::string constant_sentence(const MemoryAccess& access) {
  const std::size_t lanes = access.lanes.size(), addresses = access.addresses.size();
  const std::string passes = plural(access.passes, "pass");
  if (lanes == 1) return fmt::format("1 lane requests {}: {}.", access.addresses.front().name, passes);
  if (addresses == 1)
    return fmt::format("{} lanes request the same address, which is read once for all: {}.", lanes, passes);
  return fmt::format("{} lanes request {} different addresses; constant memory serves one at a time: {}.",
                     lanes, addresses, passes);
}

std::string constant_pass_sentence(const MemoryAccess& access, unsigned pass) {
  const std::uint64_t served = access.detail.passes[pass].lanes;
  std::vector<unsigned> lanes;
  std::string name;
  for (const AccessLane& lane : access.lanes) {
    if ((served >> lane.lane & 1) == 0) continue;
    lanes.push_back(lane.lane);
    name = lane.name;
  }
  return fmt::format("Pass {} of {} reads {} for {} {}.", pass + 1, access.passes, name,
                     lanes.size() == 1 ? "lane" : "lanes", list_numbers(lanes));
}

// Returns "scratch[t + s] = [4 + 28] = [32]": the index in the source, the index with the lane's values, and
// the result.
std::string index_arithmetic(const MemoryAccess& access, const AccessLane& lane) {
  const std::size_t bracket = lane.name.rfind('[');
  if (lane.index.empty() || bracket == std::string::npos) return lane.name;
  const std::string result = lane.name.substr(bracket);
  if (fmt::format("[{}]", access.index) == result) return lane.name;
  const std::string values = fmt::format("[{}]", lane.index);
  const bool tells = values != result && lane.index != access.index;
  return fmt::format("{}[{}] = {}{}", lane.name.substr(0, bracket), access.index,
                     tells ? values + " = " : std::string(), result);
}

}  // namespace

void put_into_words(MemoryAccess& access) {
  const std::string_view verb = access.detail.kind == AccessKind::load    ? "load from"
                                : access.detail.kind == AccessKind::store ? "store to"
                                                                          : "atomic on";
  const bool local = access.detail.space == Space::local;
  const std::string memory = local ? fmt::format("Local memory · {} banks", access.banks)
                             : access.detail.space == Space::constant ? std::string("Constant memory")
                                                                      : std::string("Global memory");
  access.heading = fmt::format("{} · {} {}", memory, verb, access.object.empty() ? "memory" : access.object);
  if (access.lanes.empty()) {
    access.sentence = "No lane accesses memory.";
  } else if (local) {
    access.verdict = plural(access.passes, "pass");
    if (access.costs) access.verdict += fmt::format(", {}-way conflict", access.detail.local.degree);
    access.sentence = local_sentence(access);
  } else if (access.passes != 0) {
    access.verdict = plural(access.passes, "pass");
    access.sentence = constant_sentence(access);
  } else if (!access.segments.empty()) {
    access.verdict = segment_word(access);
    access.sentence = global_sentence(access);
  } else {
    access.sentence = "The model counts no transactions for this memory.";
  }
  if (access.approximate) access.sentence += " (This model's rule is approximate.)";
  access.sentence += before_memory_sentence(access);
}

std::string pass_sentence(const MemoryAccess& access, unsigned pass) {
  if (is_constant(access)) return constant_pass_sentence(access, pass);
  std::vector<unsigned> lanes, banks;
  for (const AccessLane& lane : access.lanes) {
    if (lane.pass != pass) continue;
    lanes.push_back(lane.lane);
    for (std::uint64_t byte = 0; byte < access.detail.bytes; byte += access.bank_bytes)
      banks.push_back(static_cast<unsigned>(word_at(access, lane.offset + static_cast<std::int64_t>(byte)) %
                                            access.banks));
  }
  std::sort(banks.begin(), banks.end());
  banks.erase(std::unique(banks.begin(), banks.end()), banks.end());
  if (lanes.empty()) return fmt::format("Pass {} of {}.", pass + 1, access.passes);
  const std::size_t idle = access.banks - std::min<std::size_t>(access.banks, banks.size());
  return fmt::format("Pass {} of {} serves {} {} from {} {}; {} idle.", pass + 1, access.passes,
                     lanes.size() == 1 ? "lane" : "lanes", list_numbers(lanes),
                     banks.size() == 1 ? "bank" : "banks", list_numbers(banks),
                     idle == 1 ? "1 bank is" : fmt::format("{} banks are", idle));
}

std::string lane_arithmetic(const MemoryAccess& access, unsigned lane) {
  const auto found = std::find_if(access.lanes.begin(), access.lanes.end(),
                                  [&](const AccessLane& entry) { return entry.lane == lane; });
  if (found == access.lanes.end()) return {};
  const std::int64_t offset = found->offset;
  const std::string name = index_arithmetic(access, *found);
  const std::string who =
      access.warp_width == 1 ? fmt::format("work-item {}", access.warp) : fmt::format("lane {}", lane);
  if (access.detail.space == Space::local) {
    const std::uint64_t word = word_at(access, offset);
    const auto number = static_cast<std::int64_t>(word);
    const std::string where = offset < 0 ? ", before the beginning of local memory" : "";
    return fmt::format("{}: {}, byte {} / {} = word {}, bank {} mod {} = {}{}", who, name, offset,
                       access.bank_bytes, number, number, access.banks, word % access.banks, where);
  }
  if (is_constant(access) && access.passes > 1)
    return fmt::format("{}: {}, byte {}, pass {}", who, name, offset, found->pass + 1);
  for (const AccessSegment& segment : access.segments) {
    if ((segment.lanes >> lane & 1) == 0) continue;
    return fmt::format("{}: {}, byte {} lies in the segment {} to {}", who, name, offset, segment.offset,
                       segment.offset + std::int64_t{segment.bytes} - 1);
  }
  return fmt::format("{}: {}, byte {}", who, name, offset);
}

}  // namespace lockstep::gui
