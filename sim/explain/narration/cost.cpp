#include "sim/explain/narration/cost.hpp"

#include <fmt/compile.h>

#include <algorithm>
#include <bit>

#include "core/base/text.hpp"
#include "sim/explain/narration/words.hpp"

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

// Two lanes of different passes that ask one bank for different words: the reason for the second pass.
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
      return fmt::format(FMT_COMPILE(" because lanes {} and {} need different words of bank {}"),
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
  if (cost.conflicts() == 0) return text + (cost.wavefronts == 1 ? "." : ", as wide as it is.");
  if (detail.kind == AccessKind::atomic)
    return text + ", for lanes that update the same word follow one another.";
  return text + conflict_reason(model.local, detail) +
         (cost.minimum == 1 ? "." : fmt::format(FMT_COMPILE("; {} would do."), cost.minimum));
}

// Sectors and lines have names; what else a model moves is a transaction.
std::string unit_word(std::uint32_t bytes) {
  if (bytes == 32) return "sector";
  if (bytes == 128) return "128-byte line";
  return fmt::format(FMT_COMPILE("{}-byte transaction"), bytes);
}

bool one_size(const AccessDetail& detail) {
  for (const Transaction& transaction : detail.transactions)
    if (transaction.bytes != detail.transactions.front().bytes) return false;
  return true;
}

std::string global_sentence(const AccessDetail& detail, bool uncoalesced, bool always) {
  if ((!uncoalesced && !always) || detail.transactions.empty()) return {};
  const std::uint64_t asked =
      std::uint64_t{detail.bytes} * static_cast<unsigned>(std::popcount(detail.lanes));
  const std::string unit = one_size(detail) ? unit_word(detail.transactions.front().bytes) : "transaction";
  std::string text = fmt::format(FMT_COMPILE(" The {} moves {}"), kind_word(detail.kind),
                                 plural(detail.transactions.size(), unit));
  if (uncoalesced)
    text += fmt::format(FMT_COMPILE(", {} bytes for the {} that it needs"), detail.global.bytes, asked);
  return text + ".";
}

}  // namespace

std::string cost_sentences(const Trace& trace, std::uint64_t position, bool always) {
  const std::uint16_t flags = trace.at(position).flags;
  if ((flags & (TraceRecord::local_access | TraceRecord::global_access)) == 0) return {};
  std::string text;
  for (const AccessDetail& detail : trace.accesses(position)) {
    if (detail.space == Space::local) text += local_sentence(trace.model(), detail, always);
    if (detail.space == Space::global)
      text += global_sentence(detail, (flags & TraceRecord::uncoalesced) != 0, always);
  }
  return text;
}

}  // namespace lockstep::sim
