// Computes the watch table without drawing: the values at the playhead, and the grid that shows the values in
// a card of any width.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/canvas/canvas.hpp"
#include "gui/session/session.hpp"
#include "sim/figure_rows/watch_table.hpp"

namespace lockstep::gui {

// The grid of the cells. The lanes of a row are broken into lines of `columns` cells each; `columns` is
// a power of two.
struct WatchGrid {
  unsigned columns = 32;
  std::size_t lines = 1;
  float pitch = 22;  // px from one cell to the next
};
WatchGrid watch_grid(std::size_t lanes, float widest_text, float width);

// Returns the tooltip of a cell, for example "work-item 5 (lane 5 of warp 0) · masked off · 13".
std::string watch_tooltip(const sim::WatchRow& row, const sim::WatchColumn& column,
                          const sim::WatchCell& cell);
// Returns the title of the shown lanes, for example "warp 1 of 4" or "work-items 32 to 63"; empty if no
// work-group is running.
std::string part_title(const sim::WatchTable& table);

class WatchModel {
 public:
  // Returns the table at the playhead. It marks the values that the step before the playhead changed.
  const sim::WatchTable& table(const AppState& state, const Run& run, const ShownMoment& moment);
  // Returns why conditions of breakpoints cannot be evaluated; the key is the line of the breakpoint.
  const std::map<std::uint32_t, std::string>& problems(const AppState& state, Session& session);

 private:
  std::shared_ptr<const sim::Trace> trace_;
  std::optional<sim::WatchTables> tables_;
  struct Shown {
    std::uint64_t position = 0, before = 0;
    std::vector<std::string> watches;
    std::optional<std::uint64_t> part;
    bool operator==(const Shown&) const = default;
  };
  std::optional<Shown> shown_;
  sim::WatchTable table_;
  std::shared_ptr<const sim::Trace> checked_;
  sim::BreakpointLines checked_lines_;
  std::map<std::uint32_t, std::string> problems_;
};

// Returns the entries of the combo box: expressions with the variables and arrays in scope.
std::vector<std::string> watchable(const Run& run, std::uint64_t position);

}  // namespace lockstep::gui
