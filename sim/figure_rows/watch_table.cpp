#include "sim/figure_rows/watch_table.hpp"

#include <algorithm>

#include "sim/figure_rows/memory_object.hpp"
#include "sim/machine/launch/setup.hpp"
#include "sim/machine/machine.hpp"

namespace lockstep::sim {
namespace {

constexpr unsigned kItemsOfPart = 32;    // with independent lanes
constexpr std::size_t kMaxWatches = 64;  // kept in compiled form

std::string value_text(const LaneValues& values, unsigned lane) {
  if (const auto address = values.addresses.find(lane); address != values.addresses.end())
    return address->second;
  std::string text;
  for (unsigned i = 0; i < values.count; ++i)
    text +=
        (i == 0 ? "" : ", ") + format_value(values.bits[std::size_t{lane} * values.count + i], values.type);
  return values.count == 1 ? text : "(" + text + ")";
}

WatchColumn::State state_of(const Warp& warp, unsigned lane) {
  const std::uint64_t bit = std::uint64_t{1} << lane;
  if (warp.status == Warp::Status::finished || (warp.finished & bit) != 0)
    return WatchColumn::State::finished;
  if ((warp.active & bit) == 0) return WatchColumn::State::masked;
  return warp.status == Warp::Status::at_barrier ? WatchColumn::State::waiting : WatchColumn::State::active;
}

}  // namespace

std::string_view name(WatchColumn::State state) {
  switch (state) {
    case WatchColumn::State::masked:
      return "masked";
    case WatchColumn::State::waiting:
      return "waiting";
    case WatchColumn::State::finished:
      return "finished";
    case WatchColumn::State::active:
      break;
  }
  return "active";
}

bool WatchRow::is_uniform() const {
  return !cells.empty() &&
         std::ranges::all_of(cells, [&](const WatchCell& cell) { return cell == cells.front(); });
}

unsigned WatchTables::warps_of_part() const { return trace_.model().warp_width == 1 ? kItemsOfPart : 1; }

std::size_t WatchTables::running_part(std::uint64_t position) const {
  return position < trace_.size() ? trace_.at(position).moment.warp / warps_of_part() : 0;
}

// Editing letter by letter produces many expressions. If there are too many, all are dropped; they are
// compiled again when they are needed.
Watch& WatchTables::watch(const std::string& expression) {
  if (watches_.size() >= kMaxWatches) watches_.clear();
  std::unique_ptr<Watch>& kept = watches_[expression];
  if (!kept) kept = std::make_unique<Watch>(trace_, expression);
  return *kept;
}

WatchTable WatchTables::at(std::uint64_t position, std::uint64_t before,
                           const std::vector<std::string>& expressions, std::size_t part) {
  WatchTable table;
  table.of_items = trace_.model().warp_width == 1;
  if (position >= trace_.size()) {
    for (const std::string& expression : expressions)
      table.rows.push_back({expression, "", "the run has ended: no work-item has variables", {}});
    return table;
  }
  // The pointer to the first state is kept, because otherwise the trace may reuse the object for the
  // second state.
  const auto earlier = trace_.seek(before);
  const auto state = trace_.seek(position);
  const MachineState& now = state->machine;
  const bool is_same_group =
      earlier->machine.launch == now.launch && earlier->machine.group.group == now.group.group;
  const unsigned warps = warps_of_part();
  table.launch = now.launch;
  table.group = now.group.group;
  table.parts = (now.group.warps.size() + warps - 1) / warps;
  table.part = std::min(part, table.parts - 1);
  const BoundLaunch& launch = trace_.machine().setup().launches[now.launch];
  for (std::size_t index = table.part * warps;
       index < std::min((table.part + 1) * warps, now.group.warps.size()); ++index) {
    const Warp& warp = now.group.warps[index];
    for_each_lane(warp.existing, [&](unsigned lane) {
      const auto local = static_cast<std::uint32_t>(index * now.warp_width + lane);
      table.columns.push_back({static_cast<std::uint32_t>(index), lane, local,
                               launch.work_item(now.group.group, local), state_of(warp, lane)});
    });
  }
  for (const std::string& expression : expressions)
    table.rows.push_back(row(expression, now, is_same_group ? &earlier->machine : nullptr, table.columns));
  return table;
}

WatchRow WatchTables::row(const std::string& expression, const MachineState& now, const MachineState* before,
                          const std::vector<WatchColumn>& columns) {
  WatchRow row{expression, "", "", {}};
  Watch& watched = watch(expression);
  std::map<std::uint32_t, std::pair<LaneValues, LaneValues>> by_warp;  // before, now
  for (const WatchColumn& column : columns) {
    const auto [found, is_new] = by_warp.try_emplace(column.warp);
    auto& [earlier, values] = found->second;
    if (is_new) {
      if (before != nullptr) earlier = watched.in_warp(*before, column.warp, ~std::uint64_t{0});
      values = watched.in_warp(now, column.warp, ~std::uint64_t{0});
    }
    if (row.problem.empty()) row.problem = values.problem;
    if (row.type_name.empty()) row.type_name = values.type_name;
    WatchCell& cell = row.cells.emplace_back();
    cell.problem = values.problem;
    if (const auto problem = values.problems.find(column.lane); problem != values.problems.end()) {
      cell.problem = problem->second;
      cell.is_error = true;
    }
    if (!values.is_known(column.lane)) continue;
    cell.text = value_text(values, column.lane);
    cell.changed = before != nullptr && !values.same(earlier, column.lane);
  }
  const auto has_value = [](const WatchCell& cell) { return !cell.text.empty(); };
  if (std::ranges::any_of(row.cells, has_value)) row.problem.clear();
  return row;
}

}  // namespace lockstep::sim
