// Each formula is explained by its derivation beside it, because a test can check a formula but not
// explain it.
#include "core/catalogue/formulas/network_steps.hpp"

#include <algorithm>

namespace lockstep {
namespace {

constexpr std::uint64_t kRow = 32;  // lanes that scan together, independent of the device's warp width
constexpr std::uint64_t kRowSteps = 5;
constexpr std::uint64_t kItems = 4;  // elements of a work-item in the scan of a grid

// The number of nodes in all levels of a tree that are neither the first of their level nor empty: the places
// where a prefix is combined with a subtree.
std::uint64_t inner_meetings(std::uint64_t elements) {
  std::uint64_t work = 0;
  for (std::uint64_t width = 2; width < elements; width *= 2)
    work += elements / width + (elements % width != 0 ? 1 : 0) - 1;
  return work;
}

// The number of rows of the block that contain a value, and the work of scanning each row separately.
struct Rows {
  std::uint64_t count = 0;
  std::uint64_t work = 0;
};

Rows scan_rows(std::uint64_t values) {
  Rows rows{values / kRow, values / kRow * hillis_steele_cost(kRow, kRow, false).work};
  if (values % kRow == 0) return rows;
  rows.work += hillis_steele_cost(values % kRow, kRow, false).work;
  ++rows.count;
  return rows;
}

// Steps until the last work-item has finished its elements, if there is one row: a work-item sums its
// elements (3 steps), takes part in the scan, and adds each element to the preceding sum, which is empty for
// the first work-item. The last work-item may have fewer elements.
std::uint64_t one_row_steps(std::uint64_t items, std::uint64_t last) {
  if (items == 1) return 2 * (last - 1);
  const std::uint64_t before_last = items == 2 ? kItems - 1 : log2_ceil(items - 1) + kItems;
  return kItems - 1 + std::max(log2_ceil(items) + last, before_last);
}

// The same with several rows, after 3 + 5 steps. The first row scans the rows' sums and then finishes its
// elements. The other rows wait for the sum of the preceding rows, and all lanes but the first add it to
// their row's values.
std::uint64_t several_row_steps(std::uint64_t items, std::uint64_t last, std::uint64_t rows,
                                std::uint64_t places) {
  const std::uint64_t in_last_row = items - kRow * (rows - 1);
  const std::uint64_t elements = in_last_row == 1   ? last
                                 : in_last_row == 2 ? std::max(1 + last, kItems)
                                                    : 1 + kItems;
  const std::uint64_t last_row = log2_ceil(rows - 1) + elements;
  const std::uint64_t row_before = rows > 2 ? log2_ceil(rows - 2) + 1 + kItems : 0;
  const std::uint64_t first_row = hillis_steele_cost(rows, places, false).steps + kItems;
  return kItems - 1 + kRowSteps + std::max({last_row, row_before, first_row});
}

void add_rows(Phases& phases, std::uint64_t rows) {
  for (std::uint64_t s = 1; s < kRow; s *= 2) phases.add((kRow - s) * rows);
}

// Scans the rows' totals. Every lane adds a value in each step, even if only an identity.
void add_totals(Phases& phases, std::uint64_t rows) { phases.add(rows, kRowSteps); }

}  // namespace

// In each step the first work-item has a value to add, until one value is left.
StepsAndWork tree_cost(std::uint64_t elements) {
  if (elements == 0) return {};
  return {log2_ceil(elements), elements - 1};
}

// Before the step with stride s, place j contains the inputs (j − s, j]. Therefore both operands of place t
// contain input for s ≤ t < elements + s − 1: these are places − s operations in a full block, and at most
// elements − 1. The places after the last element continue to combine for one step longer than the elements:
// x₀ is combined with the total of x₁ to the last element.
StepsAndWork hillis_steele_cost(std::uint64_t elements, std::uint64_t places, bool) {
  if (elements < 2) return {};
  StepsAndWork cost;
  for (std::uint64_t s = 1; s < places; s *= 2) cost.work += std::min(places - s, elements - 1);
  cost.steps = std::min(log2_ceil(places), log2_ceil(elements - 1) + 1);
  return cost;
}

// The up-sweep is a tree. In the down-sweep the first node of a level adds nothing to its left child; every
// other node adds its prefix to its left child. Work-item 1 does so in every level but that of the root, and
// starts with a prefix of half the tree's depth: 2K steps, where 2^K is the largest power of two below
// `elements`. Finally, in the inclusive form, work-item 1 adds one input, or two if the block is more than
// half full; work-item 0 adds only in the upper half.
StepsAndWork blelloch_cost(std::uint64_t elements, std::uint64_t L, bool exclusive) {
  if (elements < 2) return {};
  const std::uint64_t depth = log2_ceil(elements) - 1;
  StepsAndWork cost{std::max(depth + 1, 2 * depth), elements - 1 + inner_meetings(elements)};
  if (exclusive) return cost;
  cost.work += elements - 1;
  cost.steps = 2 * depth + (elements > L + 1 ? 2 : 1);
  if (elements > L) cost.steps = std::max(cost.steps, depth + 2);
  return cost;
}

// Work-item 0 takes part in every step of both phases; the second phase has one step fewer than the first.
StepsAndWork brent_kung_cost(std::uint64_t elements, std::uint64_t, bool) {
  if (elements < 2) return {};
  return {2 * log2_ceil(elements) - 1, elements - 1 + inner_meetings(elements)};
}

StepsAndWork warp_scan_cost(std::uint64_t elements, std::uint64_t, bool exclusive) {
  return hillis_steele_cost(elements, kRow, exclusive);
}

// Every row but the last one is full and takes 5 steps; then the rows' last values are scanned, and each
// work-item after the first row adds the total of the preceding rows: to its inclusive sum and, except for
// the first lane, to its exclusive sum, whichever form is requested. Those two are independent, but the
// work-item does one after the other.
StepsAndWork block_scan_cost(std::uint64_t elements, std::uint64_t L, bool exclusive) {
  const Rows rows = scan_rows(elements);
  if (rows.count < 2) return hillis_steele_cost(elements, kRow, exclusive);
  StepsAndWork cost;
  cost.work =
      rows.work + hillis_steele_cost(rows.count, L / kRow, false).work + (rows.count - 1) * (2 * kRow - 1);
  cost.steps = kRowSteps + log2_ceil(rows.count - 1) + 2;
  return cost;
}

StepsAndWork grid_scan_cost(std::uint64_t elements, std::uint64_t L, bool) {
  if (elements < 2) return {};
  const std::uint64_t items = (elements + kItems - 1) / kItems;
  const std::uint64_t last = elements - kItems * (items - 1);
  const Rows rows = scan_rows(items);
  // The sums of the work-items, the rows, the scan over rows, then the additions to each lane but the first
  // of each later row and to each element but the first.
  StepsAndWork cost;
  cost.work = (elements - items) + rows.work + hillis_steele_cost(rows.count, L / kRow, false).work +
              (rows.count - 1) * (kRow - 1) + (elements - 1);
  cost.steps =
      rows.count == 1 ? one_row_steps(items, last) : several_row_steps(items, last, rows.count, L / kRow);
  return cost;
}

// In step s, all places from s on apply ⊕.
Phases hillis_steele_phases(std::uint64_t, std::uint64_t L, bool) {
  Phases phases;
  for (std::uint64_t s = 1; s < L; s *= 2) phases.add(L - s);
  return phases;
}

// 2L places: log 2L steps up, and as many down. The inclusive form then adds the inputs, up to two
// for each work-item.
Phases blelloch_phases(std::uint64_t elements, std::uint64_t L, bool exclusive) {
  Phases phases;
  phases.add_tree(L, 1);
  for (std::uint64_t pairs = 1; pairs <= L; pairs *= 2) phases.add(pairs);
  if (exclusive) return phases;
  phases.add(std::min(elements, L));
  phases.add(elements - std::min(elements, L));
  return phases;
}

// 2L places: the up-sweep as above; in the down-sweep the first node of a level already has its prefix.
Phases brent_kung_phases(std::uint64_t, std::uint64_t L, bool) {
  Phases phases;
  phases.add_tree(L, 1);
  for (std::uint64_t s = L / 2; s > 0; s /= 2) phases.add(L / s - 1);
  return phases;
}

Phases warp_scan_phases(std::uint64_t, std::uint64_t L, bool) {
  Phases phases;
  add_rows(phases, L / kRow);
  return phases;
}

// A work-item after the first row adds the total of the preceding rows to its inclusive and to
// its exclusive sum.
Phases block_scan_phases(std::uint64_t, std::uint64_t L, bool) {
  Phases phases;
  add_rows(phases, L / kRow);
  add_totals(phases, L / kRow);
  phases.add(L - kRow, 2);
  return phases;
}

Phases grid_scan_phases(std::uint64_t, std::uint64_t L, bool) {
  Phases phases;
  phases.add(L, kItems);
  add_rows(phases, L / kRow);
  add_totals(phases, L / kRow);
  phases.add(L - kRow);
  phases.add(L, kItems);
  return phases;
}

}  // namespace lockstep
