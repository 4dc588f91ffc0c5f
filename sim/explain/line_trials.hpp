// The savings of a change to a line, found by trial: the run is repeated, and its accesses and branches are
// counted again with renumbered work-items, with other elements, or with padded arrays. This is independent
// of the algorithm.
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

// (program, file, line)
using LinePlace = std::array<std::uint32_t, 3>;

// A count of the run, and the same count after the change.
struct Recount {
  std::uint64_t before = 0, after = 0;
  // Whether the count falls by at least a quarter; less is not worth a change.
  bool helps() const { return after < before && 4 * after <= 3 * before; }
  Recount& operator+=(const Recount& other);
};

// The counts of one line.
struct LineTrial {
  // Divergent warps: with the work-items of each group renumbered so that work-items with the same branch
  // decision are consecutive.
  Recount divergence;
  // Warps that access memory, local or global: with the active work-items of each group consecutive.
  Recount access_warps;
  std::uint64_t packed_conflicts = 0;  // bank conflicts of the line's accesses after that
  // Transactions or sectors of global loads and stores: with the work-items of a group renumbered for each
  // access; with the elements of the group's loop iterations exchanged; with consecutive elements.
  Recount renumbered, regrouped, consecutive;
  // The same if the lanes already access consecutive elements: with an aligned first address.
  Recount aligned;
  // With one lane accessing each address on behalf of all.
  Recount shared;
  // Atomic operations: combined in each work-group first.
  Recount global_atomics;
  // Passes of atomic operations in local memory: with a word for each work-item.
  Recount local_atomics;
  // Local memory in which the line has bank conflicts, by name.
  std::map<std::string, std::uint64_t> conflicts;
  // Whether addresses or branches change with the input: then work-item numbers do not determine them.
  bool branches_depend_on_input = false, addresses_depend_on_input = false;
  std::uint64_t group_items = 0;  // work-items of the largest group that executes it
};

// An unused element after every `every` elements of an array in local memory: index + index / every.
struct Padding {
  std::string memory;
  std::uint64_t every = 0;
  bool is_column = false;  // as long as the rows of work-items: one more column of a two-dimensional array
  Recount conflicts;       // of all lines together
  std::map<LinePlace, Recount> lines;  // lines with conflicts before or after
};

struct LineTrials {
  std::map<LinePlace, LineTrial> lines;
  std::map<std::string, Padding> paddings;  // by memory: the best padding tried
};

// For lanes in lockstep. Empty if the run is too large to repeat, did not end, or the model has no warps.
std::optional<LineTrials> try_lines(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                    const CountedRun& run, const std::stop_token& stop = {});

// The limit of lane instructions for a run that is repeated.
inline constexpr std::uint64_t kMaxTried = std::uint64_t{1} << 26;

}  // namespace lockstep::sim
