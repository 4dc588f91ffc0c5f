// The results of collective functions. The members form a list in the order of their positions, and a cluster
// is a part of that list. Reductions and scans apply their operator in that order, so floating-point results
// do not depend on the device model or on the order of arrival.
#include <cstring>
#include <limits>
#include <optional>

#include "sim/bytecode/collective.hpp"
#include "sim/machine/barriers_and_collectives/barriers.hpp"
#include "sim/machine/execution/lanes.hpp"

namespace lockstep::sim {
namespace {

struct Meeting {
  Collective collective;
  std::vector<CollectiveMember> members;
  std::uint32_t size = 0;      // number of existing positions
  std::uint32_t max_size = 0;  // the maximum over the sub-groups or work-groups of the launch
};

std::byte* registers_of(Execution& x, const CollectiveMember& member) {
  return x.state.group.warps[member.warp].registers.data();
}

template <class T>
T get(Execution& x, const CollectiveMember& member, std::uint32_t operand) {
  return get_lane<T>(registers_of(x, member) + operand, member.lane);
}

void add_members(Execution& x, Meeting& meeting, std::uint32_t first_warp,
                 std::span<const std::uint64_t> lanes) {
  const std::uint32_t first_item = x.local_index(first_warp, 0);
  const std::uint32_t begin =
      meeting.collective.of_sub_group ? first_item / meeting.max_size * meeting.max_size : 0;
  meeting.size = std::min(x.shape->items - begin, meeting.max_size);
  for (std::uint32_t i = 0; i < lanes.size(); ++i) {
    for_each_lane(lanes[i], [&](unsigned lane) {
      const std::uint32_t position = x.local_index(first_warp + i, lane) - begin;
      const std::uint32_t cluster =
          meeting.collective.cluster == 0 ? 0 : position / meeting.collective.cluster;
      const auto self = static_cast<std::uint32_t>(meeting.members.size());
      meeting.members.push_back({first_warp + i, lane, position, cluster, self});
    });
  }
}

// Returns the position whose value a work-item gets. If the position is beyond the end, the work-item gets
// no value.
std::uint64_t source_position(const Meeting& meeting, std::uint64_t position, std::int64_t argument) {
  const auto distance = static_cast<std::uint64_t>(argument);
  switch (meeting.collective.kind) {
    case CollectiveKind::shuffle:
    case CollectiveKind::agree:
      return distance;
    case CollectiveKind::shuffle_xor:
      return position ^ distance;
    case CollectiveKind::shuffle_up:
      return position - distance;
    case CollectiveKind::shuffle_down:
      return position + distance;
    case CollectiveKind::rotate: {
      const std::int64_t cluster =
          meeting.collective.cluster == 0 ? meeting.max_size : meeting.collective.cluster;
      const auto at = static_cast<std::int64_t>(position);
      const std::int64_t to = (at % cluster + argument % cluster + cluster) % cluster;
      return static_cast<std::uint64_t>(at / cluster * cluster + to);
    }
    default:
      return position;
  }
}

MaskedCall call_of(const CollectiveMember& member, std::uint32_t at) {
  return {at, member.warp, member.lane, member.position, 0};
}

// Returns the call of the work-item at a position of the sub-group, if there is such a work-item.
std::optional<MaskedCall> at_position(const Execution& x, const Meeting& meeting,
                                      const CollectiveMember& member, std::uint64_t position,
                                      std::uint32_t at) {
  if (position >= meeting.size) return std::nullopt;
  if (x.setup.warps_of_sub_group() == 1)
    return MaskedCall{at, member.warp, static_cast<unsigned>(position), static_cast<std::uint32_t>(position),
                      0};
  const auto warp = static_cast<std::uint32_t>(member.warp - member.position + position);
  return MaskedCall{at, warp, 0, static_cast<std::uint32_t>(position), 0};
}

void find_sources(Execution& x, Meeting& meeting, std::uint32_t argument, std::uint32_t at) {
  constexpr std::uint32_t kNobody = UINT32_MAX;
  std::vector<std::uint32_t> member_at(meeting.size, kNobody);
  for (std::uint32_t i = 0; i < meeting.members.size(); ++i) member_at[meeting.members[i].position] = i;
  for (CollectiveMember& member : meeting.members) {
    const std::uint64_t source =
        source_position(meeting, member.position, get<std::int64_t>(x, member, argument));
    if (source < meeting.size && member_at[source] != kNobody) {
      member.source = member_at[source];
    } else if (meeting.collective.has_mask && source < meeting.max_size) {
      const auto other = at_position(x, meeting, member, source, at);
      report_read_outside_mask(x, call_of(member, at), other ? &*other : nullptr,
                               static_cast<std::uint32_t>(source));
    }
  }
}

Meeting meeting_of(Execution& x, const Operation& op, std::uint32_t first_warp,
                   std::span<const std::uint64_t> lanes, std::uint32_t at) {
  Meeting meeting;
  meeting.collective = collective_of(*op.instruction);
  meeting.max_size = meeting.collective.of_sub_group ? x.setup.sub_group_width : x.shape->items;
  add_members(x, meeting, first_warp, lanes);
  if (exchanges(meeting.collective.kind)) find_sources(x, meeting, op.b, at);
  return meeting;
}

template <class T>
T combined(CollectiveOperator op, T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::conditional_t<(sizeof(T) < 4), std::uint32_t, std::make_unsigned_t<T>>;
    const auto left = static_cast<U>(a), right = static_cast<U>(b);
    switch (op) {
      case CollectiveOperator::add:
        return static_cast<T>(left + right);
      case CollectiveOperator::mul:
        return static_cast<T>(left * right);
      case CollectiveOperator::bit_and:
        return static_cast<T>(left & right);
      case CollectiveOperator::bit_or:
        return static_cast<T>(left | right);
      case CollectiveOperator::bit_xor:
        return static_cast<T>(left ^ right);
      default:
        break;
    }
  } else {
    if (op == CollectiveOperator::add) return a + b;
    if (op == CollectiveOperator::mul) return a * b;
  }
  if (op == CollectiveOperator::min) return b < a ? b : a;
  return a < b ? b : a;
}

template <class T>
T identity(CollectiveOperator op) {
  using Limits = std::numeric_limits<T>;
  switch (op) {
    case CollectiveOperator::mul:
      return T{1};
    case CollectiveOperator::min:
      return Limits::has_infinity ? Limits::infinity() : Limits::max();
    case CollectiveOperator::max:
      return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    case CollectiveOperator::bit_and:
      if constexpr (std::is_integral_v<T>) return static_cast<T>(~T{0});
      return T{};
    default:
      return T{};
  }
}

// Replaces values[begin] to values[end - 1] with their reduction or scan.
template <class T>
void combine_cluster(const Collective& collective, std::vector<T>& values, std::size_t begin,
                     std::size_t end) {
  T total = values[begin];
  if (collective.kind == CollectiveKind::scan_exclusive) values[begin] = identity<T>(collective.op);
  for (std::size_t i = begin + 1; i < end; ++i) {
    const T before = total;
    total = combined(collective.op, total, values[i]);
    values[i] = collective.kind == CollectiveKind::scan_exclusive ? before : total;
  }
  if (collective.kind != CollectiveKind::reduce) return;
  for (std::size_t i = begin; i < end; ++i) values[i] = total;
}

template <class T>
void combine_all(const Meeting& meeting, std::vector<T>& values) {
  for (std::size_t begin = 0, end = 0; begin < values.size(); begin = end) {
    while (end < values.size() && meeting.members[end].cluster == meeting.members[begin].cluster) ++end;
    combine_cluster(meeting.collective, values, begin, end);
  }
}

template <class T>
void exchange(const Meeting& meeting, std::vector<T>& values) {
  const std::vector<T> brought = values;
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = brought[meeting.members[i].source];
}

template <class T>
std::uint64_t ballot(const Meeting& meeting, const std::vector<T>& values) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    bits |= std::uint64_t{values[i] != T{}} << meeting.members[i].position;
  }
  return bits;
}

