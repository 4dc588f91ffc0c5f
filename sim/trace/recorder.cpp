#include "sim/trace/recorder.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "sim/memory_rules/access.hpp"

namespace lockstep::sim {
namespace {

// Returns whether a fast check shows that an access is one transaction. If transactions are distinct units,
// an access within the smallest unit of all models is one transaction.
bool is_in_one_sector(const WarpAccess& access) {
  constexpr std::uint64_t kSectorBytes = 32;
  if (access.kind == AccessKind::atomic || access.active == 0) return false;
  const std::uint64_t first = access.addresses[static_cast<unsigned>(std::countr_zero(access.active))];
  std::uint64_t lowest = first, highest = first;
  for_each_lane(access.active, [&](unsigned lane) {
    lowest = std::min(lowest, access.addresses[lane]);
    highest = std::max(highest, access.addresses[lane]);
  });
  return lowest / kSectorBytes == (highest + access.bytes - 1) / kSectorBytes;
}

}  // namespace

bool is_uncoalesced(const DeviceModel& model, const WarpAccess& access) {
  if (access.active == 0) return false;
  if (model.global.kind == GlobalRule::Kind::distinct_units && is_in_one_sector(access)) return false;
  const std::uint32_t transactions = global_cost(model, access).transactions;
  if (transactions == 1) return false;
  std::array<std::uint64_t, kMaxLanes> neighbours{};
  for_each_lane(access.active, [&](unsigned lane) { neighbours[lane] = std::uint64_t{lane} * access.bytes; });
  WarpAccess ideal = access;
  ideal.addresses = neighbours;
  return transactions > global_cost(model, ideal).transactions;
}

void RecordList::push_back(const TraceRecord& record) {
  if (size() % kBlock == 0) flags_of_block_.push_back(0);
  const Moment& moment = record.moment;
  records_.push_back({moment.pc, whos_.add({moment.launch, moment.group, moment.warp}),
                      whats_.add({moment.lanes, record.flags})});
  flags_of_block_.back() = static_cast<std::uint16_t>(flags_of_block_.back() | record.flags);
}

void RecordList::add_flags(std::uint16_t flags) {
  What what = whats_[records_.back().what];
  if ((what.flags | flags) == what.flags) return;
  what.flags = static_cast<std::uint16_t>(what.flags | flags);
  records_.back().what = whats_.add(what);
  flags_of_block_.back() = static_cast<std::uint16_t>(flags_of_block_.back() | flags);
}

std::optional<std::uint64_t> RecordList::first_with(std::uint16_t wanted, std::uint64_t begin,
                                                    std::uint64_t end) const {
  for (std::uint64_t i = begin; i < end;) {
    if ((flags_of_block_[i / kBlock] & wanted) == 0) {
      i = (i / kBlock + 1) * kBlock;
      continue;
    }
    if ((flags(i) & wanted) != 0) return i;
    ++i;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> RecordList::last_with(std::uint16_t wanted, std::uint64_t begin,
                                                   std::uint64_t end) const {
  for (std::uint64_t i = end; i > begin;) {
    if ((flags_of_block_[(i - 1) / kBlock] & wanted) == 0) {
      i = (i - 1) / kBlock * kBlock;
      continue;
    }
    if ((flags(--i) & wanted) != 0) return i;
  }
  return std::nullopt;
}

std::size_t RecordList::size_bytes() const {
  return records_.size_bytes() + whos_.size_bytes() + whats_.size_bytes();
}

void Recorder::finish_step() {
  if (records_.empty()) return;
  records_.add_flags(flags_);
  flags_ = 0;
}

void Recorder::on_access(const MachineState&, const Moment&, const Instruction&,
                         const ObservedAccess& observed) {
  const WarpAccess access = observed.demand();
  accesses_.add(records_.size(), observed);
  if (observed.space == Space::local) {
    flags_ |= TraceRecord::local_access;
    if (local_cost(model_, access).conflicts() > 0) flags_ |= TraceRecord::conflict;
  }
  if (observed.space == Space::global) {
    flags_ |= TraceRecord::global_access;
    if (is_uncoalesced(model_, access)) flags_ |= TraceRecord::uncoalesced;
  }
  if (observed.space == Space::constant && model_.constant) {
    flags_ |= TraceRecord::constant_access;
    if (constant_cost(model_, access).conflicts() > 0) flags_ |= TraceRecord::conflict;
  }
  if (access.kind != AccessKind::load) flags_ |= TraceRecord::store;
}

void Recorder::on_branch(const MachineState&, const Moment&, const Instruction& instruction,
                         const ObservedBranch& branch) {
  if (instruction.counts_as_branch && branch.divergent()) flags_ |= TraceRecord::divergent;
}

void Recorder::on_barrier_arrive(const MachineState&, const Moment&, const Instruction&) {
  flags_ |= TraceRecord::barrier_arrive;
}

void Recorder::on_barrier_release(const MachineState&, std::uint32_t, const Instruction&) {
  flags_ |= TraceRecord::barrier_release;
}

void Recorder::on_finding(const MachineState& state, const Finding& finding) {
  mark(finding);
  log_.on_finding(state, finding);
}

// A note is not an event of the run: a correct kernel may cause a note in each iteration of a loop.
void Recorder::mark(const Finding& finding) {
  if (finding.severity != Severity::note) flags_ |= TraceRecord::finding;
}

bool Recorder::count_again(const FindingKey& key, std::uint64_t occurrences) {
  if (!log_.count_again(key, occurrences)) return false;
  mark(*log_.find(key));
  return true;
}

void Recorder::on_instruction(const MachineState&, const Moment& moment, const Instruction&) {
  if (shadow_.work != work_before_) flags_ |= TraceRecord::work;
  work_before_ = shadow_.work;
  records_.push_back({moment, flags_});
  flags_ = 0;
}

}  // namespace lockstep::sim
