// Executes get_global_id() and similar functions. Local ids are taken from a table of the launch; the other
// values are computed from the launch's range.
#include "sim/machine/execution/lanes.hpp"

namespace lockstep::sim {
namespace {

struct ItemPlace {
  std::uint32_t item = 0;  // number of the work-item in its group
  unsigned lane = 0;
  std::size_t dimension = 0;
};

std::uint64_t local_id(const Execution& x, const ItemPlace& p) {
  return x.shape->local_ids[p.dimension][p.item];
}

std::uint64_t global_id(const Execution& x, const ItemPlace& p) {
  const NdRange& range = x.launch->range;
  return range.global_offset[p.dimension] + x.group_id[p.dimension] * range.local_size[p.dimension] +
         local_id(x, p);
}

std::uint64_t sub_group_size(const Execution& x, const ItemPlace& p) {
  const std::uint64_t width = x.setup.sub_group_width;
  return std::min<std::uint64_t>(width, x.shape->items - p.item / width * width);
}

constexpr bool takes_dimension(WorkItemQuery query) {
  switch (query) {
    case WorkItemQuery::global_size:
    case WorkItemQuery::global_id:
    case WorkItemQuery::local_size:
    case WorkItemQuery::enqueued_local_size:
    case WorkItemQuery::local_id:
    case WorkItemQuery::num_groups:
    case WorkItemQuery::group_id:
    case WorkItemQuery::global_offset:
      return true;
    default:
      return false;
  }
}

// Returns the result for a dimension beyond the third: sizes are 1 and ids are 0.
std::uint64_t beyond(WorkItemQuery query) {
  switch (query) {
    case WorkItemQuery::global_size:
    case WorkItemQuery::local_size:
    case WorkItemQuery::enqueued_local_size:
    case WorkItemQuery::num_groups:
      return 1;
    default:
      return 0;
  }
}

template <WorkItemQuery Q>
std::uint64_t answer(const Execution& x, const ItemPlace& p) {
  const NdRange& range = x.launch->range;
  switch (Q) {
    case WorkItemQuery::work_dim:
      return range.dimensions;
    case WorkItemQuery::global_size:
      return range.global_size[p.dimension];
    case WorkItemQuery::global_id:
      return global_id(x, p);
    case WorkItemQuery::local_size:
      return x.shape->size[p.dimension];
    case WorkItemQuery::enqueued_local_size:
      return range.local_size[p.dimension];
    case WorkItemQuery::local_id:
      return local_id(x, p);
    case WorkItemQuery::num_groups:
      return x.launch->groups[p.dimension];
    case WorkItemQuery::group_id:
      return x.group_id[p.dimension];
    case WorkItemQuery::global_offset:
      return range.global_offset[p.dimension];
    case WorkItemQuery::global_linear_id:
      return x.work_item(x.state.current_warp, p.lane);
    case WorkItemQuery::local_linear_id:
      return p.item;
    case WorkItemQuery::sub_group_size:
      return sub_group_size(x, p);
    case WorkItemQuery::max_sub_group_size:
      return x.setup.sub_group_width;
    case WorkItemQuery::num_sub_groups:
      return (x.shape->items - 1) / x.setup.sub_group_width + 1;
    case WorkItemQuery::enqueued_num_sub_groups:
      return (range.group_items() - 1) / x.setup.sub_group_width + 1;
    case WorkItemQuery::sub_group_id:
      return p.item / x.setup.sub_group_width;
    case WorkItemQuery::sub_group_local_id:
      return p.item % x.setup.sub_group_width;
  }
  return 0;
}

constexpr bool is_of_whole_group(WorkItemQuery query) {
  switch (query) {
    case WorkItemQuery::work_dim:
    case WorkItemQuery::global_size:
    case WorkItemQuery::local_size:
    case WorkItemQuery::enqueued_local_size:
    case WorkItemQuery::num_groups:
    case WorkItemQuery::group_id:
    case WorkItemQuery::global_offset:
      return true;
    default:
      return false;
  }
}

// Returns the dimension that all lanes query; 3 if it is not 0, 1 or 2, or if it differs between lanes.
unsigned common_dimension(const std::byte* dimensions) {
  const auto first = get_lane<std::uint32_t>(dimensions, 0);
  std::uint32_t differs = 0;
  for (unsigned lane = 1; lane < 32; ++lane) differs |= get_lane<std::uint32_t>(dimensions, lane) ^ first;
  return differs == 0 && first < 3 ? first : 3;
}

// Computes the result for all lanes of a warp of 32 lanes if they query the same dimension; otherwise
// returns false.
template <WorkItemQuery Q>
bool query_full(Execution& x, const Operation& op) {
  constexpr bool kIsId = Q == WorkItemQuery::global_id || Q == WorkItemQuery::local_id;
  if (x.width != 32 || x.lanes != x.all_lanes || !(kIsId || is_of_whole_group(Q))) return false;
  const unsigned dimension = takes_dimension(Q) ? common_dimension(x.registers + op.a) : 0;
  if (dimension > 2) return false;
  const std::uint32_t first = x.local_index(x.state.current_warp, 0);
  const std::uint64_t value = answer<Q>(x, {first, 0, dimension});
  std::byte* const dst = x.registers + op.dst;
  if constexpr (kIsId) {
    const auto* const ids = x.shape->local_ids[dimension].data() + first;
    const std::uint64_t before = value - ids[0];
    for_all<32>(x, [&](unsigned lane) { put_lane<std::uint64_t>(dst, lane, before + ids[lane]); });
  } else {
    for_all<32>(x, [&](unsigned lane) { put_lane<std::uint64_t>(dst, lane, value); });
  }
  return true;
}

template <WorkItemQuery Q>
void query(Execution& x, const Operation& op) {
  if (query_full<Q>(x, op)) return;
  const std::byte* dimension = x.registers + op.a;
  const std::uint32_t first = x.local_index(x.state.current_warp, 0);
  for_each_lane(x.lanes, [&](unsigned lane) {
    ItemPlace place{first + lane, lane, 0};
    std::uint64_t value = 0;
    if (takes_dimension(Q)) place.dimension = get_lane<std::uint32_t>(dimension, lane);
    value = place.dimension < 3 ? answer<Q>(x, place) : beyond(Q);
    put_lane(x.registers + op.dst, lane, value);
  });
}

template <std::size_t... I>
Handler handler_of(std::size_t index, std::index_sequence<I...>) {
  const Handler kAll[] = {widest<&query<static_cast<WorkItemQuery>(I)>>()...};
  return index < sizeof...(I) ? kAll[index] : nullptr;
}

}  // namespace

template <>
Handlers handlers<Opcode::work_item>(const Instruction& instruction, unsigned) {
  constexpr auto kCount = static_cast<std::size_t>(WorkItemQuery::sub_group_local_id) + 1;
  const Handler handler =
      handler_of(static_cast<std::size_t>(instruction.imm), std::make_index_sequence<kCount>{});
  return {handler, handler};
}

}  // namespace lockstep::sim
