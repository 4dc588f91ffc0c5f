#include "gui/pages/step/model/watch_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gui/figures/lanes/lanes.hpp"
#include "sim/figure_rows/memory_object.hpp"

namespace lockstep::gui {

WatchGrid watch_grid(std::size_t lanes, float widest_text, float width) {
  constexpr float kLeastPitch = 20, kMaxPitch = 72, kUsualPitch = 34, kGap = 7;
  WatchGrid grid;
  grid.pitch = std::clamp(widest_text + kGap, kLeastPitch, kMaxPitch);
  grid.columns = 1;
  while (grid.columns < lanes && static_cast<float>(2 * grid.columns) * grid.pitch <= width)
    grid.columns *= 2;
  // If there is space, the cells are widened up to the default width.
  grid.pitch = std::max(grid.pitch, std::min(kUsualPitch, width / static_cast<float>(grid.columns)));
  grid.lines = std::max<std::size_t>(1, (lanes + grid.columns - 1) / grid.columns);
  return grid;
}

std::string watch_tooltip(const sim::WatchRow& row, const sim::WatchColumn& column,
                          const sim::WatchCell& cell) {
  std::string text = fmt::format("{}\nwork-item {} (lane {} of warp {})", row.expression, column.work_item,
                                 column.lane, column.warp);
  if (column.state == sim::WatchColumn::State::masked) text += " · masked off";
  if (column.state == sim::WatchColumn::State::waiting) text += " · waits at a barrier";
  if (column.state == sim::WatchColumn::State::finished) text += " · finished";
  if (!cell.problem.empty()) text += " · " + cell.problem;
  if (!cell.text.empty()) text += "\n" + cell.text;
  if (cell.changed) text += "\nchanged by this step";
  return text;
}

std::string part_title(const sim::WatchTable& table) {
  if (table.columns.empty()) return {};
  if (table.of_items)
    return fmt::format("work-items {} to {}", table.columns.front().local_id, table.columns.back().local_id);
  return fmt::format("warp {} of {}", table.part, table.parts);
}

const sim::WatchTable& WatchModel::table(const AppState& state, const Run& run, const ShownMoment& moment) {
  if (trace_ != run.trace) {
    trace_ = run.trace;
    tables_.emplace(*trace_);
    shown_.reset();
  }
  Shown wanted{moment.position, moment.step_begin, state.watches, state.watched_part};
  if (shown_ != wanted) {
    const std::size_t part = state.watched_part.value_or(tables_->running_part(moment.position));
    table_ = tables_->at(moment.position, moment.step_begin, state.watches, part);
    shown_ = std::move(wanted);
  }
  return table_;
}

const std::map<std::uint32_t, std::string>& WatchModel::problems(const AppState& state, Session& session) {
  if (checked_ == session.run()->trace && checked_lines_ == state.breakpoints) return problems_;
  checked_ = session.run()->trace;
  checked_lines_ = state.breakpoints;
  problems_.clear();
  for (const auto& [line, condition] : state.breakpoints)
    if (std::string problem = session.breakpoints(state).problem(line); !problem.empty())
      problems_[line] = std::move(problem);
  return problems_;
}

std::vector<std::string> watchable(const Run& run, std::uint64_t position) {
  std::vector<std::string> names = lane_variables(*run.trace, position);
  const bool has_local_id = std::ranges::find(names, "t") != names.end();
  for (const sim::MemoryObject& object : sim::memory_objects(*run.trace, position))
    if (object.is_local) names.push_back(object.name + (has_local_id ? "[t]" : "[get_local_id(0)]"));
  names.emplace_back("get_global_id(0)");
  return names;
}

}  // namespace lockstep::gui
