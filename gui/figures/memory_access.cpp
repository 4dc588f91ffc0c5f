#include "gui/figures/memory_access.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "sim/machine/address.hpp"

namespace lockstep::gui {
namespace {

using sim::AccessKind;
using sim::Space;
using sim::TraceRecord;

constexpr std::uint16_t kAnyAccess = TraceRecord::global_access | TraceRecord::local_access;

std::optional<std::uint64_t> find_access(const sim::Trace& trace, std::uint64_t position) {
  if (trace.size() == 0) return std::nullopt;
  for (std::uint64_t p = std::min(position, trace.size() - 1) + 1; p-- > 0;) {
    if ((trace.at(p).flags & kAnyAccess) != 0) return p;
  }
  return std::nullopt;
}

// Bytes from the start of the buffer, or of the group's local memory.
std::uint64_t memory_offset(const std::vector<MemoryObject>& objects, std::uint64_t address) {
  const auto offset = static_cast<std::uint64_t>(std::max<std::int64_t>(0, sim::offset_of(address)));
  if (sim::space_of(address) != Space::local || sim::object_of(address) == 0) return offset;
  for (const MemoryObject& object : objects) {
    if (object.is_local && object.object == sim::object_of(address)) return object.offset_bytes + offset;
  }
  return offset;
}

std::string object_name(const std::vector<MemoryObject>& objects, const sim::AccessDetail& detail) {
  std::set<std::string> names;
  for (std::uint64_t rest = detail.lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = detail.addresses[static_cast<std::size_t>(std::countr_zero(rest))];
    for (const MemoryObject& object : objects) {
      if (object.index_of_address(address)) {
        names.insert(object.name);
        break;
      }
    }
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// Distinct bytes that lanes of `lanes` ask for inside [begin, end) of one object.
std::uint64_t distinct_bytes(const sim::AccessDetail& detail, std::uint32_t object, std::int64_t begin,
                             std::int64_t end) {
  std::vector<std::pair<std::int64_t, std::int64_t>> pieces;
  for (std::uint64_t rest = detail.lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = detail.addresses[static_cast<std::size_t>(std::countr_zero(rest))];
    if (sim::object_of(address) != object) continue;
    const std::int64_t first = std::max(begin, sim::offset_of(address));
    const std::int64_t last = std::min(end, sim::offset_of(address) + detail.bytes);
    if (first < last) pieces.emplace_back(first, last);
  }
  std::sort(pieces.begin(), pieces.end());
  std::int64_t total = 0, reached = begin;
  for (const auto& [first, last] : pieces) {
    total += std::max<std::int64_t>(0, last - std::max(first, reached));
    reached = std::max(reached, last);
  }
  return static_cast<std::uint64_t>(total);
}

void describe_segments(MemoryAccess& access, const sim::DeviceModel& model) {
  std::map<std::uint32_t, std::uint64_t> asked;  // by object
  for (const sim::Transaction& transaction : access.detail.transactions) {
    AccessSegment segment;
    segment.object = sim::object_of(transaction.address);
    const std::int64_t begin = sim::offset_of(transaction.address);
    segment.offset = static_cast<std::uint64_t>(std::max<std::int64_t>(0, begin));
    segment.bytes = transaction.bytes;
    segment.lanes = transaction.lanes;
    segment.used_bytes = static_cast<std::uint32_t>(
        distinct_bytes(access.detail, segment.object, begin, begin + std::int64_t{transaction.bytes}));
    access.moved_bytes += segment.bytes;
    asked.try_emplace(segment.object,
                      distinct_bytes(access.detail, segment.object, INT64_MIN / 2, INT64_MAX / 2));
    access.segments.push_back(segment);
  }
  std::sort(access.segments.begin(), access.segments.end(),
            [](const AccessSegment& a, const AccessSegment& b) {
              return std::tie(a.object, a.offset) < std::tie(b.object, b.offset);
            });
  std::uint32_t unit = 0;
  for (const AccessSegment& segment : access.segments) unit = std::max(unit, segment.bytes);
  for (const auto& [object, bytes] : asked) {
    access.asked_bytes += bytes;
    if (unit > 0) access.fewest_transactions += static_cast<std::uint32_t>((bytes + unit - 1) / unit);
  }
  access.approximate = model.global.approximate;
  access.costs = access.segments.size() > access.fewest_transactions;
}

void describe_banks(MemoryAccess& access, const sim::DeviceModel& model) {
  access.banks = model.local.banks;
  access.bank_bytes = model.local.bank_bytes;
  access.passes = static_cast<unsigned>(access.detail.passes.size());
  access.approximate = model.local.approximate;
  access.costs = access.detail.local.wavefronts > access.detail.local.minimum;
  std::map<unsigned, std::set<std::uint64_t>> words;
  for (AccessLane& lane : access.lanes) {
    for (std::uint64_t byte = 0; byte < access.detail.bytes; byte += access.bank_bytes) {
      const std::uint64_t word = (lane.offset + byte) / access.bank_bytes;
      words[static_cast<unsigned>(word % access.banks)].insert(word);
    }
    for (unsigned pass = 0; pass < access.passes; ++pass) {
      if ((access.detail.passes[pass].lanes >> lane.lane & 1) != 0) lane.pass = pass;
    }
  }
  for (const auto& [bank, set] : words) access.asked_banks.push_back({bank, {set.begin(), set.end()}});
}

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

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
  if (!same) return plural(count, "transaction", "transactions");
  if (bytes == 32) return plural(count, "sector", "sectors") + " of 32 bytes";
  return fmt::format("{} of {} bytes", plural(count, "segment", "segments"), bytes);
}

std::string global_sentence(const MemoryAccess& access) {
  std::string text =
      fmt::format("{} for {} asked", segment_word(access), plural(access.asked_bytes, "byte", "bytes"));
  const std::uint64_t idle = access.moved_bytes - std::min(access.moved_bytes, access.asked_bytes);
  if (idle == 0) return text + ": every byte that is moved is used.";
  text += fmt::format(": {} of the {} bytes moved are not used", idle, access.moved_bytes);
  if (access.costs)
    text += fmt::format("; {} would do if the lanes' addresses lay together", access.fewest_transactions);
  return text + ".";
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
          ? fmt::format("Bank {} is asked for {} different words", crowded.front(), worst)
          : fmt::format("Banks {} are each asked for {} different words", list_numbers(crowded), worst);
  text += fmt::format(", so {} passes", access.passes);
  const std::size_t idle = access.banks - std::min<std::size_t>(access.banks, access.asked_banks.size());
  return text + (idle > 0 ? fmt::format("; {} stay idle.", plural(idle, "bank", "banks")) : ".");
}

// Atomics on one word follow one another although its bank is asked for nothing else.
std::string update_sentence(const MemoryAccess& access) {
  if (access.asked_banks.size() == 1 && count_words(access) == 1)
    return fmt::format("{} lanes update one word in bank {}, one after another: {}.", access.lanes.size(),
                       access.asked_banks.front().bank, plural(access.passes, "pass", "passes"));
  return fmt::format("{} lanes update {} in {}, those of one word one after another: {}.",
                     access.lanes.size(), plural(count_words(access), "word", "words"),
                     plural(access.asked_banks.size(), "bank", "banks"),
                     plural(access.passes, "pass", "passes"));
}

std::string local_sentence(const MemoryAccess& access) {
  const bool crowded =
      std::ranges::any_of(access.asked_banks, [](const AccessBank& bank) { return bank.words.size() > 1; });
  if (access.costs) return crowded ? conflict_sentence(access) : update_sentence(access);
  const std::size_t words = count_words(access);
  const std::size_t lanes = access.lanes.size();
  const std::string passes =
      access.passes == 1 ? "one pass" : fmt::format("{} passes, as at best", access.passes);
  if (words == 1 && lanes > 1)
    return fmt::format("{} lanes ask for the same word, which is read once for all: {}.", lanes, passes);
  if (lanes == 1)
    return fmt::format("1 lane asks for {} in bank {}: {}.", words == 1 ? "one word" : "its words",
                       access.asked_banks.empty() ? 0 : access.asked_banks.front().bank, passes);
  return fmt::format("{} lanes ask for {} in {} different banks: no conflict, {}.", lanes,
                     plural(words, "word", "words"), access.asked_banks.size(), passes);
}

void put_into_words(MemoryAccess& access) {
  const std::string_view verb = access.detail.kind == AccessKind::load    ? "load from"
                                : access.detail.kind == AccessKind::store ? "store to"
                                                                          : "atomic on";
  const bool local = access.detail.space == Space::local;
  const std::string memory = local ? fmt::format("Local memory · {} banks", access.banks)
                             : access.detail.space == Space::constant ? std::string("Constant memory")
                                                                      : std::string("Global memory");
  access.heading = fmt::format("{} · {} {}, line {}", memory, verb,
                               access.object.empty() ? "memory" : access.object, access.line);
  if (access.lanes.empty()) {
    access.sentence = "No lane takes part.";
  } else if (local) {
    access.verdict = plural(access.passes, "pass", "passes");
    if (access.costs) access.verdict += fmt::format(", {}-way conflict", access.detail.local.degree);
    access.sentence = local_sentence(access);
  } else if (!access.segments.empty()) {
    access.verdict = segment_word(access);
    access.sentence = global_sentence(access);
  } else {
    access.sentence = "The model counts no transactions for this memory.";
  }
  if (access.approximate) access.sentence += " (This model's rule is approximate.)";
}

}  // namespace

MemoryAccess prepare_memory_access(const sim::Trace& trace, std::uint64_t position, std::size_t which) {
  MemoryAccess access;
  access.sentence = "No memory has been accessed yet.";
  const auto found = find_access(trace, position);
  if (!found) return access;
  std::vector<sim::AccessDetail> details = trace.accesses(*found);
  if (details.empty()) return access;
  const sim::Moment& moment = trace.at(*found).moment;
  const std::vector<MemoryObject> objects = memory_objects(trace, *found);
  access.present = true;
  access.position = *found;
  access.upcoming = *found == position;
  access.detail = std::move(details[std::min(which, details.size() - 1)]);
  access.warp = moment.warp;
  access.group = moment.group;
  access.line = trace.range_at(*found).line;
  access.warp_width = trace.model().warp_width;
  access.object = object_name(objects, access.detail);
  for (std::uint64_t rest = access.detail.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t address = access.detail.addresses[lane];
    access.lanes.push_back({lane, memory_offset(objects, address), name_address(objects, address), 0});
  }
  if (access.detail.space == Space::local) {
    describe_banks(access, trace.model());
  } else {
    describe_segments(access, trace.model());
  }
  put_into_words(access);
  return access;
}

std::string lane_arithmetic(const MemoryAccess& access, unsigned lane) {
  const auto found = std::find_if(access.lanes.begin(), access.lanes.end(),
                                  [&](const AccessLane& entry) { return entry.lane == lane; });
  if (found == access.lanes.end()) return {};
  const std::uint64_t offset = found->offset;
  const std::string who =
      access.warp_width == 1 ? fmt::format("work-item {}", access.warp) : fmt::format("lane {}", lane);
  if (access.detail.space == Space::local) {
    const std::uint64_t word = offset / access.bank_bytes;
    return fmt::format("{}: {}, byte {} / {} = word {}, bank {} mod {} = {}", who, found->name, offset,
                       access.bank_bytes, word, word, access.banks, word % access.banks);
  }
  for (const AccessSegment& segment : access.segments) {
    if ((segment.lanes >> lane & 1) == 0) continue;
    return fmt::format("{}: {}, byte {} lies in the segment {} to {}", who, found->name, offset,
                       segment.offset, segment.offset + segment.bytes - 1);
  }
  return fmt::format("{}: {}, byte {}", who, found->name, offset);
}

}  // namespace lockstep::gui