template <class T>
std::uint64_t equal_to(const Meeting& meeting, const std::vector<T>& values, const T& value) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    bits |= std::uint64_t{std::memcmp(&values[i], &value, sizeof value) == 0} << meeting.members[i].position;
  return bits;
}

// Checks that all arguments are equal. A work-item with a different argument is reported as a finding and
// gets the value of the others.
template <class T>
void check_agreement(Execution& x, const Meeting& meeting, const std::vector<T>& values, std::uint32_t at) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const CollectiveMember& other = meeting.members[i];
    if (values[i] == values[other.source]) continue;
    const CollectiveMember& source = meeting.members[other.source];
    return report_disagreement(x, at, x.work_item(source.warp, source.lane),
                               x.work_item(other.warp, other.lane));
  }
}

template <class T>
void complete(Execution& x, const Meeting& meeting, const Operation& op, std::uint32_t at) {
  std::vector<T> values;
  values.reserve(meeting.members.size());
  for (const CollectiveMember& member : meeting.members) values.push_back(get<T>(x, member, op.a));
  const auto put = [&](std::size_t i, auto value) {
    const CollectiveMember& member = meeting.members[i];
    put_lane(registers_of(x, member) + op.dst, member.lane, value);
  };
  if (meeting.collective.kind == CollectiveKind::agree) check_agreement(x, meeting, values, at);
  if (meeting.collective.kind == CollectiveKind::ballot) {
    const std::uint64_t bits = ballot(meeting, values);
    for (std::size_t i = 0; i < values.size(); ++i) put(i, bits);
    return;
  }
  if (meeting.collective.kind == CollectiveKind::match) {
    for (std::size_t i = 0; i < values.size(); ++i) put(i, equal_to(meeting, values, values[i]));
    return;
  }
  combines(meeting.collective.kind) ? combine_all(meeting, values) : exchange(meeting, values);
  for (std::size_t i = 0; i < values.size(); ++i) put(i, values[i]);
}

}  // namespace

void complete_collective(Execution& x, std::uint32_t at, std::uint32_t first_warp,
                         std::span<const std::uint64_t> lanes) {
  const Operation& op = (*x.launch->code)[at];
  const Meeting meeting = meeting_of(x, op, first_warp, lanes, at);
  const Moment moment{x.launch->index, x.state.group.group, first_warp, at, lanes.front()};
  for (Observer* observer : x.observers) {
    observer->on_collective(x.state, moment, *op.instruction, meeting.members);
  }
  with_lane_type(op.instruction->type, [&]<class T>() { complete<T>(x, meeting, op, at); });
}

}  // namespace lockstep::sim
