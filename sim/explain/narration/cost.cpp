#include "sim/explain/narration/cost.hpp"

#include <fmt/compile.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "core/base/text/text.hpp"
#include "sim/explain/narration/words.hpp"
#include "sim/memory_rules/instruction.hpp"

namespace lockstep::sim {

namespace {

std::string_view kind_word(AccessKind kind) {
  switch (kind) {
    case AccessKind::load:
      return "load";
    case AccessKind::store:
      return "store";
    case AccessKind::atomic:
      break;
  }
  return "update";
}

std::uint64_t word_of(const LocalRule& rule, const AccessDetail& detail, unsigned lane) {
  return static_cast<std::uint64_t>(offset_of(detail.addresses[lane])) / rule.bank_bytes;
}

struct BankUse {
  std::uint64_t bank = 0, lanes = 0;
  std::set<std::uint64_t> words{};
};

// Returns the bank of which the lanes access the most different words.
BankUse busiest_bank(const LocalRule& rule, const AccessDetail& detail, std::uint64_t lanes) {
  std::map<std::uint64_t, BankUse> banks;
  for_each_lane(lanes & detail.lanes, [&](unsigned lane) {
    const std::uint64_t word = word_of(rule, detail, lane);
    BankUse& use = banks[word % rule.banks];
    use.bank = word % rule.banks;
    use.lanes |= lane_bit(lane);
    use.words.insert(word);
  });
  BankUse busiest;
  for (const auto& [bank, use] : banks)
    if (use.words.size() > busiest.words.size()) busiest = use;
  return busiest;
}

std::string bank_use_words(const BankUse& use) {
  const int lanes = std::popcount(use.lanes);
  if (lanes == 2)
    return fmt::format(FMT_COMPILE(" because {} access different words of bank {}"), words::lanes(use.lanes),
                       use.bank);
  return fmt::format(FMT_COMPILE(" because {} lanes ({}) access {} different words of bank {}"), lanes,
                     words::lanes(use.lanes).substr(std::string_view("lanes ").size()), use.words.size(),
                     use.bank);
}

// Finds two lanes of different passes that access different words of the same bank, which explains the
// second pass. If each lane accesses one bank, returns all lanes that are served together and access the bank
// with the most words, because these words explain all passes.
std::string conflict_reason(const LocalRule& rule, const AccessDetail& detail) {
  if (detail.passes.size() < 2) return {};
  const std::uint64_t first = detail.passes[0].lanes;
  for (std::uint64_t late = detail.passes[1].lanes & ~first; late != 0; late &= late - 1) {
    const auto second_lane = static_cast<unsigned>(std::countr_zero(late));
    const std::uint64_t other = word_of(rule, detail, second_lane);
    for (std::uint64_t early = first; early != 0; early &= early - 1) {
      const auto first_lane = static_cast<unsigned>(std::countr_zero(early));
      const std::uint64_t one = word_of(rule, detail, first_lane);
      if (one == other || one % rule.banks != other % rule.banks) continue;
      if (detail.bytes <= rule.bank_bytes) {
        const unsigned together = rule.lanes_per_access;
        return bank_use_words(
            busiest_bank(rule, detail, lane_range(first_lane / together * together, together)));
      }
      return fmt::format(FMT_COMPILE(" because lanes {} and {} access different words of bank {}"),
                         std::min(first_lane, second_lane), std::max(first_lane, second_lane),
                         one % rule.banks);
    }
  }
  return {};
}

std::string local_sentence(const DeviceModel& model, const AccessDetail& detail, bool always) {
  const LocalCost& cost = detail.local;
  if (cost.conflicts() == 0 && !always) return {};
  std::string text =
      fmt::format(FMT_COMPILE(" The {} takes {}"), kind_word(detail.kind), plural(cost.wavefronts, "pass"));
  if (cost.conflicts() == 0) return text + (cost.wavefronts == 1 ? "." : " because of its width.");
  if (detail.kind == AccessKind::atomic) return text + ": lanes that update the same word are serialised.";
  return text + conflict_reason(model.local, detail) +
         (cost.minimum == 1 ? "." : fmt::format(FMT_COMPILE(" ({} without conflicts)."), cost.minimum));
}

std::string constant_sentence(const AccessDetail& detail, bool always) {
  const ConstantCost& cost = detail.constant;
  if (cost.requests == 0 || (cost.conflicts() == 0 && !always)) return {};
  const std::string text =
      fmt::format(FMT_COMPILE(" The load takes {} of constant memory"), plural(cost.passes, "pass"));
  return text +
         (cost.conflicts() == 0 ? ": one address for all lanes." : ", one for each different address.");
}

// Names the unit of global accesses: a sector has 32 bytes; the size of a transaction depends on the model.
std::string unit_of(const DeviceModel& model, std::uint32_t bytes) {
  return model.global.unit == "sector" ? model.global.unit
                                       : fmt::format(FMT_COMPILE("{}-byte {}"), bytes, model.global.unit);
}

// Returns "Loading a[left]" or "Storing scratch[t]"; a macro or a function call is not named.
std::string access_words(const AccessDetail& detail, const std::string& source) {
  if (detail.kind == AccessKind::atomic) return "The update";
  const bool is_load = detail.kind == AccessKind::load;
  const std::string named = is_load ? source : words::split_assignment(source).target;
  const bool is_element = named.ends_with(']') && named.find('(') == std::string::npos;
  if (!is_element) return is_load ? "The load" : "The store";
  return fmt::format(FMT_COMPILE("{} {}"), is_load ? "Loading" : "Storing", named);
}

bool one_size(const AccessDetail& detail) {
  for (const Transaction& transaction : detail.transactions)
    if (transaction.bytes != detail.transactions.front().bytes) return false;
  return true;
}

std::string global_sentence(const DeviceModel& model, const AccessDetail& detail, const std::string& source,
                            bool uncoalesced, bool always) {
  if ((!uncoalesced && !always) || detail.transactions.empty()) return {};
  const std::uint64_t asked =
      std::uint64_t{detail.bytes} * static_cast<unsigned>(std::popcount(detail.lanes));
  const std::string unit =
      one_size(detail) ? unit_of(model, detail.transactions.front().bytes) : model.global.unit;
  const std::string units = plural(detail.transactions.size(), unit);
  const std::string access = access_words(detail, source);
  return uncoalesced ? fmt::format(FMT_COMPILE(" {} moves {} bytes ({}); {} were requested."), access,
                                   detail.global.bytes, units, asked)
                     : fmt::format(FMT_COMPILE(" {} moves {}."), access, units);
}

}  // namespace

std::string cost_sentences(TraceWords& words, const Trace& trace, std::uint64_t position, bool always) {
  const std::uint16_t flags = trace.at(position).flags;
  constexpr std::uint16_t any =
      TraceRecord::local_access | TraceRecord::global_access | TraceRecord::constant_access;
  if ((flags & any) == 0) return {};
  std::string text;
  for (const AccessDetail& detail : trace.accesses(position)) {
    if (detail.space == Space::local) text += local_sentence(trace.model(), detail, always);
    if (detail.space == Space::constant) text += constant_sentence(detail, always);
    if (detail.space == Space::global)
      text += global_sentence(trace.model(), detail, words.source(position),
                              (flags & TraceRecord::uncoalesced) != 0, always);
  }
  return text;
}

}  // namespace lockstep::sim
