#include "sim/figure_rows/stale_reads.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::sim {
namespace {

bool same_group(const Moment& a, const Moment& b) { return a.launch == b.launch && a.group == b.group; }

bool is_at(const Finding::Party& party, const Trace& trace, std::uint64_t position) {
  const SourceRange& range = trace.range_at(position);
  return party.present && party.launch == trace.at(position).moment.launch &&
         party.range.file == range.file && party.range.line == range.line;
}

}  // namespace

StaleJudge::StaleJudge(const Trace& trace)
    : trace_(trace), has_races_(std::ranges::any_of(trace.findings(), is_harmful_race)) {}

std::optional<StaleVerdict> StaleJudge::verdict(const OvertakenRead& read, const MemoryObject& object,
                                                std::uint64_t index) const {
  if (!has_races_) return std::nullopt;
  // The read precedes both the newer write and the use of the value.
  const auto found = find_read(read, object, index, std::min(read.used, read.next_write));
  if (!found || is_ordered(*found, read.next_write)) return std::nullopt;
  const auto finding = race_between(*found, read.next_write);
  if (!finding) return std::nullopt;
  return StaleVerdict{*found, *finding};
}

std::optional<std::uint64_t> StaleJudge::find_read(const OvertakenRead& read, const MemoryObject& object,
                                                   std::uint64_t index, std::uint64_t before) const {
  for (std::uint64_t p = std::min(before, trace_.size()); p-- > 0;) {
    const Moment& moment = trace_.at(p).moment;
    if (moment.launch < read.launch) break;
    if (moment.launch == read.launch && moment.group == read.group && moment.warp == read.warp &&
        touches(p, read, object, index))
      return p;
  }
  return std::nullopt;
}

bool StaleJudge::touches(std::uint64_t position, const OvertakenRead& read, const MemoryObject& object,
                         std::uint64_t index) const {
  constexpr std::uint16_t any = TraceRecord::local_access | TraceRecord::global_access;
  const TraceRecord& record = trace_.at(position);
  if ((record.flags & any) == 0 || (record.moment.lanes >> read.lane & 1) == 0) return false;
  return std::ranges::any_of(trace_.accesses(position), [&](const AccessDetail& access) {
    if (object.is_local != (access.space == Space::local) || (access.lanes >> read.lane & 1) == 0)
      return false;
    const auto first = object.index_of_address(access.addresses[read.lane]);
    const std::uint64_t count = std::max<std::uint64_t>(1, access.bytes / size_bytes(object.type));
    return first && *first <= index && index < *first + count;
  });
}

// Returns whether a read and a write are ordered. Launches are ordered, accesses of one work-item are
// ordered, and barriers order the accesses of a group.
bool StaleJudge::is_ordered(std::uint64_t read, std::uint64_t write) const {
  const Moment &reader = trace_.at(read).moment, &writer = trace_.at(write).moment;
  if (reader.launch != writer.launch) return true;
  if (!same_group(reader, writer)) return false;
  const auto [first, last] = std::minmax(read, write);
  for (std::uint64_t p = first; p < last; ++p)
    if ((trace_.at(p).flags & TraceRecord::barrier_release) != 0 && same_group(trace_.at(p).moment, reader))
      return true;
  return false;
}

std::optional<std::uint32_t> StaleJudge::race_between(std::uint64_t read, std::uint64_t write) const {
  const std::vector<Finding>& findings = trace_.findings();
  const auto of = [&](const auto& matches) -> std::optional<std::uint32_t> {
    const auto found = std::ranges::find_if(findings, [&](const Finding& finding) {
      return is_harmful_race(finding) && matches(finding.first, finding.second);
    });
    if (found == findings.end()) return std::nullopt;
    return static_cast<std::uint32_t>(found - findings.begin());
  };
  const auto both = of([&](const Finding::Party& a, const Finding::Party& b) {
    return (is_at(a, trace_, read) && is_at(b, trace_, write)) ||
           (is_at(b, trace_, read) && is_at(a, trace_, write));
  });
  if (both) return both;
  // If a location has several races, only some of them are reported, so it is sufficient that one of the
  // parties matches.
  return of([&](const Finding::Party& a, const Finding::Party& b) {
    return (a.is_store && is_at(a, trace_, write)) || (b.is_store && is_at(b, trace_, write));
  });
}

std::uint64_t work_item_at(const Trace& trace, std::uint64_t position, std::uint32_t lane) {
  const Moment& moment = trace.at(position).moment;
  const NdRange& range = trace.plan().launches[moment.launch].range;
  const std::uint64_t item = std::uint64_t{moment.warp} * trace.model().warp_width + lane;
  const std::array<std::uint64_t, 3> size = range.size_of_group(moment.group);
  std::uint64_t id = 0, scale = 1, rest = item, group = moment.group;
  for (unsigned d = 0; d < 3; ++d) {
    const std::uint64_t local = rest % size[d], number = group % range.num_groups(d);
    rest /= size[d];
    group /= range.num_groups(d);
    id += (number * range.local_size[d] + local) * scale;
    scale *= range.global_size[d];
  }
  return id;
}

std::string stale_words(const Trace& trace, const Combination& combination, const StaleRead& read,
                        std::uint64_t position) {
  const CombinationArray& array = combination.array_of(read.row);
  std::string words =
      fmt::format("work-item {} reads {} from {}[{}] at line {}", work_item_at(trace, read.read, read.lane),
                  read.value.present ? format_value(read.value.bits, array.object.type)
                                     : std::string("an uninitialised value"),
                  array.name, array.index_of(read.cell), trace.range_at(read.read).line);
  const CombinationWrite* newer = combination.write_before(read.row, read.cell, position);
  if (newer == nullptr || newer->position < read.newer)
    newer = combination.write_before(read.row, read.cell, UINT64_MAX);
  if (newer == nullptr) return words;
  return words + fmt::format(" before work-item {} writes {} there at line {}",
                             work_item_at(trace, newer->position, newer->lane),
                             format_value(newer->bits, array.object.type),
                             trace.range_at(newer->position).line);
}

}  // namespace lockstep::sim
