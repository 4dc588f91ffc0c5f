// Finds out by trial what a change to a line would save. The run is repeated, and its accesses and branches
// are counted again with renumbered work-items, with other elements, or with padded arrays. The trials do not
// depend on the algorithm.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/machine/schedule/schedule.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

// Program, file and line.
using LinePlace = std::array<std::uint32_t, 3>;

// A count of the run, and the same count after a change.
struct Recount {
  std::uint64_t before = 0, after = 0;
  // Whether the change reduces the count by at least a quarter; a smaller gain is not worth a change.
  bool helps() const { return after < before && 4 * after <= 3 * before; }
  Recount& operator+=(const Recount& other);
};

// The counts of one line. Each Recount shows the count of the run and the count after the change that
// is named.
struct LineTrial {
  // Divergent warps; in the changed run, the work-items of each group are renumbered so that work-items with
  // the same branch decision are consecutive.
  Recount divergence;
  // Warps that access local or global memory; in the changed run, the active work-items of each group
  // are consecutive.
  Recount access_warps;
  std::uint64_t packed_conflicts = 0;  // bank conflicts of the line with consecutive active work-items
  // Transactions or sectors of global loads and stores. The changes: the work-items of a group are
  // renumbered for each access; the elements of the loop iterations of a group are exchanged; the elements
  // are consecutive.
  Recount renumbered, regrouped, consecutive;
  // Transactions or sectors if the lanes already access consecutive elements; the change aligns the
  // first address.
  Recount aligned;
  // Transactions or sectors if only one lane accesses each address, on behalf of all lanes.
  Recount shared;
  // Atomic operations in global memory; the change combines the values in each work-group first.
  Recount global_atomics;
  // Passes of atomic operations in local memory; the change gives each work-item a separate word.
  Recount local_atomics;
  // Bank conflicts of the line in each array in local memory, by the name of the array.
  std::map<std::string, std::uint64_t> conflicts;
  // Whether addresses or branches change with the input. If so, they are not determined by the
  // work-item numbers.
  bool branches_depend_on_input = false, addresses_depend_on_input = false;
  std::uint64_t group_items = 0;  // number of work-items in the largest group that executes the line
};

// A padding of an array in local memory: one unused element after every `every` elements, so that the new
// index is index + index / every.
struct Padding {
  std::string memory;
  std::uint64_t every = 0;
  bool is_column = false;              // whether the padding is one more column of a two-dimensional array
  Recount conflicts;                   // of all lines together
  std::map<LinePlace, Recount> lines;  // lines with conflicts before or after the change
};

struct LineTrials {
  std::map<LinePlace, LineTrial> lines;
  std::map<std::string, Padding> paddings;  // the best padding tried for each array
};

// Tries the changes for lanes in lockstep. Empty if the run is too large to repeat or did not end, or if the
// model has no warps.
std::optional<LineTrials> try_lines(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                    const CountedRun& run, const std::stop_token& stop = {});

// The maximum number of lane instructions for a run that is repeated.
inline constexpr std::uint64_t kMaxTried = std::uint64_t{1} << 26;

}  // namespace lockstep::sim
