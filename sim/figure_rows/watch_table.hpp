// Evaluates watched expressions in the lanes of the running group and formats the values as a table of texts,
// with a row for each expression and a column for each work-item. Views only draw the table.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/trace/watch.hpp"

namespace lockstep::sim {

struct WatchColumn {
  enum class State : std::uint8_t { active, masked, waiting, finished };
  std::uint32_t warp = 0;
  unsigned lane = 0;
  std::uint64_t local_id = 0;   // flat, in its group
  std::uint64_t work_item = 0;  // flat global id
  State state = State::active;
};

struct WatchCell {
  std::string text;       // empty: no value
  std::string problem;    // why there is no value: "out of bounds", "s is not in scope here"
  bool is_error = false;  // the problem concerns this lane, not its whole warp
  bool changed = false;
  bool operator==(const WatchCell&) const = default;
};

struct WatchRow {
  std::string expression, type_name;
  std::string problem;  // why no lane has a value, as a sentence
  std::vector<WatchCell> cells;
  // Whether all cells show the same text.
  bool is_uniform() const;
};

struct WatchTable {
  std::uint32_t launch = 0, group = 0;
  std::size_t part = 0,
              parts = 0;  // a part is a warp, or 32 work-items if lanes are independent; 0: no group runs
  bool of_items = false;
  std::vector<WatchColumn> columns;
  std::vector<WatchRow> rows;
};

class WatchTables {
 public:
  // The trace must outlive this object.
  explicit WatchTables(const Trace& trace) : trace_(trace) {}

  // Returns the table at `position`. Cells whose values differ from the values at `before` are marked. For
  // `part`, see WatchTable.
  WatchTable at(std::uint64_t position, std::uint64_t before, const std::vector<std::string>& expressions,
                std::size_t part);
  // Returns the part that executes next.
  std::size_t running_part(std::uint64_t position) const;

 private:
  WatchRow row(const std::string& expression, const MachineState& now, const MachineState* before,
               const std::vector<WatchColumn>& columns);
  Watch& watch(const std::string& expression);
  unsigned warps_of_part() const;

  const Trace& trace_;
  std::map<std::string, std::unique_ptr<Watch>> watches_;
};

// Returns "active", "masked" …
std::string_view name(WatchColumn::State state);

}  // namespace lockstep::sim
